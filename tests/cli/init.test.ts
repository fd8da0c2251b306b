// assay init: the profile, and the overlay for other tools.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { parse } from 'yaml';
import { startReference } from '../../reference/service.ts';
import { users } from '../../reference/users.ts';
import type { Verdict } from '../../reports/verdict/verdict.ts';
import type { Overlay } from '../../subject/start/overlay.ts';
import { assay, root } from './command.ts';

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
  const counts = [...stdout.matchAll(/^ +(\d+) {2}# /gm)].map(([, count]) => Number(count));
  expect(counts.length).toBeGreaterThan(8);
  expect(counts).toEqual(counts.toSorted((one, other) => other - one));
  expect(stdout).toContain('allow: { createBeneficiaries: 3000 }');
  for (const key of ['users: { second:', 'webhookReceiver', 'load: true']) expect(stdout).toContain(key);
  expect(stdout).not.toContain('calculateLimits');
  expect(stdout).toContain(`certify --profile ${profile}`);
});

test('what keeps it from a profile is told with what helps, and what was found out is not lost', async ({}, info) => {
  const service = await startReference();
  const folder = info.outputPath();
  const to = (profile: string, url = service.url) => ['init', '--target', url, '--force', '--profile', profile];
  try {
    const [isFolder, nobody, refused, elsewhere, unwritten] = [
      await assay(to(folder), credentials),
      await assay(to(info.outputPath('p.yaml'))),
      await assay(to(info.outputPath('p.yaml')), { ...credentials, ASSAY_PASSWORD: 'another' }),
      await assay(to(info.outputPath('p.yaml'), `${service.url}/v2`), credentials),
      await assay(to('/proc/p.yaml'), credentials),
    ];

    expect([isFolder.code, isFolder.stderr]).toEqual([2, expect.stringContaining('cannot be written: it is a folder')]);
    expect([nobody.code, nobody.stderr]).toEqual([2, 'nobody can log in: set ASSAY_USERNAME and ASSAY_PASSWORD\n']);
    expect([refused.code, refused.stderr]).toEqual([
      3,
      expect.stringContaining('Check ASSAY_USERNAME and ASSAY_PASSWORD.'),
    ]);
    expect([elsewhere.code, elsewhere.stderr]).toEqual([3, expect.stringMatching(/404.*Does the address end before/)]);
    expect([unwritten.code, unwritten.stderr]).toEqual([
      3,
      expect.stringMatching(/^\/proc\/p\.yaml cannot be written: E/),
    ]);
    expect(unwritten.stdout).toContain('statusFilter');
  } finally {
    await service.close();
  }
});

test('what it says fits the terminal', async ({}, info) => {
  const service = await startReference();
  try {
    for (const columns of [60, 80]) {
      const { code, stdout } = await assay(
        ['init', '--target', service.url, '--profile', info.outputPath(`${columns}.yaml`)],
        {
          ...credentials,
          COLUMNS: `${columns}`,
        },
      );
      // Commands to paste are not folded.
      const said = stdout.split('\n').filter((line) => !/^Next: |\.yaml says/.test(line));

      expect(code).toBe(0);
      expect(said.length).toBeGreaterThan(20);
      expect(said.filter((line) => line.length > columns)).toEqual([]);
    }
  } finally {
    await service.close();
  }
});

/** The values that a reader would fill in, by what a snippet asks for. */
const fixtures = parse(readFileSync(join(root, 'reference/profile.yaml'), 'utf8')) as {
  readonly fixtures: { readonly payments: Readonly<Record<'drafts' | 'cancellable', readonly (string | number)[]>> };
  readonly open: { readonly bodies: { readonly createPayment: { readonly json: object } } };
};

test('what a report says to paste is enough, and is refused until it is filled in', async ({}, info) => {
  test.setTimeout(180_000);
  const service = await startReference();
  const profile = info.outputPath('profile.yaml');
  const asked = { 'PAY-48': 'drafts', 'PAY-44': 'cancellable', 'RATE-01': 'paying', 'CARD-51': 'switching' } as const;
  const certify = (out: string, only: readonly string[], at = profile) =>
    assay(
      ['certify', '--profile', at, '--depth', 'quick', '--only', ...only, '--out', info.outputPath(out)],
      credentials,
    );
  const results = (out: string) =>
    (JSON.parse(readFileSync(info.outputPath(out, 'verdict.json'), 'utf8')) as Verdict).requirements;
  try {
    expect((await assay(['init', '--target', service.url, '--profile', profile], credentials)).code).toBe(0);
    expect((await certify('bare', Object.keys(asked))).code).toBe(3);
    for (const { id, verdict, remedy = '' } of results('bare')) {
      expect([id, verdict, remedy.split('\n')[0]]).toEqual([id, 'untested', 'in the profile']);
      const { payments } = fixtures.fixtures;
      const ids = asked[id as keyof typeof asked] === 'cancellable' ? payments.cancellable : payments.drafts;
      const filled = remedy
        .split('\n')
        .slice(1)
        .join('\n')
        .replace(/<fill in a body[^>]*>/, JSON.stringify(fixtures.open.bodies.createPayment.json))
        .replace(/<fill in[^>]*>/, ids.slice(0, 8).join(', '));
      const mended = info.outputPath(`${id}.yaml`);
      writeFileSync(mended, merged(readFileSync(profile, 'utf8'), remedy.split('\n').slice(1).join('\n')));
      if (remedy.includes('<fill in')) {
        const { code, stderr } = await certify('refused', [id], mended);
        expect([code, existsSync(info.outputPath('refused', 'verdict.json'))]).toEqual([2, false]);
        expect(stderr).toMatch(new RegExp(`${id}.yaml:\\d+:\\d+: this is still to be filled in: `));
      }
      writeFileSync(mended, merged(readFileSync(profile, 'utf8'), filled));
      await certify(id, [id], mended);
      expect(results(id)).toMatchObject([{ id, verdict: 'pass' }]);
    }
  } finally {
    await service.close();
  }
});

/** Adds the snippet to the end of the profile, and joins both `open` sections, as a person would. */
function merged(profile: string, snippet: string): string {
  const [, open] = /^open: \{ (bodies: .*) \}$/m.exec(snippet) ?? [];
  const [, bodies] = /^bodies: \{ (.*) \}$/.exec(open ?? '') ?? [];
  if (bodies === undefined) return `${profile}\n${snippet}\n`;
  const rest = snippet.replace(/^open: .*$/m, '');
  return `${profile.replace(/^ {2}bodies:$/m, `  bodies:\n    ${bodies}`)}\n${rest}\n`;
}
