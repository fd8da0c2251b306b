// Finds out what it can about a target and writes a profile with comments; no secret is ever in it.
import { createApi } from '../api.ts';
import type { Observer } from '../connection.ts';
import { type Discovery, type DiscoveryOutcome, discover } from '../discovery/discover.ts';
import { isKnown, type Knowledge, type Names } from '../names.ts';
import { defaultProfile, type Environment, openBodies, type Profile, ProfileError } from '../profile/profile.ts';
import { exampleOf, inFlow } from '../profile/snippets.ts';

interface DraftOptions {
  readonly url: string;
  readonly env: Environment;
  /** Where an editor finds the schema, as seen from the profile. */
  readonly schema?: string;
  readonly observer?: Observer;
}

interface Draft {
  readonly text: string;
  /** The discovery, or why there is none; without one the text is a profile with everything left to fill in. */
  readonly outcome: DiscoveryOutcome | { readonly kind: 'notTried'; readonly because: string };
}

const usualSchema = './node_modules/assay/schemas/profile.schema.json';

/** The same target and environment give the same text. Throws `ProfileError` when the address is none. */
export async function draftProfile({ url, env, schema = usualSchema, observer }: DraftOptions): Promise<Draft> {
  const outcome = await lookAround(url, env, observer);
  return { text: writeDraft(url, env, schema, outcome), outcome };
}

async function lookAround(url: string, env: Environment, observer?: Observer): Promise<Draft['outcome']> {
  let profile: Profile;
  try {
    profile = defaultProfile(env, { url });
  } catch (error) {
    if (!(error instanceof ProfileError) || env.ASSAY_USERNAME) throw error;
    // Without credentials, the address can still be checked and a profile be drafted.
    defaultProfile({ ...env, ASSAY_USERNAME: 'nobody', ASSAY_PASSWORD: 'none' }, { url });
    return { kind: 'notTried', because: 'nobody can log in: set ASSAY_USERNAME and ASSAY_PASSWORD' };
  }
  return discoverBy(profile, observer);
}

/** What a profile leaves to be discovered, asked of its target. */
export async function discoverBy(profile: Profile, observer?: Observer): Promise<DiscoveryOutcome> {
  const api = createApi(profile, observer ? { observer } : {});
  try {
    return await discover(api);
  } finally {
    await api.close();
  }
}

