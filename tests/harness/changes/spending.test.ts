import { fork } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { createSpending } from '../../../harness/changes/spending.ts';
import { Untested } from '../../../harness/declare/failures.ts';
import type { Allowance } from '../../../subject/profile/profile.ts';

const allowance = { signDrafts: 5, cancelPayments: 1 } as Allowance;

test('what the profile allows can be claimed, and nothing beyond', ({}, info) => {
  const spend = createSpending(info.outputPath('spent.log'), allowance);

  for (let n = 0; n < 5; n++) spend('signDrafts');

  expect(() => spend('signDrafts')).toThrow(Untested);
  expect(() => spend('cancelPayments')).not.toThrow();
});

test('processes that share a run share its allowance', async ({}, info) => {
  const path = info.outputPath('spent.log');
  const claims = 4;
  const script = info.outputPath('claim.mjs');
  const spending = new URL('../../../dist/harness/changes/spending.js', import.meta.url).href;
  writeFileSync(
    script,
    `import { createSpending } from ${JSON.stringify(spending)};
     const spend = createSpending(${JSON.stringify(path)}, { signDrafts: 5 });
     let granted = 0;
     for (let n = 0; n < ${claims}; n++) try { spend('signDrafts'); granted += 1; } catch {}
     process.send(granted);`,
  );
  const grantedBy = () =>
    new Promise<number>((resolve, reject) =>
      fork(script)
        .once('message', (n) => resolve(Number(n)))
        .once('error', reject),
    );

  const granted = await Promise.all([grantedBy(), grantedBy(), grantedBy()]);

  expect(granted.reduce((sum, n) => sum + n, 0)).toBe(5);
  expect(readFileSync(path, 'utf8').trim().split('\n')).toHaveLength(3 * claims);
});
