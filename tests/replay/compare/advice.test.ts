// What the contract only advises against is told apart from what it forbids, and what the recording itself breaks from what is new.
import { expect, test } from '@playwright/test';
import type { Seams } from '../../../reference/http/seams.ts';
import { startReference } from '../../../reference/service.ts';
import { replayPage } from '../../../reports/replay/page.ts';
import { replaySummary } from '../../../reports/replay/terminal.ts';
import { actors, recordFlow } from '../flow.ts';
import { replayed } from '../replaying.ts';

const answering = (change: (card: Record<string, unknown>) => object): Seams => ({
  around: {
    readCard: async (next, call) => {
      const answer = await next(call);
      return answer.status === 200 ? { ...answer, body: change(answer.body as Record<string, unknown>) } : answer;
    },
  },
});
const plain: Seams = {};
const withMore = answering((card) => ({ ...card, links: [] }));
const withoutStatus = answering(({ status: _, ...card }) => card);

const played = async (recorded: Seams, candidate: Seams) => {
  const path = test.info().outputPath('recording.ndjson');
  const [before, after] = [recorded, candidate].map((seams) => startReference({ port: 0, seed: 1, seams }));
  const service = await before!;
  await recordFlow({ url: service.url, path, actors: [actors.full] });
  await service.close();
  const build = await after!;
  const result = await replayed({ url: build.url, recordings: [path] });
  await build.close();
  return result;
};

test('an unlisted field is advice: the answer is not forbidden, and no must is counted', async () => {
  const result = await played(plain, withMore);
  const [added] = result.differences.filter(({ field }) => field === '/links');
  const summary = replaySummary(result, { width: 200 });

  expect(added).toMatchObject({ violating: 0, violatingBefore: 0, advised: added!.count });
  expect(result.judgements).toMatchObject({ changedAndViolates: 0 });
  expect(result.violations.map(({ level }) => level)).toEqual(['advice']);
  expect(summary).toContain(
    'no must of the contract that one answer shows is broken; its advice is against the answer',
  );
  expect(summary).toContain('1 piece of advice not taken, 1 of them new');
  expect(summary).not.toContain('forbids');
});

test('what the recording breaks as well is told apart from what is new, and what is new comes first on the page', async () => {
  const both = await played(withoutStatus, withoutStatus);
  const fresh = await played(plain, withoutStatus);
  const page = replayPage(fresh);

  expect(both.status).toBe('passed');
  expect(replaySummary(both)).toContain('1 must broken as in the recording');
  expect(both.judgements).toMatchObject({ sameButViolates: 2, recordingViolates: 2 });
  expect(fresh.status).toBe('failed');
  expect(fresh.differences[0]).toMatchObject({ violating: 2, violatingBefore: 0, advised: 0 });
  expect(page.indexOf('1 must broken that the recording keeps')).toBeLessThan(page.indexOf('What changed'));
});
