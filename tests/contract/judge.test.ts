import { expect, test } from '@playwright/test';
import { contract } from '../../contract/document.ts';
import { judge } from '../../contract/judge.ts';
import type { Openings } from '../../contract/openings.ts';
import { operations } from '../../contract/operations.ts';
import type { FailureKind, Headers } from '../../contract/wire.ts';

const openings: Openings = { basePath: '', successStatuses: {}, includeParameter: 'with', expandParameter: 'expand' };

const json: Headers = [['Content-Type', 'application/json']];

interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Headers;
  readonly sent?: unknown;
  readonly openings?: Partial<Openings>;
}

function judged(method: string, path: string, { status, body, headers = json, sent, openings: more }: Answer) {
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  const request = {
    method,
    url: `http://127.0.0.1:1${path}`,
    headers: [],
    ...(sent !== undefined && { body: Buffer.from(JSON.stringify(sent)) }),
  };
  const response = { status, headers, body: Buffer.from(text) };
  return judge({ request, outcome: { kind: 'answered', response } }, { ...openings, ...more });
}

/** What is more than good practice, as `requirement at place`. */
const advice = new Set([
  'ERR-20',
  'ERR-21',
  'ERR-22',
  'AUTH-18',
  'RATE-07',
  'RATE-10',
  'SESS-37',
  'CARD-41',
  'VER-04',
  'VER-05',
  'VER-06',
]);

const blamed = (judgement: ReturnType<typeof judge>) =>
  judgement.findings
    .filter(({ requirement }) => !advice.has(requirement))
    .map(({ requirement, at }) => `${requirement} ${at}`);

/** The contract's own example of a success. */
function example(operation: string): unknown {
  const [, response] = Object.entries(operations.get(operation as never)?.responses ?? {}).find(([status]) =>
    status.startsWith('2'),
  )!;
  const media = response.content?.['application/json'];
  return structuredClone(media?.example ?? Object.values(media?.examples ?? {})[0]?.value);
}

test('the contract has every operation once', () => {
  expect(Object.keys(contract.paths).length).toBeGreaterThan(0);
  expect(operations.size).toBe(25);
});

test('an answer like the example of the contract has no findings', () => {
  const examples = [...operations.values()].filter(({ shapeOpen }) => !shapeOpen);

  for (const { id, method, path } of examples) {
    const asked = path.replace('{type}', 'sms').replace(/\{\w+\}/, '0b9f5f0e-6f0c-4d39-9f0e-3a4d1c2b7e7d');
    const everything = {
      readPayment: '?expand=currency,currencyExchange,merchant,card,cardholder,files',
      readCardV1: '?with=password&with=cvv&with=pin&with=number&with=limits&with=phone3ds',
    };
    const query = everything[id as keyof typeof everything] ?? '';
    const sent =
      id === 'readCardCredentials' ? { fields: ['password', 'cvv', 'pin', 'pan', 'phone', 'email'] } : undefined;
    const status = id === 'calculateCardLimits' ? 201 : 200;

    const judgement = judged(method, asked + query, { status, body: example(id), sent });

    expect.soft(blamed(judgement), id).toEqual([]);
    expect.soft(judgement.operation).toBe(id);
  }
});

test('a path that the contract does not have is bound only by what binds every answer', () => {
  const missing = judged('GET', '/v9/nothing', { status: 404, body: 'no such page', headers: [] });
  const broken = judged('GET', '/v9/nothing', { status: 503 });

  expect(blamed(missing)).toEqual([]);
  expect(blamed(broken)).toEqual(['ERR-01 status']);
});

test('an operation is found below the path of the target', () => {
  const judgement = judged('GET', '/bank/api/v2/webhook', {
    status: 200,
    body: example('readWebhook'),
    openings: { basePath: '/bank/api' },
  });

  expect(judgement.operation).toBe('readWebhook');
});

