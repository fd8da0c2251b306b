// Runs the lines that docs/certificate.md gives to paste at a release gate.
import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { expect, type TestInfo, test } from '@playwright/test';
import type { Verdict } from '../../../reports/verdict/verdict.ts';
import { build, certificateOf, keysIn, wholeVerdict } from '../../reports/certificate/reports.ts';
import { command, plainEnvironment, root } from '../command.ts';

const handbook = readFileSync(join(root, 'docs/certificate.md'), 'utf8');

/** The only block to paste that contains this part. */
function pasted(part: string): string {
  const blocks = [...handbook.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block);
  const [found, ...others] = blocks.filter((block) => block.includes(part));
  expect(found !== undefined && others.length === 0, part).toBe(true);
  return found!;
}

/** Runs in a folder with a certificate and the key that verifies it, where `npx` works as after an installation of Assay. */
async function run(info: TestInfo, script: string, verdict: Verdict): Promise<SpawnSyncReturns<string>> {
  const keys = keysIn(info);
  const { certificate } = await certificateOf(info, verdict, keys);
  const folder = dirname(certificate);
  copyFileSync(keys.publicKey, join(folder, 'release.pub'));
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'npx'), `#!/bin/sh\nshift\nexec '${process.execPath}' '${command}' "$@"\n`);
  chmodSync(join(bin, 'npx'), 0o755);
  const path = [bin, dirname(process.execPath), process.env['PATH']].join(delimiter);
  const env = plainEnvironment({ DIGEST: build, PATH: path });
  return spawnSync('bash', ['-e', '-o', 'pipefail', '-c', script], { cwd: folder, env, encoding: 'utf8' });
}

const isThere = (program: string) => spawnSync(program, ['--version']).error === undefined;

test('the line of a release gate opens for the build and for no other', async ({}, info) => {
  const line = pasted('|| exit 1');

  const open = await run(info, line, wholeVerdict());
  const shut = await run(info, line.replace('$DIGEST', `sha256:${'00'.repeat(32)}`), wholeVerdict());

  expect(open.status, open.stdout + open.stderr).toBe(0);
  expect(shut.status).toBe(1);
});

test('what jq reads at a promotion is a passed run of these days at full depth', async ({}, info) => {
  test.skip(!isThere('jq'), 'jq is not installed');
  const line = pasted('jq -e');
  const old = new Date(Date.now() - 8 * 86_400_000).toISOString();

  const outcomes = [];
  for (const change of [{}, { depth: 'quick' }, { startedAt: old }]) {
    outcomes.push((await run(info, line, wholeVerdict(change))).stdout.trim());
  }

  expect(outcomes).toEqual(['true', 'false', 'false']);
});

test('openssl alone verifies it by the lines of the handbook', async ({}, info) => {
  test.skip(!isThere('jq') || !isThere('openssl'), 'jq or openssl is not installed');
  const lines = pasted('openssl dgst');

  const whole = await run(info, lines, wholeVerdict());
  const changed = await run(info, lines.replace('openssl', 'echo >> signed.bin; openssl'), wholeVerdict());

  expect(whole.status, whole.stderr).toBe(0);
  expect(whole.stdout).toContain('Verified OK');
  expect(changed.status).not.toBe(0);
});
