// What is printed during a run: a broken must as soon as it is found; with --fail-fast nothing follows it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Verdict } from '../../../reports/verdict/verdict.ts';
import { assay, root, serve } from '../command.ts';

const profile = join(root, 'reference/profile.yaml');

test('a broken must is told when it is found, and --fail-fast ends the run there with a report of what was done', async ({}, info) => {
  test.setTimeout(180_000);
  const out = info.outputPath('report');
  const faulty = await serve('--fault', 'card-filter-blocked');

  const { code, stdout } = await assay([
    ...['certify', '--target', faulty.url, '--profile', profile, '--only', 'CARD', '--fail-fast', '--out', out],
  ]);

  await faulty.stop();
  expect(code, stdout).toBe(1);
  const { status, reason, requirements, totals } = JSON.parse(
    readFileSync(join(out, 'verdict.json'), 'utf8'),
  ) as Verdict;
  expect([status, reason]).toEqual(['failed', expect.stringContaining('--fail-fast')]);
  expect(totals.fail).toBeGreaterThan(0);
  expect(totals.error).toBe(0);
  expect(requirements.filter(({ verdict }) => verdict === 'untested').map((each) => each.reason)).toContain(
    'the run ended before the check began',
  );
  // Printed once when it was found, before the area was finished, and once in the summary.
  const [told = -1, summed = -1, ...others] = [...stdout.matchAll(/^✗ CARD-14 /gm)].map(({ index }) => index);
  expect(others).toEqual([]);
  expect(told).toBeLessThan(stdout.indexOf('\nCards: stopped after'));
  expect(summed).toBeGreaterThan(stdout.indexOf('\nCards: stopped after'));
  expect(readFileSync(join(out, 'junit.xml'), 'utf8')).toContain('CARD-14');
});

test('--fail-fast ends a run whose next test process is just about to start', async ({}, info) => {
  test.setTimeout(240_000);
  const out = info.outputPath('report');
  const faulty = await serve('--fault', 'payment-sign-token-unchecked');
  // When PAY-54 is found broken, the process of the observation has already finished, and PAY-55 has not begun.
  const only = ['--only', 'PAY-67', 'PAY-52', 'PAY-48', 'PAY-54', 'PAY-55', '--workers', '2'];

  const begun = performance.now();
  const { code, stdout } = await assay(
    ['certify', '--target', faulty.url, '--profile', profile, ...only, '--fail-fast', '--out', out],
    slowStart,
  );

  const took = performance.now() - begun;
  await faulty.stop();
  expect(took, stdout).toBeLessThan(givenUpAfter);
  expect(code, stdout).toBe(1);
  const { reason } = JSON.parse(readFileSync(join(out, 'verdict.json'), 'utf8')) as Verdict;
  expect(reason).toContain('--fail-fast');
});

/** Milliseconds after which the runner kills a test process that does not end by itself. */
const givenUpAfter = 90_000;

/** The runner makes a folder before it starts a test process. Here that takes as long as the end of the other processes. */
const slowStart = {
  PWTEST_CHILD_PROCESS_TIMEOUT: String(givenUpAfter),
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(`
    import { promises } from 'node:fs';
    const { mkdir } = promises;
    promises.mkdir = async (...given) => {
      await new Promise((made) => setTimeout(made, 1500));
      return mkdir(...given);
    };
  `)}`,
};

test('what any answer shows by itself is told before deliveries and limits begin', async ({}, info) => {
  test.setTimeout(180_000);
  const faulty = await serve('--fault', 'card-type-renamed');

  const { code, stdout } = await assay([
    ...['certify', '--target', faulty.url, '--profile', profile, '--fail-fast', '--out', info.outputPath('report')],
  ]);

  await faulty.stop();
  expect(code, stdout).toBe(1);
  expect(stdout).toMatch(/^✗ CARD-03 /m);
  // The next check may be counted as stopped, but sends nothing.
  expect(stdout).toMatch(/^Event deliveries: stopped after (0 of \d+ tests|1 of \d+ tests, 1 untested), 0 exchanges$/m);
  expect(stdout).toMatch(/^Rate limits: stopped after 0 of /m);
});

test('what the judge finds is told while the check that met it goes on, and stays found when that check is broken off', async ({}, info) => {
  test.setTimeout(180_000);
  const out = info.outputPath('report');
  const faulty = await serve('--fault', 'card-wallet-as-number');

  const { code, stdout } = await assay([
    ...['certify', '--target', faulty.url, '--profile', profile, '--only', 'EVT', 'CARD', '--fail-fast', '--out', out],
  ]);

  await faulty.stop();
  expect(code, stdout).toBe(1);
  // Deliveries come first, and every check of cards waits until they are finished.
  expect(stdout).toMatch(/^Event deliveries: stopped after [01] of /m);
  expect(stdout).toMatch(/^Cards: stopped after \d+ of \d+ tests, 1 broken, /m);
  const { requirements, reason } = JSON.parse(readFileSync(join(out, 'verdict.json'), 'utf8')) as Verdict;
  expect(reason).toContain('--fail-fast');
  expect(requirements.filter(({ verdict }) => verdict === 'fail')).toMatchObject([
    { id: 'CARD-02', counts: { tests: 0 }, findings: [{ at: '/*/walletId', shown: { sent: 'GET /v2/card' } }] },
  ]);
});

test('advice that is not followed ends no run', async ({}, info) => {
  test.setTimeout(180_000);
  const out = info.outputPath('report');
  const lacking = await serve('--fault', 'beneficiary-bic-optional');

  const { code, stdout } = await assay([
    ...[
      'certify',
      '--target',
      lacking.url,
      '--profile',
      profile,
      '--only',
      'BEN-36',
      'CARD-15',
      '--fail-fast',
      '--out',
      out,
    ],
  ]);

  await lacking.stop();
  expect(code, stdout).toBe(0);
  const { totals } = JSON.parse(readFileSync(join(out, 'verdict.json'), 'utf8')) as Verdict;
  expect(totals.advice).toBeGreaterThan(0);
  expect(stdout).toMatch(/^Beneficiaries: \d+ tests?, 1 advice, /m);
});
