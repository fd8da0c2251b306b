// assay init: the profile, and the overlay for other tools.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { parse } from 'yaml';
import { startReference } from '../../reference/service.ts';
import { users } from '../../reference/users.ts';
import type { Overlay } from '../../subject/start/overlay.ts';
import { assay } from './command.ts';

const [full] = users;
const credentials = { ASSAY_USERNAME: full?.username as string, ASSAY_PASSWORD: full?.password as string };

const parametersOf = (path: string): readonly string[] =>
  (parse(readFileSync(path, 'utf8')) as Overlay).actions.flatMap((action) => {
    const { parameters = [] } = ('update' in action ? action.update : {}) as { parameters?: { name: string }[] };
    return parameters.map(({ name }) => `${action.target} ${name}`);
  });

test('an overlay tells what was found, beside a new profile or by one that is there', async ({}, info) => {
  const service = await startReference({ variant: 'other-names' });
  const [profile, overlay] = [info.outputPath('profile.yaml'), info.outputPath('overlay.yaml')];
  const init = ['init', '--target', service.url, '--profile', profile, '--overlay', overlay];
  try {
    expect((await assay(init, credentials)).code).toBe(0);
    expect(parametersOf(overlay)).toContain("$.paths['/v2/card'] filter[state]");
    expect(existsSync(profile)).toBe(true);

    const again = await assay(init, credentials);
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining(`${overlay} is there already`)]);

    const said = `target: { url: '${service.url}' }\nopen: { expand: { name: with, list: brackets } }\n`;
    writeFileSync(profile, said);
    expect((await assay([...init, '--force'], credentials)).code).toBe(0);
    expect(readFileSync(profile, 'utf8')).toBe(said);
    expect(parametersOf(overlay)).toEqual(
      expect.arrayContaining(["$.paths['/v2/card'] filter[state]", "$.paths['/v2/payment/{id}'] with[]"]),
    );
  } finally {
    await service.close();
  }
});

test('it says what is left to say, and what hangs on each; where nothing was found out it leaves no file behind', async ({}, info) => {
  const service = await startReference();
  const profile = info.outputPath('profile.yaml');
  const init = ['init', '--target', service.url, '--profile', profile];

  const refused = await assay(init, { ...credentials, ASSAY_PASSWORD: 'another' });
  const existed = existsSync(profile);
  const { code, stdout } = await assay(init, credentials);
  await service.close();

  expect([refused.code, existed]).toEqual([3, false]);
  expect(refused.stderr).toContain(`${profile} is not written, because nothing was found out: `);
  expect(code).toBe(0);
  const counts = [...stdout.matchAll(/^ +(\d+) {2}(?:allow|fixtures|open|users): /gm)].map(([, count]) =>
    Number(count),
  );
  expect(counts.length).toBeGreaterThan(8);
  expect(counts).toEqual(counts.toSorted((one, other) => other - one));
  expect(stdout).toContain('allow: { createBeneficiaries: 100 }');
  expect(stdout).not.toContain('calculateLimits');
  expect(stdout).toContain(`certify --profile ${profile}`);
});
