// A candidate that demands a second factor where the recorded build did not: the demand is the difference, and all else is replayed.
import { expect, test } from '@playwright/test';
import { startReference } from '../../../reference/service.ts';
import { actors, recordedFlow } from '../flow.ts';
import { leftOver, replayed } from '../replaying.ts';

const played = async (variant: string) => {
  const path = await recordedFlow({ actors: [actors.full] });
  const candidate = await startReference({ port: 0, seed: 1, variant });
  const result = await replayed({ url: candidate.url, recordings: [path] });
  await candidate.close();
  return result;
};

test('a second factor that is demanded at login alone is the one difference', async () => {
  const result = await played('mfa-always');

  expect(leftOver(result)).toEqual(['login second factor value']);
  expect(result.account).toMatchObject({ sent: result.account.recorded, heldBack: 0, failed: 0 });
  expect(result.status).toBe('failed');
});

test('a second factor that is demanded once in a session is confirmed, and the answer behind it compared', async () => {
  const result = await played('second-factor-on-reads');

  expect(leftOver(result).every((line) => line.endsWith(' second factor value'))).toBe(true);
  expect(leftOver(result).length).toBeGreaterThan(0);
  expect(result.account).toMatchObject({ sent: result.account.recorded, heldBack: 0, failed: 0 });
});
