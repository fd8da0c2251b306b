// Discovery and sessions against the reference service and its variants.
import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { parse, stringify } from 'yaml';
import { startReference } from '../../reference/service.ts';
import { type Api, createApi } from '../../subject/api.ts';
import { discover } from '../../subject/discovery/discover.ts';
import { readProfile } from '../../subject/profile/profile.ts';

interface Document {
  readonly users: Record<string, unknown>;
  readonly open: Record<string, unknown>;
  readonly fixtures: Record<string, unknown>;
}

const document = parse(readFileSync(new URL('../../reference/profile.yaml', import.meta.url), 'utf8')) as Document;

/** With the profile of the reference service, but without its open names unless `changes` gives them. */
async function against<Result>(
  variant: string | undefined,
  use: (api: Api) => Promise<Result>,
  changes: Readonly<Record<string, unknown>> = {},
): Promise<Result> {
  const service = await startReference({ seed: 1, ...(variant && { variant }) });
  const { open: _open, ...rest } = document;
  const api = createApi(readProfile(stringify({ ...rest, ...changes }), 'p.yaml', {}, { url: service.url }));
  try {
    return await use(api);
  } finally {
    await api.close();
    await service.close();
  }
}

const findings = async (api: Api) => {
  const outcome = await discover(api);
  if (outcome.kind !== 'discovered') throw new Error(outcome.because);
  return outcome.discovery;
};

const valuesOf = (names: object) =>
  Object.fromEntries(
    Object.entries(names).flatMap(([key, finding]) => ('value' in finding ? [[key, finding.value as unknown]] : [])),
  );

const usual = { ...document.open, paging: { style: 'none' } } as Record<string, unknown>;
const discoverable = [
  'statusFilter',
  'typeFilter',
  'sort',
  'statusFilterV1',
  'typeFilterV1',
  'sortV1',
  'expand',
  'include',
  'smsField',
  'signToken',
  'unknownParameters',
  'sessionsPerUser',
  'paging',
];
const expected = (changes: Readonly<Record<string, unknown>> = {}) =>
  Object.fromEntries(discoverable.map((key) => [key, { ...usual, ...changes }[key]]));

test('every open name of the reference service that shows is found, as its profile declares it', async () => {
  const { names, spentDrafts, requests } = await against(undefined, findings);
  expect(valuesOf(names)).toMatchObject(expected());
  expect(spentDrafts).toHaveLength(1);
  expect(requests).toBeLessThan(80);
});

test('the SMS field is found behind a second factor, wherever its sign token goes', async () => {
  const { mfa } = document.users;
  const { names } = await against(undefined, findings, { users: { mfa } });
  expect(valuesOf(names)).toMatchObject({ smsField: { name: 'enabled', values: 'numbers' } });
});

const variants: readonly (readonly [variant: string, changes: Readonly<Record<string, unknown>>])[] = [
  ['pipes', { expand: { name: 'expand', list: 'pipe' }, include: { name: 'include', list: 'pipe' } }],
  ['unknown-parameters-refused', { unknownParameters: 'refused' }],
  ['one-session', { sessionsPerUser: 'one' }],
  ['paged', { paging: { style: 'page', page: 'page', first: 1, length: 10 } }],
  ['base-path', {}],
  ['process-as-ordered', {}],
  ['nulls', {}],
  ['gzip', {}],
  ['extra-fields', {}],
  ['other-success-statuses', {}],
  [
    'other-names',
    {
      ...{ statusFilter: 'filter[state]', typeFilter: 'filter[kind]', sort: 'order' },
      ...{ statusFilterV1: 'filter[state]', typeFilterV1: 'filter[kind]', sortV1: 'order' },
      ...{ expand: { name: 'fields', list: 'brackets' }, include: { name: 'with', list: 'brackets' } },
    },
  ],
];

for (const [variant, changes] of variants) {
  test(`the names of the variant ${variant} are found`, async () => {
    const { names } = await against(variant, findings, { allow: { calculateLimits: false } });
    const { smsField: _field, signToken: _token, ...wanted } = expected(changes);
    expect(valuesOf(names)).toMatchObject(wanted);
  });
}

for (const variant of ['one-card', 'empty-lists']) {
  test(`of the variant ${variant} nothing is concluded without an effect`, async () => {
    const { names } = await against(variant, findings, { fixtures: {} });
    for (const key of ['statusFilter', 'typeFilter', 'sort', 'expand'] as const) {
      expect(['undecided', 'found']).toContain(names[key].kind);
      if (names[key].kind === 'found') expect(names[key].because).toContain('refuses a nonsense value');
    }
  });
}

const withMfa = (settings: object) => ({
  users: { mfa: { username: 'mfa.user@example.com', password: 'made-up-password-mfa', mfa: settings } },
});
const factors = {
  sms: { type: 'sms', code: { fixed: '200002' } },
  google: { type: 'google', code: { totp: 'ASSAYREFERENCEAAMFAAAAAAAAAAAAAA' } },
};

for (const variant of [
  undefined,
  'mfa-always',
  'mfa-202',
  'mfa-login-again',
  'mfa-token-claims',
  'sign-token-reusable',
]) {
  for (const [kind, settings] of Object.entries(factors)) {
    test(`a user with a second factor by ${kind} logs in${variant ? `, variant ${variant}` : ''}`, async () => {
      const login = await against(variant, (api) => api.login(), withMfa(settings));
      expect(login.kind === 'loggedIn' ? login.kind : login.because).toBe('loggedIn');
    });
  }
}

test('each session of the one-session variant goes on after another login', async () => {
  await against('one-session', async (api) => {
    const { names } = await findings(api);
    const knowing = api.withNames(names);
    await api.freshLogin();
    expect((await knowing.cards.list()).length).toBeGreaterThan(0);
  });
});
