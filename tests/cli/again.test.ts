// The curl line that a failure prints shows the same failure again.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { request } from 'undici';
import type { Verdict } from '../../reports/verdict/verdict.ts';
import { assay, root, serve } from './command.ts';

const tokenAt = async (url: string): Promise<string> => {
  const answer = await request(`${url}/v3/auth/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from('full.user@example.com:made-up-password-full').toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ fingerprint: 'device' }),
  });
  return ((await answer.body.json()) as { access: { token: string } }).access.token;
};

test('the line of a filter that lets a wrong card through is run and lets it through', async ({}, info) => {
  test.skip(spawnSync('curl', ['--version']).status !== 0, 'curl is not installed');
  const out = info.outputPath('report');
  const faulty = await serve('--fault', 'card-filter-blocked');

  const { stdout } = await assay([
    ...['certify', '--target', faulty.url, '--profile', join(root, 'reference/profile.yaml')],
    ...['--only', 'CARD-14', '--out', out],
  ]);
  const { requirements } = JSON.parse(readFileSync(join(out, 'verdict.json'), 'utf8')) as Verdict;
  const line = requirements[0]?.findings[0]?.shown?.curl ?? '';
  const env = { ...process.env, TOKEN: await tokenAt(faulty.url) };
  const again = spawnSync('sh', ['-c', line], { env, encoding: 'utf8' }).stdout;

  await faulty.stop();
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain(line.slice(0, 40));
  const asked = new URL(/'(http[^']+)'/.exec(line)?.[1] ?? '').searchParams.get('status');
  const statuses = (JSON.parse(again) as { status: string }[]).map(({ status }) => status);
  expect(new Set(statuses)).not.toEqual(new Set([asked]));
});
