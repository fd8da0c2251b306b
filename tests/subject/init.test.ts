import { readFileSync } from 'node:fs';
import { ProfileError, readProfile } from '../../subject/profile/profile.ts';
import { lineOf } from '../../subject/profile/snippets.ts';
import { draftProfile } from '../../subject/start/init.ts';
import { credentials, type Habits, startSmallTarget } from './small-target.ts';
import { expect, test } from './targets.ts';

async function draftOf(habits: Habits, env: Record<string, string>) {
  const target = await startSmallTarget(habits);
  try {
    return {
      url: target.url,
      draft: await draftProfile({ url: target.url, env }),
      again: await draftProfile({ url: target.url, env }),
    };
  } finally {
    await target.close();
  }
}

const odd: Habits = { names: { status: 'filter[status]', type: 'kind', sort: 'xo' } };

test('what was found stands in the profile with its reason, what was not stands in a comment', async () => {
  const { draft, url } = await draftOf(odd, credentials);
  expect(draft.text.split('\n')[0]).toMatch(/^# yaml-language-server: \$schema=.*profile\.schema\.json$/);
  expect(draft.text).toContain(`  url: ${url}\n`);
  expect(draft.text).toContain(
    '; found: ?filter[status]=ACTIVE and ?filter[status]=BLOCKED kept just the cards of that status\n  statusFilter: "filter[status]"\n',
  );
  expect(draft.text).toMatch(
    / {2}# sorts the cards by id or -id \(GET \/v2\/card\); unknown: none of \d+ names had any effect on the order\n {2}# sort: <fill in the name of the parameter>\n/,
  );
});

test('the profile loads, and says what was found', async () => {
  const { draft } = await draftOf(odd, credentials);
  const profile = readProfile(draft.text, 'assay.yaml', credentials);
  expect(profile.open.statusFilter).toEqual({ kind: 'declared', value: 'filter[status]' });
  expect(profile.open.paging).toEqual({ kind: 'declared', value: { style: 'none' } });
  expect(profile.open.sort).toEqual({ kind: 'discover' });
  expect(profile.open.include).toEqual({ kind: 'declared', value: { name: 'include', list: 'comma' } });
  expect(profile.users.full?.username).toBe('ann');
  expect(profile.allow.signDrafts).toBe(0);
});

test('drafting again gives the same text', async () => {
  const { draft, again } = await draftOf(odd, credentials);
  expect(again.text).toBe(draft.text);
});

test('every commented line is a line of a profile once its mark is gone and its places are filled in', async () => {
  const { draft } = await draftOf({}, credentials);
  const isKey = (line: string) => /^\s*# (?:# )?(?: {2})*[a-zA-Z0-9]+:(?: [^ ].*)?$/.test(line);
  const env: Record<string, string> = { ASSAY_MFA_CODE: '1', ...credentials };
  for (const prefix of ['MFA', 'SECOND', 'RESTRICTED'])
    Object.assign(env, { [`ASSAY_${prefix}_USERNAME`]: 'u', [`ASSAY_${prefix}_PASSWORD`]: 'p' });
  const lines = draft.text.split('\n').filter((line) => !/proxy|tls/.test(line));
  const bare = lines
    .map((line) => (isKey(line) ? line.replace(/^(\s*)# /, '$1').replace(/^(\s*)# /, '$1') : line))
    .join('\n');

  expect(() => readProfile(bare, 'assay.yaml', env)).toThrow(
    'this is still to be filled in: the name of the parameter',
  );
  const profile = readProfile(bare.replaceAll(/<fill in[^>]*>/g, 'x'), 'assay.yaml', env);
  expect(profile.allow.load).toBe(true);
  expect(profile.users.mfa?.mfa?.code).toEqual({ kind: 'fixed', code: '1' });
  expect(profile.declares.success.login).toEqual([200]);
  expect(profile.headers).toEqual({ 'X-Tenant': 'demo' });
});

test('it proposes as many changes as the lines that reports say to paste, and the handbook', async () => {
  const { draft } = await draftOf({}, credentials);
  const handbook = readFileSync(new URL('../../docs/profile.md', import.meta.url), 'utf8');
  const counts = ['createBeneficiaries', 'inviteMembers', 'cancelPayments', 'signDrafts', 'createPayments'];

  for (const key of counts) {
    const proposed = lineOf(`allow.${key}`).replace(/^allow: \{ | \}$/g, '');
    expect(proposed).toMatch(/^\w+: \d+$/);
    expect(draft.text).toContain(`#   ${proposed}\n`);
    expect(handbook).toMatch(new RegExp(`\n {2}${proposed}(?: #.*)?\n`));
  }
});

test('no secret is in it', async () => {
  const env = {
    ...credentials,
    ASSAY_MFA_USERNAME: 'bob',
    ASSAY_MFA_PASSWORD: 'canary-password',
    ASSAY_MFA_TOTP: 'MFRGGZDF',
  };
  const { draft } = await draftOf({}, env);
  for (const secret of ['ann', 'open sesame', 'bob', 'canary-password', 'MFRGGZDF', 'token-']) {
    expect(draft.text).not.toContain(secret);
  }
  expect(readProfile(draft.text, 'assay.yaml', env).users.mfa?.mfa?.code).toMatchObject({
    kind: 'totp',
    secret: 'MFRGGZDF',
  });
});

test('a target that nobody reaches or may log into still gets a profile that loads', async () => {
  const target = await startSmallTarget();
  await target.close();
  const gone = await draftProfile({ url: target.url, env: credentials });
  expect(gone.outcome.kind).toBe('unreachable');
  expect(gone.text).toContain('# Nothing was found out: POST /v3/auth/token failed (refused');
  expect(readProfile(gone.text, 'assay.yaml', credentials).url).toBe(target.url);
  const nobody = await draftProfile({ url: target.url, env: {} });
  expect(nobody.outcome).toMatchObject({ kind: 'notTried' });
  expect(readProfile(nobody.text, 'assay.yaml', credentials).url).toBe(target.url);
});

test('an address that is none is refused', async () => {
  await expect(draftProfile({ url: 'nowhere', env: credentials })).rejects.toThrow(ProfileError);
  await expect(draftProfile({ url: 'nowhere', env: {} })).rejects.toThrow(ProfileError);
});
