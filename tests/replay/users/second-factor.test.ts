// A candidate that demands a second factor where the recorded build did not: the demand is the difference, and all else is replayed.
import { expect, test } from '@playwright/test';
import type { Seams } from '../../../reference/http/seams.ts';
import { startReference } from '../../../reference/service.ts';
import { actors, recordedFlow } from '../flow.ts';
import { leftOver, replayed } from '../replaying.ts';

const played = async (variant: string, more: { readonly seams?: Seams; readonly shape?: object } = {}) => {
  const { seams, shape } = more;
  const path = await recordedFlow({ actors: [actors.full] });
  const candidate = await startReference({ port: 0, seed: 1, variant, ...(seams && { seams }) });
  const result = await replayed({ url: candidate.url, recordings: [path], ...(shape && { shape }) });
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

/** Its demands break the contract: by the status of a server error, which nobody minds who confirms them, or by the lack of a token to confirm. */
const demands = (broken: 'status' | 'token'): Seams => ({
  around: {
    every: async (next, call) => {
      const answer = await next(call);
      const isDemand = (answer.body as { status?: unknown } | undefined)?.status === 'MFA_REQUIRED';
      // What the recorded server demands one of is compared and judged by itself.
      const isNew = !['setSmsBalanceNotification', 'signPayments', 'inviteMember'].includes(call.operation);
      if (!isDemand || !isNew) return answer;
      return broken === 'status'
        ? { ...answer, status: 500 }
        : { ...answer, body: { status: 'MFA_REQUIRED', mfaToken: 41 } };
    },
  },
});

for (const variant of ['second-factor-on-reads', 'mfa-always'])
  for (const [how, more] of [
    ['by values', {}],
    ['by shape', { shape: {} }],
  ] as const)
    for (const [broken, requirement] of [
      ['status', 'ERR-01'],
      ['token', 'MFA-02'],
    ] as const)
      test(`a demand of ${variant} that only the candidate makes is judged, compared ${how}, broken by its ${broken}`, async () => {
        const sound = await played(variant, more);
        const { violations, status } = await played(variant, { ...more, seams: demands(broken) });

        const ofDemand = (each: { readonly requirement: string }) => each.requirement === requirement;
        expect(sound.violations.filter(ofDemand)).toEqual([]);
        expect(violations.filter(ofDemand)).not.toEqual([]);
        expect(status).toBe('failed');
      });
