// The folder of a report: it is used by one run at a time, is never half written, and a run says at once when it cannot be written.
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, type TestInfo, test } from '@playwright/test';
import { claimFolder } from '../../../cli/folder/claim.ts';
import { thisProcess } from '../../../cli/folder/holder.ts';
import { assay, command, plainEnvironment, root } from '../command.ts';

const minute = 60_000;

/** A folder that somebody else uses, whose last sign of life was so many milliseconds ago. */
function heldBy(info: TestInfo, holder: object, ago = 0): string {
  const out = info.outputPath('report');
  const lock = join(out, '.run/lock');
  mkdirSync(dirname(lock), { recursive: true });
  writeFileSync(lock, JSON.stringify(holder));
  const then = new Date(Date.now() - ago);
  utimesSync(lock, then, then);
  return out;
}

const endedPid = (): number => spawnSync(process.execPath, ['-e', '']).pid;

test('a second run is told which one has the folder, and sends nothing', async ({}, info) => {
  const out = info.outputPath('report');
  const claim = claimFolder(out);

  const { code, stderr } = await assay(['certify', '--only', 'CARD-14', '--out', out]);
  claim.release();

  expect(code).toBe(2);
  expect(stderr).toContain(`process ${process.pid}`);
  expect(stderr).toContain('--out');
  expect(existsSync(join(out, 'verdict.json'))).toBe(false);
});

for (const [whose, holder, ago] of [
  ['a process that has ended', () => ({ ...thisProcess(), pid: endedPid() }), 0],
  ['a process whose number another one has by now', () => ({ ...thisProcess(), began: 'another time' }), 0],
  ['a machine that was not heard of for a while', () => ({ ...thisProcess(), host: 'elsewhere' }), 2 * minute],
] as const) {
  test(`the lock of ${whose} holds nobody up`, ({}, info) => {
    const out = heldBy(info, holder(), ago);

    claimFolder(out).release();

    expect(existsSync(join(out, '.run'))).toBe(false);
  });
}

test('another machine that is heard of keeps the folder, and so does a lock that has just been made', ({}, info) => {
  const far = heldBy(info, { ...thisProcess(), host: 'elsewhere' });
  expect(() => claimFolder(far)).toThrow(/in use by another run \(process \d+ on elsewhere/);

  writeFileSync(join(far, '.run/lock'), '');
  expect(() => claimFolder(far)).toThrow(/in use by another run/);
  expect(hostname()).not.toBe('elsewhere');
});

test('a folder that cannot be made or written ends the command before anything is sent', async ({}, info) => {
  const file = info.outputPath('a-file');
  writeFileSync(file, '');
  for (const args of [['certify'], ['limits'], ['check', join(root, 'package.json')], ['merge', 'shard-1']]) {
    const { code, stderr } = await assay([...args, '--out', join(file, 'report')]);

    expect([code, stderr]).toEqual([2, expect.stringContaining('cannot be written: ENOTDIR')]);
  }
});

test('so does one that belongs to somebody else', async ({}, info) => {
  test.skip(process.getuid?.() !== 0, 'only root can act as somebody else');
  const out = info.outputPath('report');
  mkdirSync(out);
  chmodSync(out, 0o755);

  const child = spawn(process.execPath, [command, 'certify', '--out', out], {
    uid: 65_534,
    gid: 65_534,
    env: plainEnvironment({ HOME: '/' }),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });

  expect(await new Promise((ended) => child.once('close', ended))).toBe(2);
  expect(stderr).toContain('cannot be written: EACCES');
});

test('a file system that has no folders made in it is told at once', async () => {
  test.skip(process.platform !== 'linux', '/proc is one of Linux');

  const { code, stderr } = await assay(['certify', '--out', '/proc/report']);

  expect([code, stderr]).toEqual([2, expect.stringContaining('/proc/report cannot be written: ENOENT')]);
});

test('a file that cannot be written ends the command before anything is sent', async ({}, info) => {
  const file = info.outputPath('a-file');
  writeFileSync(file, '');
  const [target, below] = [['--target', 'http://127.0.0.1:9'], join(file, 'new.yaml')];
  const env = { ASSAY_USERNAME: 'ann', ASSAY_PASSWORD: 'open sesame' };
  for (const args of [
    ['init', ...target, '--profile', below],
    ['init', ...target, '--profile', info.outputPath('p.yaml'), '--overlay', below],
    ['replay', file, ...target, '--save-plan', below],
    ['replay', file, ...target, '--baseline', 'http://127.0.0.1:9', '--save-noise', below],
  ]) {
    const { code, stderr } = await assay(args, env);

    expect([code, stderr]).toEqual([2, expect.stringContaining('new.yaml cannot be written: ENOTDIR')]);
  }
});

test('shards are not joined into a folder that another run has', async ({}, info) => {
  const out = info.outputPath('report');
  const claim = claimFolder(out);

  const { code, stderr } = await assay(['merge', 'shard-1', 'shard-2', '--out', out]);
  claim.release();

  expect([code, stderr]).toEqual([2, expect.stringContaining(`in use by another run (process ${process.pid}`)]);
});

test('listing the tests leaves the report of an earlier run as it is', async ({}, info) => {
  const out = info.outputPath('report');
  mkdirSync(out);
  writeFileSync(join(out, 'verdict.json'), '{"status":"passed"}');

  const runner = join(root, 'node_modules/@playwright/test/cli.js');
  const listed = spawnSync(process.execPath, [runner, 'test', '--list'], {
    cwd: root,
    env: plainEnvironment({ ASSAY_OUT: out }),
    encoding: 'utf8',
  });

  expect(listed.stdout, listed.stderr).toMatch(/Total: \d{3,} tests/);
  expect(readFileSync(join(out, 'verdict.json'), 'utf8')).toBe('{"status":"passed"}');
  expect(existsSync(join(out, 'index.html'))).toBe(false);
});

test('what a report is made from is not overwritten by it', async ({}, info) => {
  const out = info.outputPath('report');
  mkdirSync(out);
  const evidence = join(out, 'evidence.ndjson');
  writeFileSync(evidence, 'what was recorded\n');
  const target = ['--target', 'http://127.0.0.1:1', '--profile', join(root, 'reference/profile.yaml')];

  for (const args of [
    ['check', evidence],
    ['replay', `${out}/*.ndjson`, ...target],
  ]) {
    const { code, stderr } = await assay([...args, '--out', out]);

    expect([code, stderr]).toEqual([2, expect.stringContaining('would be overwritten')]);
  }
  expect(readFileSync(evidence, 'utf8')).toBe('what was recorded\n');
});
