// The lines that a failure prints show the same failure again when they are pasted into a shell.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Verdict } from '../../../reports/verdict/verdict.ts';
import { assay, plainEnvironment, root, serve } from '../command.ts';

/** The commands after `again`, unfolded, one each. */
function pasted(output: string): readonly string[] {
  const [, block = ''] = /^ {4}again {5}(.*(?:\n {14}.*)*)/m.exec(output.slice(output.lastIndexOf('✗ CARD-14'))) ?? [];
  return block.replaceAll(/ \\\n\s+/g, ' ').split(/\n\s+/);
}

test('the lines of a filter that lets wrong cards through let them through again, and leave the report as it is', async ({}, info) => {
  test.setTimeout(180_000);
  test.skip(spawnSync('curl', ['--version']).status !== 0, 'curl is not installed');
  const out = info.outputPath('report');
  const faulty = await serve('--fault', 'card-filter-blocked');
  const target = ['--target', faulty.url, '--profile', join(root, 'reference/profile.yaml')];

  const { stdout } = await assay(['certify', ...target, '--only', 'CARD-14', '--out', out]);
  const before = readFileSync(join(out, 'verdict.json'), 'utf8');
  const [token = '', curl = '', repeated = '', show = '', ...more] = pasted(stdout);
  const run = (...lines: readonly string[]) =>
    spawnSync('sh', ['-c', lines.join('\n')], { cwd: info.outputDir, env: plainEnvironment({}), encoding: 'utf8' });
  // They run in another folder, so that nothing is written among the sources. There `npx assay` would be another package.
  const elsewhere = (line: string) =>
    line.replaceAll('npx assay', `node ${join(root, 'bin/assay.js')}`).replace('reference/', `${root}/reference/`);
  const again = run(elsewhere(token), curl);
  const repetition = run(elsewhere(repeated).replace(/--out .*(?=\/again)/, '--out repeated'));
  const shown = run(elsewhere(show).replace(/--in .*/, `--in ${out}`));
  await faulty.stop();

  expect(more).toEqual([]);
  const asked = new URL(/'(http[^']+)'/.exec(curl)?.[1] ?? '').searchParams.get('status');
  const [head = '', body = ''] = again.stdout.split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1\.1 200/);
  const statuses = (JSON.parse(body) as { status: string }[]).map(({ status }) => status);
  expect(new Set(statuses)).not.toEqual(new Set([asked]));

  expect(repetition.status, repetition.stderr).toBe(1);
  expect(readFileSync(join(out, 'verdict.json'), 'utf8')).toBe(before);
  expect(existsSync(info.outputPath('repeated/again/CARD-14/verdict.json'))).toBe(true);

  const { requirements } = JSON.parse(before) as Verdict;
  expect(shown.stdout).toContain(`exchange ${requirements[0]?.evidence[0]}`);
  expect(shown.stdout).toContain(`status=${asked}`);
  expect(shown.stdout).toContain('"id": ');
});
