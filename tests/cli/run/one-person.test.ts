// A run, by the real command, whose profile names one person twice.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { parse, stringify } from 'yaml';
import { assay, root, serve, verdictIn } from '../command.ts';

test('the sign token of a person under another name is not taken for that of somebody else', async ({}, info) => {
  const [out, profile] = [info.outputPath('report'), info.outputPath('profile.yaml')];
  const whole = parse(readFileSync(join(root, 'reference/profile.yaml'), 'utf8'));
  const users = { full: whole.users.full, second: whole.users.full, mfa: whole.users.mfa };
  writeFileSync(profile, stringify({ ...whole, users }));
  const service = await serve('--variant', 'mfa-always');

  const asked = ['--only', 'PAY-72', 'MEM-11', 'SESS-31', '--depth', 'quick', '--out', out];
  const run = await assay(['certify', '--target', service.url, '--profile', profile, ...asked]);

  await service.stop();
  expect(
    verdictIn(out)
      .requirements.map(({ id, verdict }) => `${id} ${verdict}`)
      .toSorted(),
    run.stdout,
  ).toEqual(['MEM-11 pass', 'PAY-72 pass', 'SESS-31 pass']);
});
