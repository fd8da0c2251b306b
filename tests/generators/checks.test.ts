import { expect, test } from '@playwright/test';
import {
  accepted,
  notAccepted,
  operationsUnder,
  propertyFor,
  rejected,
  tellsProblems,
} from '../../harness/assert/property.ts';
import { Broken, Untested } from '../../harness/declare/failures.ts';
import { type Api, createApi } from '../../subject/api.ts';
import { defaultProfile } from '../../subject/profile/profile.ts';
import { type Answer, type Received, refusal, type Service, startService } from './service.ts';

const open: { service?: Service; api?: Api } = {};

test.afterEach(async () => {
  await open.api?.close();
  await open.service?.close();
});

const expiry = { expiredAt: 2_000_000_000, expiresIn: 3600 };
const tokens = { access: { token: 'access', ...expiry }, refresh: { token: 'refresh', ...expiry } };
const made: Answer = {
  status: 201,
  body: { errors: [], notice: [], data: { id: 1, uuid: '00000000-0000-4000-8000-000000000000' } },
};

/** No fields where the body is no JSON. */
function fieldsIn(body: string): Record<string, unknown> {
  try {
    return JSON.parse(body);
  } catch {
    return {};
  }
}

/** A service with a rule for creations; every login succeeds. */
async function serve(creation: (body: Record<string, unknown>) => Answer) {
  const answer = ({ url, body }: Received): Answer =>
    url.endsWith('/auth/token') ? { status: 200, body: tokens } : creation(fieldsIn(body));
  open.service = await startService(answer);
  open.api = createApi(defaultProfile({ ASSAY_USERNAME: 'user', ASSAY_PASSWORD: 'word' }, { url: open.service.url }));
  return {
    property: propertyFor(open.api, 1, 40),
    create: operationsUnder(open.api.names)('createBeneficiary'),
    creations: () => open.service!.received.filter(({ url }) => url.endsWith('/beneficiary')),
  };
}

const longerThan =
  (most: number) =>
  ({ company_name: name }: Record<string, unknown>): Answer =>
    typeof name === 'string' && [...name].length > most ? refusal() : made;

const selector = { field: 'company_name', breaks: 'maxLength', by: 'too long' };

const failureOf = (work: Promise<void>): Promise<unknown> =>
  work.then(() => undefined).catch((error: unknown) => error);

test('a bound that is kept holds', async () => {
  const { property, create } = await serve(longerThan(35));

  await property(create.withOneDefect(selector), rejected.butItsTwinAccepted);
});

test('a bound that is too wide fails with the smallest request that shows it', async () => {
  const { property, create } = await serve(longerThan(36));

  const failure = await failureOf(property(create.withOneDefect(selector), rejected.butItsTwinAccepted));

  expect(failure).toBeInstanceOf(Broken);
  const { expected, got, received } = failure as Broken;
  expect(expected).toBe('a refusal, 4xx for company_name: maxLength, too long');
  expect(got).toContain('a success, 201');
  const { body } = (received as { request: { body: Uint8Array } }).request;
  expect(JSON.parse(Buffer.from(body).toString()).company_name).toBe('a'.repeat(36));
  expect(String(failure)).toContain('seed 1, path ');
});

test('a bound that is too narrow fails on the twin at its edge', async () => {
  const { property, create } = await serve(longerThan(34));

  const failure = await failureOf(property(create.withOneDefect(selector), rejected.butItsTwinAccepted));

  expect(failure).toBeInstanceOf(Broken);
  expect(String(failure)).toContain('a success at the edge of the bound');
});

test('a bound that is too narrow is left to its own requirement by one that asks what a refusal tells', async () => {
  const told: Answer = { status: 400, body: { errors: ['company_name'], notice: [] } };
  const { property, create } = await serve((body) => (longerThan(34)(body) === made ? made : told));

  await property(create.withOneDefect(selector), tellsProblems.butItsTwinAccepted);
});

test('a target that refuses everything proves nothing', async () => {
  const { property, create } = await serve(() => refusal());

  const failure = await failureOf(property(create.withOneDefect(selector), rejected.butItsTwinAccepted));

  expect(failure).toBeInstanceOf(Untested);
});

test('every must is kept by a service that reads the rules in its own way and reports in its body', async () => {
  const { property, create } = await serve(() => made);

  const failure = await failureOf(property(create.withOneDefect({ strength: 'must' }), notAccepted.butItsTwinAccepted));

  expect(failure).toBeInstanceOf(Broken);
});

test('one twin serves all, and no more is used up than was allowed', async () => {
  const { property, create, creations } = await serve((body) => ('company_name' in body ? made : refusal()));
  const missing = create.withOneDefect({ field: 'company_name', breaks: 'condition' });
  let spent = 0;

  await property(missing, rejected.butItsTwinAccepted, { twins: 'once', concurrency: 1, spend: () => void spent++ });

  expect(spent).toBe(1);
  expect(creations()).toHaveLength(41);
});

test('an allowance that is used up at once leaves the check untested', async () => {
  const { property, create, creations } = await serve(() => made);
  const spend = (): never => {
    throw new Untested('the profile allows none');
  };

  const failure = await failureOf(property(create.valid(), accepted, { spend }));

  expect(failure).toBeInstanceOf(Untested);
  expect(creations()).toHaveLength(0);
});

test('valid requests that are accepted hold', async () => {
  const { property, create, creations } = await serve(() => made);

  await property(create.valid(), accepted);

  expect(creations()).toHaveLength(40);
});

test('a target that goes away leaves the check untested', async () => {
  const { property, create } = await serve(() => made);
  await open.api!.login();
  await open.service!.close();

  const failure = await failureOf(property(create.valid(), accepted));

  expect(failure).toBeInstanceOf(Untested);
  expect(String(failure)).toContain('stopped answering');
});