for (const kind of ['dropped', 'timeout', 'malformed'] satisfies FailureKind[]) {
  test(`a request that ends as ${kind} breaks the rule of one whole response`, () => {
    const request = { method: 'GET', url: 'http://127.0.0.1:1/v2/card', headers: [] };

    const { findings } = judge(
      { request, outcome: { kind: 'failed', failure: { kind, message: 'so it went' } } },
      openings,
    );

    expect(findings).toMatchObject([{ requirement: 'ERR-02', expected: 'one whole HTTP response' }]);
  });
}

test('a server error is never an answer, whatever its body', () => {
  const judgement = judged('GET', '/v2/card', { status: 500, body: { name: 'x', message: 'y', status: 500 } });

  expect(blamed(judgement)).toEqual(['ERR-01 status']);
});

test('a redirect is no answer at the path', () => {
  const judgement = judged('GET', '/v2/card', { status: 301, headers: [['Location', '/v2/card/']] });

  expect(blamed(judgement)).toEqual(['VER-01 status']);
});

test('the nearest shape of an answer with several shapes is the one that is blamed', () => {
  const pair = example('login') as { access: Record<string, unknown> };
  pair.access['expiredAt'] = 'soon';

  const judgement = judged('POST', '/v3/auth/token', { status: 200, body: pair });

  expect(blamed(judgement)).toEqual(['SESS-04 /access/expiredAt']);
});

test('a demand for a second factor is judged as such on every operation and status below 500', () => {
  const demand = { status: 'MFA_REQUIRED', mfaToken: 'a-token' };

  const lawful = [200, 202, 401, 403, 428].map((status) =>
    judged('PATCH', '/v2/card/0b9f5f0e-6f0c-4d39-9f0e-3a4d1c2b7e7d/sms-balance-notification', { status, body: demand }),
  );
  const unlawful = judged('POST', '/v3/payment/sign', { status: 200, body: { ...demand, mfaToken: 7 } });

  expect(lawful.flatMap(blamed)).toEqual([]);
  expect(blamed(unlawful)).toEqual(['MFA-02 /mfaToken']);
});

const card = '/v2/card/0b9f5f0e-6f0c-4d39-9f0e-3a4d1c2b7e7d';
const standard = (status: number) => ({ name: 'Name', message: 'Message', status });
const wrapped = { status: 'ERROR', error: { code: 404, message: 'Not found' } };
const extended = { ...standard(404), code: 0, type: 'NotFound' };

for (const [what, method, path, status, body, expected] of [
  ['a standard 401', 'GET', card, 401, standard(401), []],
  ['a 401 without a name', 'GET', card, 401, { message: 'm', status: 401 }, ['ERR-05 /name']],
  ['a 401 that says 400', 'GET', card, 401, standard(400), ['ERR-08 /status']],
  ['an HTML 401', 'GET', card, 401, '<p>no</p>', ['ERR-05 body']],
  ['a 403 in the wrapped shape', 'GET', card, 403, wrapped, ['ERR-06 /name', 'ERR-06 /message', 'ERR-06 /status']],
  ['a wrapped 404 on a card', 'GET', card, 404, wrapped, []],
  ['a standard 404 on a card', 'GET', card, 404, standard(404), ['ERR-09 /error', 'ERR-09 /status']],
  ['a wrapped 404 on a cancel', 'POST', '/v1/payment/1/cancel', 404, wrapped, []],
  ['an extended 404 on a cancel', 'POST', '/v1/payment/1/cancel', 404, extended, ['ERR-11 /error', 'ERR-11 /status']],
  ['an extended 404 on a payment', 'GET', '/v2/payment/1', 404, extended, []],
  ['a standard 404 on a payment', 'GET', '/v2/payment/1', 404, standard(404), ['ERR-12 /code', 'ERR-12 /type']],
  ['a 404 with a message only on a refresh', 'PUT', '/v3/auth/token', 404, { message: 'm' }, []],
  ['a 404 with more than a message on a refresh', 'PUT', '/v3/auth/token', 404, standard(404), ['ERR-13 body']],
  [
    'a validation error by location on a login',
    'POST',
    '/v3/auth/token',
    422,
    { query: {}, body: { fingerprint: 'm' } },
    [],
  ],
  ['field errors on a login', 'POST', '/v3/auth/token', 400, { status: 'ERROR', errors: { fingerprint: 'm' } }, []],
  ['a standard 400 on a login', 'POST', '/v3/auth/token', 400, standard(400), []],
  ['an unlisted 409 in a documented shape', 'POST', '/v2/member', 409, standard(409), []],
  ['an unlisted 409 in a shape of its own', 'POST', '/v2/member', 409, { detail: 'm' }, ['ERR-17 body']],
  ['a 415 as the HTTP server likes it', 'POST', '/v2/member', 415, 'unsupported', []],
] as const) {
  test(`${what} ${expected.length === 0 ? 'is lawful' : `breaks ${expected.join(' and ')}`}`, () => {
    expect(blamed(judged(method, path, { status, body }))).toEqual(expected);
  });
}

