// A run against a distant target: the real command, which runs several checks at a time in processes of its own.
import { existsSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { assay, root, type Served, serve, verdictIn } from '../command.ts';
import { isThere, startGroup } from '../group.ts';

test.describe.configure({ timeout: 300_000 });

const profile = join(root, 'reference/profile.yaml');
/** Checks of several chapters: musts and an open question. */
const some = ['CARD-14', 'CARD-15', 'CARD-38', 'AUTH-04', 'PAR-03', 'PAR-14', 'VER-02'];

const certify = (target: Served, out: string, ...more: readonly string[]): readonly string[] => [
  ...['certify', '--target', target.url, '--profile', profile, '--depth', 'quick', '--out', out],
  ...more,
];

test('what is judged in lanes is judged like what one process after another does', async ({}, info) => {
  const [lanes, processes] = [info.outputPath('lanes'), info.outputPath('processes')];
  const target = await serve('--variant', 'far-away', '--fault', 'card-filter-blocked');

  const first = await assay(certify(target, lanes, '--only', ...some));
  const second = await assay(certify(target, processes, '--only', ...some, '--workers', '4'));

  await target.stop();
  expect([first.code, second.code], first.stdout + first.stderr).toEqual([1, 1]);
  const marks = (out: string) => verdictIn(out).requirements.map(({ id, verdict }) => `${id} ${verdict}`);
  expect(marks(lanes)).toEqual(marks(processes));
  expect(marks(lanes)).toContain('CARD-14 fail');
  expect(verdictIn(lanes).reason).toBe(verdictIn(processes).reason);
  // A failed test ends a process of the runner, but no check is repeated because of that.
  const exchanges = [lanes, processes].map((out) => verdictIn(out).exchanges);
  expect(Math.abs((exchanges[0] ?? 0) - (exchanges[1] ?? 0))).toBeLessThan(60);
  expect(existsSync(join(lanes, '.run'))).toBe(false);
});

/** The processes that are within a check, by the files with which they take turns: only files that were there at the previous look as well. */
function watch(out: string): () => readonly number[] {
  const turns = join(out, '.run/turns');
  let before: readonly string[] = [];
  return () => {
    const last = before;
    before = existsSync(turns) ? readdirSync(turns) : [];
    const both = before.filter((name) => last.includes(name));
    return [...new Set(both.flatMap((name) => Number(/^beside-(\d+)-/.exec(name)?.[1]) || []))];
  };
}

test('Ctrl-C ends the lanes too: a report says what was done, and no process is left', async ({}, info) => {
  const out = info.outputPath('report');
  const target = await serve('--variant', 'far-away');
  const { child, ended } = startGroup(certify(target, out, '--only', 'CARD', 'AUTH'));
  const atWork = watch(out);
  await expect.poll(() => atWork().length, { timeout: 120_000 }).toBeGreaterThan(0);
  await pause(6_000);

  process.kill(-(child.pid as number), 'SIGINT');

  expect(await ended).toBe(3);
  await target.stop();
  const { status, reason, requirements, totals } = verdictIn(out);
  expect([status, reason]).toEqual(['undecided', 'the run was interrupted']);
  expect([totals.fail, totals.error]).toEqual([0, 0]);
  const reasons = new Set(requirements.map((each) => each.reason));
  expect(reasons).toContain('the run was interrupted before the check ended');
  // The results of finished checks are kept, even if their tests had not begun.
  expect(totals.pass).toBeGreaterThan(0);
  expect(existsSync(join(out, '.run'))).toBe(false);
  await expect.poll(() => isThere(child)).toBe(false);
});

test('a process of lanes that is killed costs the checks that it had begun, and the others do the rest', async ({}, info) => {
  const out = info.outputPath('report');
  const target = await serve('--variant', 'far-away');
  const { ended } = startGroup(certify(target, out, '--concurrency', '4', '--only', ...some));
  const atWork = watch(out);
  let one: number | undefined;
  await expect.poll(() => (one = atWork()[0]), { timeout: 120_000 }).toBeDefined();

  process.kill(one as number, 'SIGKILL');

  expect(await ended).toBe(3);
  await target.stop();
  const { requirements, totals } = verdictIn(out);
  const reasons = requirements.filter(({ verdict }) => verdict === 'error').map((each) => each.reason);
  expect(reasons.length).toBeGreaterThan(0);
  for (const reason of reasons) expect(reason).toContain('a process that did checks exited unexpectedly');
  expect(totals.pass).toBeGreaterThan(0);
  expect(totals.fail).toBe(0);
  expect(requirements.filter((each) => each.reason?.includes('before the check began'))).toEqual([]);
});

test('where every process of lanes is killed, the processes of the runner do what is left', async ({}, info) => {
  const out = info.outputPath('report');
  const target = await serve('--variant', 'far-away');
  const { ended } = startGroup(certify(target, out, '--concurrency', '4', '--only', ...some));
  const killed = new Set<number>();
  const atWork = watch(out);
  const processes = Math.min(4, Math.max(2, availableParallelism()));
  await expect
    .poll(
      () => {
        for (const id of atWork()) {
          if (killed.size < processes && !killed.has(id)) process.kill(id, 'SIGKILL');
          if (killed.size < processes) killed.add(id);
        }
        return killed.size;
      },
      { timeout: 120_000, intervals: [50] },
    )
    .toBe(processes);

  expect(await ended).toBe(3);
  await target.stop();
  const { totals, requirements } = verdictIn(out);
  expect(totals.error).toBeGreaterThan(0);
  expect(totals.pass).toBeGreaterThan(0);
  expect(requirements.filter((each) => each.reason?.includes('before the check began'))).toEqual([]);
});

test('--fail-fast ends the lanes at the first broken must, told before its test has its turn', async ({}, info) => {
  const out = info.outputPath('report');
  const target = await serve('--variant', 'far-away', '--fault', 'card-filter-blocked');

  const { code, stdout } = await assay(certify(target, out, '--only', 'CARD', '--fail-fast'));

  await target.stop();
  expect(code, stdout).toBe(1);
  const { status, reason, totals } = verdictIn(out);
  expect([status, reason]).toEqual(['failed', expect.stringContaining('--fail-fast')]);
  expect([totals.fail, totals.error]).toEqual([1, 0]);
  expect(totals.untested).toBeGreaterThan(0);
  expect(stdout.match(/^✗ CARD-14 /gm)).toHaveLength(2);
});
