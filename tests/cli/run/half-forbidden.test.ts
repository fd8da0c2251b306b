// A run, by the real command, with a user who may not do everything and whose second factor the profile does not know.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { parse, stringify } from 'yaml';
import { assay, root, serve, verdictIn } from '../command.ts';

test('a demand in one kind of body, where the other kind is forbidden, leaves open what is forbidden', async ({}, info) => {
  const [out, profile] = [info.outputPath('report'), info.outputPath('profile.yaml')];
  const whole = parse(readFileSync(join(root, 'reference/profile.yaml'), 'utf8'));
  const { mfa: _unknown, ...restricted } = whole.users.restricted;
  writeFileSync(profile, stringify({ ...whole, users: { ...whole.users, restricted } }));
  const service = await serve('--fault', 'forbidden-invitation-demanded-by-form');

  const asked = ['--only', 'ERR-06', '--depth', 'quick', '--out', out];
  const run = await assay(['certify', '--target', service.url, '--profile', profile, ...asked]);

  await service.stop();
  const [requirement] = verdictIn(out).requirements;
  expect(requirement, run.stdout).toMatchObject({ id: 'ERR-06', verdict: 'untested' });
  expect(JSON.stringify(requirement)).toContain('users.restricted.mfa');
});