test('an unlisted 4xx in a documented shape is advice', () => {
  const { findings } = judged('POST', '/v2/member', { status: 409, body: standard(409) });

  expect(findings.map(({ requirement }) => requirement)).toEqual(['ERR-20']);
});

test('a field that nobody described is advice', () => {
  const { findings } = judged('GET', '/v2/webhook', {
    status: 200,
    body: { ...(example('readWebhook') as object), region: 'eu' },
  });

  expect(findings).toMatchObject([{ requirement: 'ERR-21', at: '/region' }]);
});

test('an empty success where JSON is due does not parse', () => {
  expect(blamed(judged('GET', '/v2/webhook', { status: 204, body: '', headers: [] }))).toEqual(['ERR-03 body']);
});

test('the one stated success status is demanded, and others only where the profile declares them', () => {
  const created = { status: 'CREATED', id: 'x' };

  expect(blamed(judged('POST', `${card}/calculate/limits`, { status: 200, body: created }))).toEqual([
    'CARD-42 status',
  ]);
  expect(blamed(judged('GET', '/v2/webhook', { status: 203, body: example('readWebhook') }))).toEqual([]);
  const declared = { successStatuses: { readWebhook: [200] } };
  expect(
    blamed(judged('GET', '/v2/webhook', { status: 203, body: example('readWebhook'), openings: declared })),
  ).toEqual(['ERR-19 status']);
});

test('what was not asked for is blamed, and a null in its place is not', () => {
  const both = { pan: '4242424242424242', cvv: '000', pin: null };

  const judgement = judged('POST', `${card}/credentials`, { status: 200, body: both, sent: { fields: ['pan'] } });

  expect(blamed(judgement)).toContain('CARD-31 /cvv');
  expect(blamed(judgement)).not.toContain('CARD-31 /pin');
});

test('an expansion is blamed only when it is known what was asked for', () => {
  const payment = { ...(example('readPayment') as object), currency: { id: 'EUR', name: 'Euro' } };

  const unasked = judged('GET', '/v2/payment/1', { status: 200, body: payment });
  const asked = judged('GET', '/v2/payment/1?e=card', {
    status: 200,
    body: payment,
    openings: { expandParameter: undefined as never },
  });

  expect(blamed(unasked)).toContain('PAY-37 /currency');
  expect(blamed(asked)).toEqual([]);
});

test('a secret value never stands in a finding', () => {
  const { findings } = judged('POST', `${card}/credentials`, {
    status: 200,
    body: { pan: 4242424242424242 },
    sent: { fields: ['pan'] },
  });

  expect(findings.length).toBeGreaterThan(0);
  expect(JSON.stringify(findings)).not.toContain('4242424242424242');
});
