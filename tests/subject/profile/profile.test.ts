import { writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { defaultProfile, loadProfile, ProfileError, readProfile } from '../../../subject/profile/profile.ts';

const users = 'users:\n  full: { username: ann, password: secret }\n';
const env = { ASSAY_TARGET: 'http://127.0.0.1:1' };

function refusalOf(read: () => unknown): ProfileError {
  try {
    read();
  } catch (error) {
    if (error instanceof ProfileError) return error;
    throw error;
  }
  throw new Error('the profile was taken');
}

const refusalOfText = (text: string, environment: Record<string, string> = env) =>
  refusalOf(() => readProfile(text, 'p.yaml', environment));

test('what is of the wrong kind is complained of, and not called the same', () => {
  const { problems } = refusalOfText(`${users}fixtures:\n  cards: [1, 2]\n  wallets: [{}, {}]`);

  expect(problems.map(({ message }) => message)).toEqual([
    'fixtures.cards.0 is 1; expected text (put it in quotes)',
    'fixtures.cards.1 is 2; expected text (put it in quotes)',
    'fixtures.wallets.0 is a section of keys; expected text',
    'fixtures.wallets.1 is a section of keys; expected text',
  ]);
});

const refusals: readonly (readonly [what: string, text: string, expected: string])[] = [
  ['an unknown key at the top', `${users}opne: {}`, 'p.yaml:3:1: unknown key opne in the profile; did you mean open?'],
  [
    'an unknown key in a section',
    `${users}open:\n  stausFilter: s`,
    'p.yaml:4:3: unknown key stausFilter in open; did you mean statusFilter?',
  ],
  [
    'a key in the wrong place',
    `${users}statusFilter: s`,
    'p.yaml:3:1: unknown key statusFilter in the profile; did you mean open.statusFilter?',
  ],
  [
    'a key like none',
    `${users}target:\n  qqqqqq: 1`,
    'p.yaml:4:3: unknown key qqqqqq in target; known here: url, headers, tls, reset, proxy, build, timeouts',
  ],
  [
    'a list syntax',
    `${users}open:\n  expand: { name: e, list: coma }`,
    'p.yaml:4:28: open.expand.list is coma; expected comma, repeat, brackets, indexed, json, space or pipe; did you mean comma?',
  ],
  ['a number for text', `${users}name: 12`, 'p.yaml:3:7: name is 12; expected text (put it in quotes)'],
  [
    'a code that YAML takes for a number',
    'users:\n  mfa:\n    username: u\n    password: p\n    mfa:\n      code: { fixed: 000000 }',
    'p.yaml:6:22: users.mfa.mfa.code.fixed is of another kind; expected text of at most 6 characters (put it in quotes)',
  ],
  [
    'text for a number',
    `${users}target:\n  timeouts: { response: soon }`,
    'p.yaml:4:25: target.timeouts.response is soon; expected a whole number, at least 1',
  ],
  [
    'a negative count',
    `${users}allow:\n  signDrafts: -1`,
    'p.yaml:4:15: allow.signDrafts is -1; expected a whole number, at least 0',
  ],
  ['a word for yes or no', `${users}allow:\n  load: maybe`, 'p.yaml:4:9: allow.load is maybe; expected true or false'],
  [
    'an unknown allowance',
    `${users}allow: everthing`,
    'p.yaml:3:8: allow is everthing; expected nothing, everything or a section of keys; did you mean everything?',
  ],
  [
    'a kind of paging',
    `${users}open:\n  paging: { style: offst }`,
    'p.yaml:4:20: open.paging.style is offst; expected page, offset or cursor; did you mean offset?',
  ],
  [
    'an operation',
    `${users}declares:\n  success: { listCard: [200] }`,
    'p.yaml:4:14: unknown key listCard in declares.success; did you mean listCards?',
  ],
  [
    'a status that is no success',
    `${users}declares:\n  success: { login: [404] }`,
    'p.yaml:4:22: declares.success.login.0 is 404; expected a whole number from 200 to 299',
  ],
  ['a list where there is one value', `${users}open:\n  sort: [id]`, 'p.yaml:4:9: open.sort is a list; expected text'],
  [
    'a section where there is a list',
    `${users}fixtures:\n  payments:\n    drafts: { a: 1 }`,
    'p.yaml:5:13: fixtures.payments.drafts is a section of keys; expected a list',
  ],
  ['a section that is empty', 'users: {}', 'p.yaml:1:8: users is empty; expected full, mfa, second or restricted'],
  [
    'a section that refers to itself',
    `${users}fixtures: &f\n  foreign: *f`,
    'p.yaml:4:12: *f is inside the value that it refers to',
  ],
  [
    'free content that refers to itself',
    `${users}open:\n  bodies: { createPayment: { json: &j { inner: [*j] } } }`,
    'p.yaml:4:49: *j is inside the value that it refers to',
  ],
  [
    'a section that is merged into itself',
    `${users}target: &t\n  <<: *t`,
    'p.yaml:4:7: *t is inside the value that it refers to',
  ],
  ['an id named twice', `${users}fixtures:\n  cards: [a, b, a]`, 'p.yaml:4:17: fixtures.cards names a twice'],
  ['a missing key', 'users:\n  full:\n    username: ann', 'p.yaml:3:5: users.full lacks password; expected text'],
  [
    'a user without a way to confirm',
    'users:\n  mfa: { username: u, password: p }',
    'p.yaml:2:8: users.mfa lacks mfa; expected { code: … }',
  ],
  [
    'a colon in a user name',
    'users:\n  full: { username: "a:b", password: p }',
    'p.yaml:2:21: users.full.username is a:b; expected text without a colon',
  ],
  [
    'nobody who may log in',
    'users:\n  restricted: { username: u, password: p }',
    'p.yaml:2:3: neither full nor mfa is among the users; one of them must log in',
  ],
  [
    'a secret that is not base32',
    'users:\n  mfa:\n    username: u\n    password: p\n    mfa: { code: { totp: "1!" } }',
    'p.yaml:5:26: users.mfa.mfa.code.totp is not base32 (letters A to Z, digits 2 to 7)',
  ],
  [
    'an environment variable that is not set',
    `users:\n  full: { username: "\${env:NO_SUCH}", password: p }`,
    'p.yaml:2:21: the environment variable NO_SUCH is not set',
  ],
  [
    'a place that is not filled in',
    `${users}fixtures:\n  payments: { drafts: [<fill in the UUID of a draft>] }`,
    'p.yaml:4:24: this is still to be filled in: the UUID of a draft',
  ],
  [
    'a place in free content that is not filled in',
    `${users}open:\n  bodies: { createPayment: { json: <fill in a body> } }`,
    'p.yaml:4:36: this is still to be filled in: a body',
  ],
  [
    'a reference of an unknown kind',
    `${users}name: \${vault:x}`,
    `p.yaml:3:7: \${vault:x} is not a reference; expected \${env:NAME}, \${env:NAME:-default} or \${file:PATH}`,
  ],
  [
    'half a client certificate',
    `${users}target:\n  tls: { key: k.pem }`,
    'target.tls has only one of certificate and key; a client needs both',
  ],
  ['a second document', `${users}---\nname: x`, 'p.yaml:3:1: a second document begins here; expected one'],
  ['text that is not YAML', 'users: [\nname: x', 'this is not YAML'],
  [
    'a key given twice',
    `${users}name: a\nname: b`,
    'p.yaml:4:1: name stands here a second time; join what it holds with the first',
  ],
];

for (const [what, text, expected] of refusals) {
  test(`${what} is refused with its place`, () => {
    const refusal = refusalOfText(text);
    expect(refusal.message).toContain(expected);
  });
}

test('all problems are named at once, in the order of the file', () => {
  const refusal = refusalOfText(`${users}nam: x\nopen:\n  srot: y\nallow:\n  load: 3\n`);
  expect(refusal.problems.map(({ line, suggestion }) => [line, suggestion])).toEqual([
    [3, 'name'],
    [5, 'sort'],
    [7, undefined],
  ]);
  expect([refusal.file, refusal.line, refusal.column, refusal.suggestion]).toEqual(['p.yaml', 3, 1, 'name']);
});

test('a wrong value behind a reference is not shown', () => {
  const refusal = refusalOfText(`users:\n  full: { username: "\${env:WHO}", password: p }`, { ...env, WHO: 'se:cret' });
  expect(refusal.message).toContain('users.full.username is the value referred to; expected text without a colon');
  expect(refusal.message).not.toContain('se:cret');
});

test('a file that is missing is named', () => {
  const refusal = refusalOf(() => loadProfile('/nowhere/p.yaml', env));
  expect(refusal.message).toBe('/nowhere/p.yaml:1:1: the profile cannot be read: there is no such file');
});

test('files are looked for beside the profile', () => {
  const testInfo = test.info();
  const path = testInfo.outputPath('p.yaml');
  writeFileSync(testInfo.outputPath('password.txt'), 'from a file\n');
  writeFileSync(testInfo.outputPath('ca.pem'), '-----BEGIN CERTIFICATE-----\n');
  writeFileSync(
    path,
    `target: { tls: { ca: ca.pem } }\nusers:\n  full: { username: ann, password: "\${file:password.txt}" }`,
  );
  const profile = loadProfile(path, env);
  expect(profile.users.full?.password).toBe('from a file');
  expect(profile.tls.ca).toContain('BEGIN CERTIFICATE');
});

test('a missing secret or certificate file is named with its place', () => {
  const testInfo = test.info();
  const path = testInfo.outputPath('p.yaml');
  writeFileSync(path, `users:\n  full: { username: ann, password: "\${file:none.txt}" }`);
  expect(refusalOf(() => loadProfile(path, env)).message).toBe(
    `${path}:2:36: the file ${testInfo.outputPath('none.txt')} cannot be read: there is no such file`,
  );
  writeFileSync(path, `${users}target:\n  tls: { ca: none.pem }`);
  expect(refusalOf(() => loadProfile(path, env)).message).toBe(
    `${path}:4:14: the file ${testInfo.outputPath('none.pem')} cannot be read: there is no such file`,
  );
});

test('references resolve in memory, with defaults and doubled dollars', () => {
  const text = `name: "$\${env:KEPT} \${env:A}-\${env:NONE:-b c}"\nallow: { webhookReceiver: { port: "\${env:PORT}" } }\n`;
  const profile = readProfile(users + text, 'p.yaml', { ...env, A: 'a', PORT: '8080' });
  expect(profile.name).toBe(`\${env:KEPT} a-b c`);
  expect(profile.allow.webhookReceiver?.port).toBe(8080);
});

test('an alias and a merged map save repetition', () => {
  const text = 'users:\n  full: &who { username: ann, password: p }\n  restricted: { <<: *who, username: bob }\n';
  const { restricted } = readProfile(text, 'p.yaml', env).users;
  expect(restricted).toMatchObject({ username: 'bob', password: 'p', fingerprint: 'assay' });
});

test('a section with nothing but comments is as good as none', () => {
  const profile = readProfile(`${users}open:\n  # sort: x\nfixtures:\n`, 'p.yaml', env);
  expect(profile.open.sort).toEqual({ kind: 'discover' });
});

test('an open name is declared, left alone or discovered', () => {
  const { open } = readProfile(`${users}open: { sort: order, typeFilter: unknown, expand: with }`, 'p.yaml', env);
  expect(open.sort).toEqual({ kind: 'declared', value: 'order' });
  expect(open.typeFilter).toEqual({ kind: 'unknown' });
  expect(open.statusFilter).toEqual({ kind: 'discover' });
  expect(open.expand).toEqual({ kind: 'declared', value: { name: 'with' } });
});

test('a run may change nothing unless the profile says so', () => {
  const counts = ['createBeneficiaries', 'inviteMembers', 'cancelPayments', 'signDrafts', 'createPayments'] as const;
  const { allow } = readProfile(users, 'p.yaml', env);
  expect(counts.map((key) => allow[key])).toEqual([0, 0, 0, 0, 0]);
  expect([allow.load, allow.smsNotification, allow.setCardLimits]).toEqual([false, false, false]);
  const generous = readProfile(`${users}allow: everything`, 'p.yaml', env).allow;
  expect(generous.load && generous.signDrafts > 1000).toBe(true);
});

test('without a profile the environment names the users and the target', () => {
  const profile = defaultProfile({
    ASSAY_TARGET: 'https://api.example.com/base/',
    ASSAY_USERNAME: 'ann',
    ASSAY_PASSWORD: 'p',
    ASSAY_MFA_USERNAME: 'bob',
    ASSAY_MFA_PASSWORD: 'q',
    ASSAY_MFA_TYPE: 'google',
    ASSAY_MFA_TOTP: 'MFRGGZDF',
  });
  expect(profile).toMatchObject({ url: 'https://api.example.com/base', basePath: '/base' });
  expect(profile.users.mfa?.mfa).toMatchObject({ type: 'google', code: { kind: 'totp', secret: 'MFRGGZDF' } });
  expect(profile.file).toBeUndefined();
});

test('without a profile and a user it says which variables to set', () => {
  expect(refusalOf(() => defaultProfile({}, { url: 'http://127.0.0.1' })).message).toContain(
    'set ASSAY_USERNAME and ASSAY_PASSWORD',
  );
});

test('an address that is none, holds credentials or has a query is refused', () => {
  const refusalFor = (url: string) => refusalOf(() => readProfile(users, 'p.yaml', {}, { url })).message;
  expect(refusalFor('api.example.com')).toContain('is not an http or https address');
  for (const address of ['http://a:hidden@host', 'http://:hidden@host']) {
    expect(refusalFor(address)).toContain('the address holds credentials');
    expect(refusalFor(address)).not.toContain('hidden');
  }
  expect(refusalFor('http://a:hidden@host')).not.toContain('hidden');
  expect(refusalFor('http://host/?a=1')).toContain('has a query or a fragment');
});

test('the address on the command line takes precedence, and answers a reference to the variable', () => {
  const profile = readProfile(
    `${users}target: { url: "\${env:ASSAY_TARGET}" }`,
    'p.yaml',
    {},
    { url: 'http://given:1' },
  );
  expect(profile.url).toBe('http://given:1');
});

test('a target without an address is refused', () => {
  expect(refusalOf(() => readProfile(users, 'p.yaml', {})).message).toContain('there is no target');
});

test('the digest is of the text as written', () => {
  const digest = (A: string) => readProfile(`${users}name: \${env:A}`, 'p.yaml', { ...env, A }).digest;
  expect(digest('x')).toBe(digest('y'));
});

test('a secret of the wrong kind is not shown', () => {
  const refusal = refusalOfText('users:\n  full: { username: ann, password: 987654 }');
  expect(refusal.message).toBe('p.yaml:2:36: users.full.password is of another kind; expected text (put it in quotes)');
});

test('a permission of the environment that is none is refused', () => {
  const environment = { ...env, ASSAY_USERNAME: 'u', ASSAY_PASSWORD: 'p' };
  expect(defaultProfile({ ...environment, ASSAY_ALLOW: 'everything' }).allow.load).toBe(true);
  const refusal = refusalOf(() => defaultProfile({ ...environment, ASSAY_ALLOW: 'all' }));
  expect(refusal.message).toContain('ASSAY_ALLOW is all; expected nothing or everything');
});
