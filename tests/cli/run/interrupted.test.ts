// A run that is ended from outside: by Ctrl-C or SIGTERM at any moment, or because the command is killed.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { root, serve, verdictIn } from '../command.ts';
import { isThere, startGroup } from '../group.ts';

const certify = (out: string) => startGroup(['certify', '--only', 'CARD', '--out', out]);

for (const [moment, file, wait] of [
  ['the target is being asked what the run needs to know', '.run/lock', 0],
  ['the test runner is being loaded', '.run/lock', 1500],
  ['the checks are under way', 'evidence.ndjson', 2000],
] as const) {
  test(`Ctrl-C while ${moment} leaves a report that says so, and no process`, async ({}, info) => {
    test.setTimeout(120_000);
    const out = info.outputPath('report');
    const { child, ended } = certify(out);
    await expect.poll(() => existsSync(join(out, file)), { timeout: 60_000 }).toBe(true);
    await pause(wait);

    process.kill(-(child.pid as number), 'SIGINT');

    expect(await ended).toBe(3);
    const { status, reason, requirements } = verdictIn(out);
    expect([status, reason]).toEqual(['undecided', 'the run was interrupted']);
    expect(requirements.filter(({ verdict }) => verdict === 'fail' || verdict === 'error')).toEqual([]);
    expect(requirements.some(({ verdict }) => verdict === 'untested')).toBe(true);
    expect(readFileSync(join(out, 'junit.xml'), 'utf8')).toContain('the run was interrupted');
    expect(existsSync(join(out, '.run'))).toBe(false);
    await expect.poll(() => isThere(child)).toBe(false);
  });
}

for (const [signal, who] of [
  ['SIGINT', 'the group'],
  ['SIGTERM', 'the group'],
  ['SIGTERM', 'the command alone'],
] as const) {
  test(`${signal} to ${who} leaves what was done, a broken must included, and no process`, async ({}, info) => {
    test.setTimeout(120_000);
    const out = info.outputPath('report');
    const faulty = await serve('--fault', 'card-wallet-as-number');
    const { child, ended, said } = startGroup([
      ...['certify', '--target', faulty.url, '--profile', join(root, 'reference/profile.yaml')],
      ...['--only', 'CARD', '--out', out],
    ]);
    await expect.poll(said, { timeout: 60_000 }).toMatch(/^✗ CARD-02 /m);

    process.kill(who === 'the group' ? -(child.pid as number) : (child.pid as number), signal);

    expect(await ended, said()).toBe(1);
    await faulty.stop();
    const { status, reason, requirements } = verdictIn(out);
    expect([status, reason]).toEqual(['failed', 'the run was interrupted']);
    expect(requirements.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)).toContain('CARD-02');
    expect(existsSync(join(out, '.run'))).toBe(false);
    await expect.poll(() => isThere(child)).toBe(false);
  });
}

for (const who of ['the group', 'the command alone']) {
  test(`a signal to ${who} ends the command that resets the target as well`, async ({}, info) => {
    const out = info.outputPath('report');
    const profile = info.outputPath('profile.yaml');
    const reset = ['sh', '-c', 'touch begun; exec sleep 600'];
    const text = readFileSync(join(root, 'reference/profile.yaml'), 'utf8');
    writeFileSync(profile, `${text}\ntarget: { url: 'http://127.0.0.1:1', reset: ${JSON.stringify(reset)} }\n`);
    const { child, ended, said } = startGroup(['certify', '--profile', profile, '--reset', '--out', out]);
    await expect.poll(() => existsSync(info.outputPath('begun')), { timeout: 25_000 }).toBe(true);

    process.kill(who === 'the group' ? -(child.pid as number) : (child.pid as number), 'SIGTERM');

    expect(await ended, said()).toBe(3);
    expect(verdictIn(out).reason).toBe('the run was interrupted');
    await expect.poll(() => isThere(child)).toBe(false);
  });
}

test('a command that is killed takes its test processes with it, and its folder is free again', async ({}, info) => {
  test.setTimeout(180_000);
  const out = info.outputPath('report');
  const { child, ended } = certify(out);
  await expect.poll(() => existsSync(join(out, 'evidence.ndjson')), { timeout: 60_000 }).toBe(true);

  child.kill('SIGKILL');
  await ended;
  await expect.poll(() => isThere(child), { timeout: 30_000 }).toBe(false);
  expect(existsSync(join(out, '.run/lock'))).toBe(true);
  const next = certify(out);
  const holder = () => (JSON.parse(readFileSync(join(out, '.run/lock'), 'utf8')) as { pid: number }).pid;
  await expect.poll(holder, { timeout: 60_000 }).toBe(next.child.pid);
  process.kill(-(next.child.pid as number), 'SIGINT');

  expect(await next.ended).toBe(3);
});
