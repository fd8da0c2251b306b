// Compares a run with an earlier one, and two verdicts with each other, by the real command.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { expect, test } from '@playwright/test';
import { exitOf } from '../../../cli/exit.ts';
import { decide } from '../../../reports/verdict/decide.ts';
import type { Comparison, RunFacts } from '../../../reports/verdict/verdict.ts';
import { broken, facts, held, requirement, untested } from '../../reports/verdicts.ts';
import { assay, root, serve, verdictIn } from '../command.ts';

const profile = join(root, 'reference/profile.yaml');

test('a run is compared with the last report in its own folder, and what still fails passes --gate new', async ({}, info) => {
  test.setTimeout(300_000);
  const out = info.outputPath('report');
  const [good, faulty] = await Promise.all([serve(), serve('--fault', 'card-filter-blocked')]);
  const certify = (url: string, ...more: string[]) =>
    assay([
      ...['certify', '--target', url, '--profile', profile, '--only', 'CARD-14', 'CARD-18', '--out', out],
      ...more,
    ]);

  await certify(good.url, '--quiet');
  const regressed = await certify(faulty.url, '--since', out, '--gate', 'new');
  const first = verdictIn(out);
  const again = await certify(faulty.url, '--since', join(out, 'verdict.json'), '--gate', 'new');
  await Promise.all([good.stop(), faulty.stop()]);

  expect(regressed.code, regressed.stdout).toBe(1);
  expect(first.since).toMatchObject({
    earlier: { file: out, status: 'passed' },
    status: 'failed',
    gate: 'new',
    circumstances: [{ name: 'target', one: good.url, other: faulty.url }],
    changes: [{ id: 'CARD-14', kind: 'newly failing', before: 'pass', now: 'fail' }],
  });
  expect(regressed.stdout).toContain('1  newly failing (pass → fail): CARD-14');
  expect(readFileSync(join(out, 'index.html'), 'utf8')).toContain('Since the earlier verdict');
  expect(again.code, again.stdout).toBe(0);
  expect(again.stdout).toContain('✗ failed     1 of 2 musts is broken.');
  expect(verdictIn(out)).toMatchObject({ status: 'failed', since: { status: 'passed', circumstances: [] } });
});

const asked = [requirement('CARD-14', 'a filter filters'), requirement('CARD-15', 'an id is a UUID')];
const passed = decide(facts, asked, [held('CARD-14'), held('CARD-15')]);
const failed = decide(facts, asked, [broken('CARD-14'), held('CARD-15')]);
const open = decide(facts, asked, [untested('CARD-14', 'a card'), held('CARD-15')]);

function written(path: string, content: unknown): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

test('what cannot be compared with is refused before anything is sent', async ({}, info) => {
  let connections = 0;
  const listener = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((ready) => listener.listen(0, '127.0.0.1', ready));
  const { port } = listener.address() as { port: number };
  const shardFacts: RunFacts = { ...facts, shard: '1/2' };
  const files = [
    [info.outputPath('nowhere.json'), /nowhere\.json cannot be read: /],
    [written(info.outputPath('torn.json'), '{"status":'), /torn\.json cannot be read: /],
    [
      written(info.outputPath('replay.json'), { kind: 'replay', status: 'passed' }),
      /replay\.json is no verdict of Assay/,
    ],
    [written(info.outputPath('null.json'), 'null'), /null\.json is no verdict of Assay/],
    [
      written(info.outputPath('shard.json'), decide(shardFacts, asked, [held('CARD-14')])),
      /shard\.json is the verdict of shard 1\/2 alone: join the shards with assay merge first/,
    ],
  ] as const;
  const certify = (...more: string[]) =>
    assay([
      'certify',
      '--target',
      `http://127.0.0.1:${port}`,
      '--profile',
      profile,
      '--out',
      info.outputPath('x'),
      ...more,
    ]);

  for (const [file, message] of files) {
    const { code, stderr } = await certify('--since', file);
    expect({ file, code }, stderr).toEqual({ file, code: 2 });
    expect(stderr).toMatch(message);
  }
  const good = written(info.outputPath('good.json'), passed);
  const ungated = await certify('--gate', 'new');
  const sharded = await certify('--since', good, '--shard', '1/2');
  await new Promise((closed) => listener.close(closed));

  expect(ungated).toMatchObject({ code: 2, stderr: '--gate new compares with an earlier verdict: --since FILE\n' });
  expect(sharded.code).toBe(2);
  expect(sharded.stderr).toContain('give it to assay merge');
  expect(connections).toBe(0);
});

test('assay diff tells what changed between two files or folders, by text, JSON and exit code', async ({}, info) => {
  const [before, after] = [written(info.outputPath('before.json'), passed), info.outputPath('after')];
  written(join(after, 'verdict.json'), failed);
  const undecided = written(info.outputPath('open.json'), open);

  const worse = await assay(['diff', before, after]);
  const better = await assay(['diff', after, before, '--json']);
  const same = await assay(['diff', after, after]);
  const lost = await assay(['diff', before, undecided, '--json']);
  const unusable = await assay(['diff', before, info.outputPath('nowhere')]);

  expect(worse).toMatchObject({ code: 1, stderr: '' });
  expect(worse.stdout).toMatch(/1 newly failing\nCARD-14 +a filter filters \(pass → fail\)/);
  expect(better.code).toBe(0);
  expect(JSON.parse(better.stdout) as Comparison).toMatchObject({
    status: 'passed',
    changes: [{ id: 'CARD-14', kind: 'newly passing', before: 'fail', now: 'pass' }],
  });
  expect(same).toMatchObject({ code: 0, stdout: expect.stringContaining('1 still failing') });
  expect(lost.code).toBe(3);
  expect(JSON.parse(lost.stdout) as Comparison).toMatchObject({ changes: [{ kind: 'no longer decided' }] });
  expect(unusable).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('cannot be read') });
});

test('with --gate new the exit code is that of what is new, unless an accepted deviation has come to pass', () => {
  const comparison: Comparison = {
    earlier: { file: 'x', status: 'failed', startedAt: facts.startedAt },
    status: 'passed',
    circumstances: [],
    changes: [],
  };

  expect(exitOf(failed)).toBe(1);
  expect(exitOf({ ...failed, since: { ...comparison, gate: 'all' } })).toBe(1);
  expect(exitOf({ ...failed, since: { ...comparison, gate: 'new' } })).toBe(0);
  expect(exitOf({ ...passed, since: { ...comparison, status: 'undecided', gate: 'new' } })).toBe(3);
  expect(exitOf({ ...failed, obsolete: ['CARD-15'], since: { ...comparison, gate: 'new' } })).toBe(1);
});
