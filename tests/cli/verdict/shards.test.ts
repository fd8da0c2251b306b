// A certification in shards, by the real command and by plain Playwright, and the shards joined.
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { RequirementId } from '../../../contract/generated/sentences.ts';
import { readRecording } from '../../../exchange/recording/recording.ts';
import { reportFolder } from '../../../reports/folder.ts';
import { type Part, writePart } from '../../../reports/shards/part.ts';
import type { Verdict } from '../../../reports/verdict/verdict.ts';
import { facts, held } from '../../reports/verdicts.ts';
import { assay, plainEnvironment, root, serve, verdictIn } from '../command.ts';

const profile = join(root, 'reference/profile.yaml');

const verdictsOf = ({ requirements }: Verdict) => requirements.map(({ id, verdict }) => `${id} ${verdict}`);

/** Which exchanges a recording holds, and on whose behalf they were sent. */
async function recorded(folder: string) {
  const exchanges = new Map<string, string | undefined>();
  for await (const item of readRecording(reportFolder(folder).evidence)) {
    if (item.kind === 'damage') throw new Error(item.reason);
    if (item.kind !== 'header') exchanges.set(item.exchange.id, item.exchange.purpose);
  }
  return exchanges;
}

const allureNames = (folder: string) =>
  readdirSync(reportFolder(folder).allure)
    .filter((name) => name.endsWith('-result.json'))
    .map((name) => (JSON.parse(readFileSync(join(reportFolder(folder).allure, name), 'utf8')) as { name: string }).name)
    .sort();

/** spent.log, which notes what was taken of an allowance, is only used during a run. */
const reportFiles = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name !== 'spent.log')
    .sort();

const junitCases = (folder: string) => readFileSync(reportFolder(folder).junit, 'utf8').match(/<testcase [^>]*>/g);

/** Checks of every kind: those that need quiet, those that use up drafts and payments, and those that the judge does in passing. */
const quarter = [
  'EVT-01',
  'RATE-05',
  'CARD-14',
  'CARD-15',
  'MEM-07',
  'PAY-45',
  'PAY-62',
  'BEN-43',
  'SESS-38',
  'ERR-25',
];

test('four shards of the reference service, merged, come to what one run comes to', async ({}, info) => {
  test.setTimeout(900_000);
  const asked = ['certify', '--depth', 'quick', '--only', ...quarter, '--quiet'];
  const shards = [1, 2, 3, 4].map((index) => ({ index, out: info.outputPath(`shard-${index}`) }));
  const [one, out] = [info.outputPath('one'), info.outputPath('merged')];

  await assay([...asked, '--out', one]);
  for (const shard of shards) await assay([...asked, '--shard', `${shard.index}/4`, '--out', shard.out]);
  const merged = await assay(['merge', ...shards.map((shard) => shard.out), '--out', out, '--json']);

  const verdict = JSON.parse(merged.stdout) as Verdict;
  expect(verdict).toEqual(verdictIn(out));
  expect(verdictsOf(verdict)).toEqual(verdictsOf(verdictIn(one)));
  expect({ code: merged.code, status: verdict.status }).toEqual({ code: 0, status: 'passed' });
  expect(junitCases(out)).toEqual(junitCases(one));
  expect(allureNames(out)).toEqual(allureNames(one));
  expect(reportFiles(out)).toEqual(reportFiles(one));

  const purposes = await Promise.all(shards.map(async (shard) => new Set((await recorded(shard.out)).values())));
  for (const quiet of ['EVT-01', 'RATE-05'])
    expect(purposes.map((each) => each.has(quiet))).toEqual([true, false, false, false]);
  expect(shards.map((shard) => verdictIn(shard.out).status)).toEqual(Array(4).fill('undecided'));
  expect((await recorded(out)).size).toBe(verdict.exchanges);
});

test('what a shard found leads to the right exchange of the joined evidence, and a lost shard is never green', async ({}, info) => {
  test.setTimeout(300_000);
  const service = await serve('--fault', 'card-filter-blocked');
  const asked = ['certify', '--target', service.url, '--profile', profile, '--depth', 'quick', '--quiet'];
  const shards = [1, 2, 3].map((index) => info.outputPath(`shard-${index}`));
  for (const [place, out] of shards.entries()) {
    await assay([...asked, '--only', 'CARD-14', 'RATE-05', 'SESS-38', '--shard', `${place + 1}/3`, '--out', out]);
  }
  await service.stop();
  const finding = shards.find((folder) => verdictIn(folder).status === 'failed') ?? '';
  const [out, without] = [info.outputPath('merged'), info.outputPath('without')];

  const merged = await assay(['merge', ...shards, '--out', out]);
  const lost = await assay(['merge', ...shards.filter((folder) => folder !== finding), '--out', without]);

  expect(merged.code, merged.stdout).toBe(1);
  const [failed] = verdictIn(out).requirements.filter(({ verdict }) => verdict === 'fail');
  expect(failed?.id).toBe('CARD-14');
  expect(failed?.evidence).not.toEqual([]);
  const exchanges = await recorded(out);
  for (const id of failed?.evidence ?? []) expect(exchanges.get(id)).toBe('CARD-14');
  expect(readFileSync(reportFolder(out).page, 'utf8')).toContain(failed?.findings[0]?.shown?.id ?? 'no exchange');
  const [, id = '', folder = ''] = /show (\S+) --in (\S+)/.exec(merged.stdout.replaceAll(/ \\\n\s+/g, ' ')) ?? [];
  expect((await assay(['show', id, '--in', folder])).stdout).toContain('for CARD-14');

  for (const name of ['shard.json', 'verdict.json', 'evidence.ndjson', 'index.html', 'junit.xml']) {
    expect(readFileSync(join(finding, name), 'utf8')).not.toMatch(/made-up-password|Bearer [\w-]{20}/);
  }
  expect(lost.code).toBe(3);
  const index = shards.indexOf(finding) + 1;
  expect(lost.stdout).toContain(`shard ${index}/3 is missing`);
  expect(verdictIn(without).requirements.find(({ id }) => id === 'CARD-14')).toMatchObject({
    verdict: 'untested',
    reason: `shard ${index}/3, which does its check, is missing`,
  });
});

