// --json: prints one JSON document on standard output and nothing else, in every command that has the option.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Verdict } from '../../../reports/verdict/verdict.ts';
import { recordedFlow } from '../../replay/flow.ts';
import { assay, root, serve, start } from '../command.ts';

const profile = join(root, 'reference/profile.yaml');

// Each of these starts several processes, which take long to start on a busy machine.
test.describe.configure({ timeout: 300_000 });

/** Throws when there is anything before or after the document. */
const only = (stdout: string): Verdict => {
  expect(stdout).toMatch(/^\{.*\}\n$/);
  return JSON.parse(stdout) as Verdict;
};

const fileIn = (folder: string, name = 'verdict.json') =>
  JSON.parse(readFileSync(join(folder, name), 'utf8')) as unknown;

test('certify, its shards and their merge print the verdict that they write', async ({}, info) => {
  const service = await serve('--fault', 'card-filter-blocked');
  const [one, two, out] = ['shard-1', 'shard-2', 'merged'].map((name) => info.outputPath(name)) as [
    string,
    string,
    string,
  ];
  const certify = (folder: string, shard: string) =>
    assay([
      ...['certify', '--target', service.url, '--profile', profile, '--only', 'CARD-14', 'AUTH-12', '--json'],
      ...['--shard', shard, '--out', folder],
    ]);

  const [first, second] = [await certify(one, '1/2'), await certify(two, '2/2')];
  await service.stop();
  const merged = await assay(['merge', one, two, '--out', out, '--json']);

  expect(only(first.stdout)).toEqual(fileIn(one));
  expect(only(second.stdout)).toEqual(fileIn(two));
  expect(only(merged.stdout)).toEqual(fileIn(out));
  expect([first.code, second.code].sort()).toEqual([1, 3]);
  expect(merged.code).toBe(1);
});

test('a target that cannot be reached is a verdict as well', async ({}, info) => {
  const out = info.outputPath('report');

  const { code, stdout } = await assay([
    ...['limits', '--target', 'http://127.0.0.1:1', '--profile', profile, '--out', out, '--json'],
  ]);

  expect(code).toBe(3);
  expect(only(stdout)).toEqual(fileIn(out));
  expect(only(stdout).reason).toContain('cannot be reached');
});

for (const command of ['certify', 'limits']) {
  test(`an interrupted ${command} prints what it came to, and no word of what it was about to do`, async ({}, info) => {
    const out = info.outputPath('report');
    const child = start([command, '--json', '--depth', 'quick', '--out', out]);
    let stdout = '';
    child.stdout?.on('data', (text: Buffer) => {
      stdout += text.toString('utf8');
    });
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    await expect.poll(() => existsSync(join(out, 'evidence.ndjson')), { timeout: 200_000 }).toBe(true);

    child.kill('SIGINT');

    expect(await ended).toBe(3);
    expect(only(stdout)).toMatchObject({ status: 'undecided', reason: 'the run was interrupted' });
  });
}

test('check and replay print what they write, and a dry replay its plan', async ({}, info) => {
  const recording = info.outputPath('recording.ndjson');
  await recordedFlow({ path: recording });
  const candidate = await serve();
  const [checked, played] = [info.outputPath('checked'), info.outputPath('played')];
  const replay = ['replay', recording, '--target', candidate.url, '--profile', profile, '--json'];

  const check = await assay(['check', recording, '--out', checked, '--json']);
  const dry = await assay([...replay, '--dry-run']);
  const whole = await assay([...replay, '--out', played, '--shard', '1/1']);
  const merged = await assay(['merge', played, '--out', info.outputPath('merged'), '--json']);
  await candidate.stop();

  expect(only(check.stdout)).toEqual(fileIn(checked));
  expect(JSON.parse(dry.stdout)).toHaveProperty('sessions');
  expect(only(whole.stdout)).toEqual(fileIn(played, 'replay.json'));
  expect(only(merged.stdout)).toEqual(fileIn(info.outputPath('merged'), 'replay.json'));
});

test('a command that cannot be carried out prints nothing on standard output', async () => {
  for (const args of [
    ['certify', '--only', 'CARD-999'],
    ['limits', '--depth', 'x'],
    ['merge', 'nowhere'],
    ['diff', 'a', 'b'],
  ]) {
    const { code, stdout, stderr } = await assay([...args, '--json']);

    expect({ code, stdout }, stderr).toEqual({ code: 2, stdout: '' });
    expect(stderr).not.toBe('');
  }
});
