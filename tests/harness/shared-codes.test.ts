// The processes of a run share their users, and so also the codes of an authenticator app.
import { expect, test } from '@playwright/test';
import { sharedCodes } from '../../harness/run/shared-codes.ts';
import { createCodes } from '../../subject/session/codes.ts';

const source = { kind: 'totp', secret: 'JBSWY3DPEHPK3PXP', digits: 6, period: 1, algorithm: 'SHA1' } as const;

test('where each code is taken once, each process has one refused, and then nobody tries that of another', async ({}, info) => {
  const used = new Set<string>();
  const waits: number[] = [];
  const confirmations = 3;
  let refused = 0;

  async function work(): Promise<void> {
    const shared = sharedCodes(info.outputPath('codes'), (_, milliseconds) => void waits.push(milliseconds));
    const codes = createCodes(source, 'full', shared);
    for (let done = 0; done < confirmations; ) {
      const code = await codes.next('token');
      if (used.has(code)) {
        refused += 1;
        codes.refused();
        continue;
      }
      used.add(code);
      codes.accepted();
      done += 1;
    }
  }
  await Promise.all([work(), work(), work()]);

  expect(used.size).toBe(3 * confirmations);
  expect(refused).toBeLessThanOrEqual(3);
  expect(waits.length).toBeGreaterThan(0);
  expect(Math.max(...waits)).toBeLessThanOrEqual(1005);
});

test('users do not use up the codes of each other', ({}, info) => {
  const { take } = sharedCodes(info.outputPath('codes'), () => {});

  expect([take('full', 7), take('mfa', 7), take('full', 7), take('full', 8)]).toEqual([true, true, false, true]);
});
