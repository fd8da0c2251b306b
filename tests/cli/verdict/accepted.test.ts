// Deviations accepted by name, by the real command against a real service.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type TestInfo, test } from '@playwright/test';
import { assay, root, serve, verdictIn } from '../command.ts';

const profile = join(root, 'reference/profile.yaml');

const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

interface Entry {
  readonly requirement: string;
  readonly verdict?: string;
  readonly owner?: string;
  readonly until?: string;
}

function fileWith(info: TestInfo, ...entries: readonly Entry[]): string {
  const path = info.outputPath('accepted.yaml');
  const deviations = entries.map((entry) => ({
    reason: 'known, see the plan',
    owner: 'cards team',
    until: day(3),
    ...entry,
  }));
  writeFileSync(path, `deviations: ${JSON.stringify(deviations)}\n`);
  return path;
}

async function certify(info: TestInfo, accept: string, only: readonly string[], ...fault: readonly string[]) {
  const out = info.outputPath('report');
  const service = await serve(...fault);
  const ended = await assay([
    ...['certify', '--target', service.url, '--profile', profile, '--only', ...only],
    ...['--accept', accept, '--depth', 'quick', '--out', out],
  ]);
  await service.stop();
  return { ...ended, out };
}

test('a must that fails and is accepted keeps its verdict, and the run is accepted', async ({}, info) => {
  const accept = fileWith(info, { requirement: 'CARD-14' });

  const { code, stdout, out } = await certify(info, accept, ['CARD-14', 'CARD-15'], '--fault', 'card-filter-blocked');

  expect(code, stdout).toBe(0);
  expect(verdictIn(out)).toMatchObject({
    status: 'accepted',
    totals: { pass: 1, fail: 1 },
    requirements: [{ id: 'CARD-14', verdict: 'fail', accepted: { owner: 'cards team' } }, { id: 'CARD-15' }],
  });
  expect(stdout).toMatch(/1 deviation accepted by name\n≈ CARD-14 /);
  expect(stdout).toContain('known, see the plan');
});

test('a must that is accepted as untested and fails is not accepted', async ({}, info) => {
  const accept = fileWith(info, { requirement: 'CARD-14', verdict: 'untested' });

  const { code, out } = await certify(info, accept, ['CARD-14'], '--fault', 'card-filter-blocked');

  expect(code).toBe(1);
  expect(verdictIn(out).requirements[0]).not.toHaveProperty('accepted');
});

test('a deviation that has come to pass is an error that names it', async ({}, info) => {
  const accept = fileWith(info, { requirement: 'CARD-14' });

  const { code, stdout, out } = await certify(info, accept, ['CARD-14']);

  expect(code).toBe(1);
  expect(verdictIn(out)).toMatchObject({ status: 'failed', obsolete: ['CARD-14'] });
  expect(stdout).toContain('CARD-14 passes by now and must no longer be accepted');
});

for (const [what, entry, message] of [
  ['that is over', { requirement: 'CARD-14', until: day(-1) }, /CARD-14 is accepted until .*, which is over/],
  ['of no requirement', { requirement: 'CARD-999' }, /accepted\.yaml:1:\d+: CARD-999 is no requirement/],
  ['of advice', { requirement: 'CARD-57' }, /CARD-57 is advice, which fails no run/],
  ['without an owner', { requirement: 'CARD-14', owner: '' }, /deviations\.0\.owner is empty text/],
  ['until no day', { requirement: 'CARD-14', until: '2099-02-31' }, /2099-02-31 is no day of the calendar/],
] as const) {
  test(`a deviation ${what} is refused before anything is sent`, async ({}, info) => {
    const accept = fileWith(info, entry);

    const { code, stderr } = await assay([
      'certify',
      '--target',
      'http://127.0.0.1:1',
      '--profile',
      profile,
      '--accept',
      accept,
    ]);

    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });
}

test('what the terminal ends with is accepted once it has an owner', async ({}, info) => {
  const credentials = { ASSAY_USERNAME: 'full.user@example.com', ASSAY_PASSWORD: 'made-up-password-full' };
  const service = await serve();
  const asked = ['certify', '--target', service.url, '--only', 'PAY-45', 'CARD-15', '--out', info.outputPath('report')];
  const undecided = await assay(asked, credentials);
  const accept = info.outputPath('pasted.yaml');
  const pasted = undecided.stdout.slice(undecided.stdout.indexOf('deviations:'));
  writeFileSync(accept, pasted.replaceAll('owner: ""', 'owner: accounts team'));

  const accepted = await assay([...asked, '--accept', accept], credentials);

  await service.stop();
  expect(undecided.code).toBe(3);
  expect(undecided.stdout).toContain('\nfixtures: { payments: { notCancellable: [');
  expect(accepted.code, accepted.stdout + accepted.stderr).toBe(0);
});