const division = [['CARD-14'], ['CARD-15']] as RequirementId[][];

function madeShard(folder: string, index: number, change: Partial<Part> = {}): string {
  mkdirSync(folder, { recursive: true });
  const [id] = division[index - 1] as RequirementId[];
  writePart(reportFolder(folder).shard, {
    facts: { ...facts, only: ['CARD-14', 'CARD-15'], shard: `${index}/2` },
    division,
    records: [held(id!)],
    deviations: [],
    given: [],
    ...change,
  });
  writeFileSync(reportFolder(folder).evidence, '');
  return folder;
}

test('what does not belong together is refused with a line that says why, and nothing is written', async ({}, info) => {
  const [one, two] = [1, 2].map((index) => madeShard(info.outputPath(`shard-${index}`), index)) as [string, string];
  const foreign = madeShard(info.outputPath('foreign'), 2, { facts: { ...facts, shard: '2/2', only: [], seed: 5 } });
  const copy = info.outputPath('copy');
  cpSync(two, copy, { recursive: true });
  const torn = info.outputPath('torn');
  cpSync(two, torn, { recursive: true });
  writeFileSync(reportFolder(torn).shard, '{"kind":');
  const bare = info.outputPath('bare');
  cpSync(two, bare, { recursive: true });
  rmSync(reportFolder(bare).evidence);
  const whole = info.outputPath('whole');
  mkdirSync(whole);
  const out = info.outputPath('out');

  for (const [folders, line] of [
    [[one, foreign], /these cannot be merged: .*shard-1 and .*foreign are of different runs: the .+ is .+ and /],
    [[one, two, copy], /shard-2 and .*copy are both shard 2\/2/],
    [[one, torn], /torn\/shard\.json is no shard of a run/],
    [[one, bare], /bare\/evidence\.ndjson is missing, to which its findings refer/],
    [[one, join(two, 'nowhere')], /nowhere is no folder/],
    [[whole], /whole holds no shard of a run/],
  ] as const) {
    const { code, stderr, stdout } = await assay(['merge', ...folders, '--out', out, '--json']);

    expect({ code, stdout }, stderr).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(line);
    expect(existsSync(out)).toBe(false);
  }
  const over = await assay(['merge', one, two, '--out', one]);
  expect(over.code).toBe(2);
  expect(over.stderr).toContain('would be overwritten');
  expect(existsSync(reportFolder(one).shard)).toBe(true);
});

test('a folder without a shard among others is a lost one', async ({}, info) => {
  const one = madeShard(info.outputPath('shard-1'), 1);
  const killed = info.outputPath('shard-2');
  mkdirSync(killed);

  const { code, stdout } = await assay(['merge', one, killed, '--out', info.outputPath('out'), '--json']);

  expect(code).toBe(3);
  expect((JSON.parse(stdout) as Verdict).reason).toMatch(/^shard 2\/2 is missing; no shard is in .*shard-2$/);
});

test('shards of plain Playwright are divided alike, and can be merged', async ({}, info) => {
  test.setTimeout(300_000);
  const service = await serve();
  const shards = [1, 2].map((index) => info.outputPath(`shard-${index}`));
  const playwright = join(root, 'node_modules/@playwright/test/cli.js');
  for (const [place, folder] of shards.entries()) {
    const env = plainEnvironment({ ASSAY_TARGET: service.url, ASSAY_PROFILE: profile, ASSAY_OUT: folder });
    const options = [
      '--grep',
      'CARD-14|RATE-05|AUTH-12',
      '--shard',
      `${place + 1}/2`,
      '--output',
      info.outputPath('x'),
    ];
    const child = spawn(process.execPath, [playwright, 'test', ...options], { cwd: root, env, stdio: 'ignore' });
    await new Promise((ended) => child.once('close', ended));
  }
  await service.stop();
  const out = info.outputPath('out');

  await assay(['merge', ...shards, '--out', out, '--quiet']);

  const passed = verdictIn(out).requirements.filter(({ verdict, counts }) => verdict === 'pass' && counts.tests > 0);
  expect(passed.map(({ id }) => id)).toEqual(['AUTH-12', 'CARD-14', 'RATE-05']);
  expect(verdictIn(out).shards?.map(({ shard }) => shard)).toEqual(['1/2', '2/2']);
});