function writeDraft(url: string, env: Environment, schema: string, outcome: Draft['outcome']): string {
  const discovery = outcome.kind === 'discovered' ? outcome.discovery : undefined;
  const failure = outcome.kind === 'discovered' ? [] : [`# Nothing was found out: ${oneLine(outcome.because)}.`];
  return [
    `# yaml-language-server: $schema=${schema}`,
    '# What the specification leaves open about this target. docs/profile.md explains every key.',
    '# A key that is commented out is discovered in each run or not touched; one with a value is believed.',
    ...failure,
    '',
    'target:',
    `  url: ${inFlow(url.replace(/\/+$/, ''))}`,
    '  # headers: { X-Tenant: demo }',
    '  # tls: { ca: ca.pem, certificate: client.pem, key: client.key }',
    '  # proxy: environment',
    '  # build: { header: X-Build-Digest }',
    '',
    ...usersLines(env),
    '',
    ...openLines(discovery),
    '',
    ...fixtureLines(discovery),
    '',
    ...allowLines,
    '',
    ...declaresLines,
    '',
  ].join('\n');
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

function usersLines(env: Environment): readonly string[] {
  const present = (prefix: string) => Boolean(env[`${prefix}_USERNAME`] && env[`${prefix}_PASSWORD`]);
  const user = (name: string, prefix: string, what: string, more: readonly string[], active: boolean) => [
    `  # ${what}`,
    ...[
      `${name}:`,
      `  username: \${env:${prefix}_USERNAME}`,
      `  password: \${env:${prefix}_PASSWORD}`,
      `  fingerprint: \${env:ASSAY_FINGERPRINT:-assay}`,
      ...more,
    ].map((line) => `  ${active ? '' : '# '}${line}`),
  ];
  const [source, variable] = env.ASSAY_MFA_TOTP ? ['totp', 'ASSAY_MFA_TOTP'] : ['fixed', 'ASSAY_MFA_CODE'];
  const type = env.ASSAY_MFA_TYPE === 'google' ? 'google' : 'sms';
  const factor = ['  mfa:', `    type: ${type}`, `    code: { ${source}: '\${env:${variable}}' }`];
  const mfa = present('ASSAY_MFA') && Boolean(env.ASSAY_MFA_TOTP || env.ASSAY_MFA_CODE);
  const full = present('ASSAY') || !mfa;
  return [
    'users:',
    ...user('full', 'ASSAY', 'May call every operation.', [], full),
    ...user('mfa', 'ASSAY_MFA', 'Is asked for a second factor at login.', factor, mfa),
    ...user(
      'second',
      'ASSAY_SECOND',
      'Somebody else, whose cards the full user must not see.',
      [],
      present('ASSAY_SECOND'),
    ),
    ...user(
      'restricted',
      'ASSAY_RESTRICTED',
      'Is forbidden some operations; name them under forbidden.',
      [`  # forbidden: ${inFlow(exampleOf('users.restricted.forbidden'))}`],
      present('ASSAY_RESTRICTED'),
    ),
  ];
}

type SimpleKey = Exclude<keyof Names, 'bodies'>;

/** What each open name is for. */
const purposes: readonly (readonly [key: SimpleKey, what: string])[] = [
  ['statusFilter', 'keeps the cards of one status (GET /v2/card)'],
  ['typeFilter', 'keeps the cards of one type (GET /v2/card)'],
  ['sort', 'sorts the cards by id or -id (GET /v2/card)'],
  ['statusFilterV1', 'keeps the cards of one status (GET /v1/card)'],
  ['typeFilterV1', 'keeps the cards of one type (GET /v1/card)'],
  ['sortV1', 'sorts the cards by id or -id (GET /v1/card)'],
  ['expand', 'asks for optional objects of a payment'],
  ['include', 'asks for sensitive fields of a v1 card'],
  ['smsField', 'switches the SMS notification of a card'],
  ['signToken', 'carries the sign token when drafts are signed'],
  ['exchangeFlag', 'takes 0 or 1 in the exchange of sign tokens (POST /v2/auth/token)'],
  ['memberFlag', 'takes 0 or 1 in the invitation of members (POST /v2/member)'],
  ['formArrays', 'how an array travels in a form body'],
  ['unknownParameters', 'what the target does with a parameter it does not know'],
  ['sessionsPerUser', 'one when a login or a refresh ends another session'],
  ['paging', 'how the card lists come in pages'],
];

function openLines(discovery: Discovery | undefined): readonly string[] {
  const names = discovery?.names;
  const simple = purposes.map(([key, what]) => ({
    key,
    what,
    example: exampleOf(`open.${key}`),
    knowledge: names?.[key] as Knowledge<unknown>,
  }));
  const bodies = openBodies.map((id) => ({
    key: id,
    what: `the body of ${id}`,
    example: exampleOf(`open.bodies.${id}`),
    knowledge: names?.bodies[id] as Knowledge<unknown> | undefined,
  }));
  const anyBody = bodies.some(({ knowledge }) => knowledge && isKnown(knowledge));
  const anyName = anyBody || simple.some(({ knowledge }) => knowledge && isKnown(knowledge));
  return [
    anyName ? 'open:' : '# open:',
    ...simple.flatMap((entry) => entryLines(entry, '  ')),
    `  ${anyBody ? '' : '# '}bodies:`,
    ...bodies.flatMap((entry) => entryLines(entry, '    ')),
  ];
}

interface Entry {
  readonly key: string;
  readonly what: string;
  readonly example: unknown;
  readonly knowledge: Knowledge<unknown> | undefined;
}

function entryLines({ key, what, example, knowledge }: Entry, indent: string): readonly string[] {
  if (knowledge && isKnown(knowledge)) {
    const why = knowledge.kind === 'found' ? `; found: ${oneLine(knowledge.because)}` : '';
    return [`${indent}# ${what}${why}`, `${indent}${key}: ${inFlow(asWritten(key, knowledge.value))}`];
  }
  const why = knowledge ? `; ${knowledge.kind}: ${oneLine(knowledge.because)}` : '';
  return [`${indent}# ${what}${why}`, `${indent}# ${key}: ${inFlow(example)}`];
}

/** A value as it is written in a profile. */
function asWritten(key: string, value: unknown): unknown {
  const fields = value as Readonly<Record<string, unknown>>;
  if (key === 'paging') return fields.style === 'none' || fields.style === 'link' ? fields.style : value;
  if (key === 'expand' || key === 'include') return 'list' in fields ? value : fields.name;
  if ((openBodies as readonly string[]).includes(key)) {
    const { kind, ...body } = fields;
    return kind === 'none' ? 'none' : body;
  }
  return value;
}

function fixtureLines(discovery: Discovery | undefined): readonly string[] {
  const seen = (what: string, knowledge: Knowledge<readonly unknown[]> | undefined) =>
    knowledge && isKnown(knowledge) ? ` # seen: ${knowledge.value.length} ${what}` : '';
  return [
    '# Cards and wallets are found by asking in each run; payments are not listed by any operation.',
    '# fixtures:',
    `#   cards: discover${seen('cards', discovery?.cards)}`,
    `#   wallets: discover${seen('wallets', discovery?.wallets)}`,
    '#   beneficiaries: []',
    '#   payments:',
    '#     drafts: []          # UUIDs; signing uses them up',
    '#     cancellable: []     # cancelling uses them up',
    '#     notCancellable: []',
    '#     others: []          # only read; the more various the better',
    '#   foreign: { payments: [], beneficiaries: [] } # cards: those of the second user',
  ];
}

const allowed = [
  'createBeneficiaries',
  'inviteMembers',
  'cancelPayments',
  'signDrafts',
  'createPayments',
  'smsNotification',
  'setCardLimits',
  'load',
  'webhookReceiver',
] as const;

const allowLines: readonly string[] = [
  '# What a run may change. Without this section it changes nothing; `allow: everything` suits a system that may be filled',
  '# with rubbish.',
  '# allow:',
  ...allowed.map((key) => `#   ${key}: ${inFlow(exampleOf(`allow.${key}`))}`),
];

const declaresLines: readonly string[] = [
  '# What the target promises beyond the specification; Assay then holds it to that.',
  '# declares:',
  '#   success: { login: [200], createBeneficiary: [201] }',
  '#   validationStatus: 400',
  '#   events: { createPayment: [v1.payment.create] }',
  '#   rateLimits: { createPayment: { requests: 10, seconds: 1 } }',
];
