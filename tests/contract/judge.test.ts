import { expect, test } from '@playwright/test';
import { contract } from '../../contract/document.ts';
import { judge } from '../../contract/judge/judge.ts';
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
  /** The body as text, instead of JSON. */
  readonly written?: string;
  readonly sentHeaders?: Headers;
  readonly openings?: Partial<Openings>;
}

function judged(
  method: string,
  path: string,
  { status, body, headers = json, sent, written, sentHeaders = [], openings: more }: Answer,
) {
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  const content = written ?? (sent === undefined ? undefined : JSON.stringify(sent));
  const request = {
    method,
    url: `http://127.0.0.1:1${path}`,
    headers: sentHeaders,
    ...(content !== undefined && { body: Buffer.from(content) }),
  };
  const response = { status, headers, body: Buffer.from(text) };
  return judge({ request, outcome: { kind: 'answered', response } }, { ...openings, ...more });
}

/** Good practice, whose findings `blamed` leaves out. */
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

/** The query that asks an operation for everything that it can show. */
const everything = {
  readPayment: '?expand=currency,currencyExchange,merchant,card,cardholder,files',
  readCardV1: '?with=password&with=cvv&with=pin&with=number&with=limits&with=phone3ds',
};

test('an answer like the example of the contract has no findings', () => {
  const examples = [...operations.values()].filter(({ shapeOpen }) => !shapeOpen);

  for (const { id, method, path } of examples) {
    const asked = path.replace('{type}', 'sms').replace(/\{\w+\}/, '0b9f5f0e-6f0c-4d39-9f0e-3a4d1c2b7e7d');
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

for (const [what, url, octets, blames] of [
  ['a query of 8,001 characters', `/v2/card?a=${'b'.repeat(8001)}`, 0, 0],
  ['a query of 2,000 characters', `/v2/card?a=${'b'.repeat(2000)}`, 0, 1],
  ['a body of 65,537 octets', '/v3/auth/token', 65_537, 0],
  ['a body of 65,536 octets', '/v3/auth/token', 65_536, 1],
] as const) {
  test(`a connection that ends at ${what} breaks the rule of one whole response ${blames} times`, () => {
    const request = { method: 'POST', url: `http://127.0.0.1:1${url}`, headers: [], body: new Uint8Array(octets) };
    const failure = { kind: 'dropped', message: 'so it went' } as const;
    const beginning = { status: 200, headers: [], body: new Uint8Array() };
    const unanswered = judge({ request, outcome: { kind: 'failed', failure } }, openings);
    const cut = judge({ request, outcome: { kind: 'failed', failure, beginning } }, openings);

    expect(blamed(unanswered)).toHaveLength(blames);
    expect(blamed(cut)).toEqual(['ERR-02 response']);
  });
}

test('a server error is never an answer, whatever its body', () => {
  const judgement = judged('GET', '/v2/card', { status: 500, body: { name: 'x', message: 'y', status: 500 } });

  expect(blamed(judgement)).toEqual(['ERR-01 status']);
});

for (const location of ['/v2/cards', '/login', '/v2/card', 'https://other.example/v1/card', 'http://[', undefined]) {
  test(`a redirect to ${location ?? 'nowhere'} is no answer at the path`, () => {
    const headers: Headers = location === undefined ? [] : [['Location', location]];

    expect(blamed(judged('GET', '/v2/card', { status: 301, headers }))).toEqual(['VER-01 status']);
  });
}

for (const location of ['/v2/card/', '//other.example/v2/card', 'https://127.0.0.1:1/v2/card?sort=id']) {
  test(`a redirect to the same path at ${location} stands in front of the target`, () => {
    const { findings, checked } = judged('GET', '/v2/card', { status: 308, headers: [['Location', location]] });

    expect(findings).toEqual([]);
    expect([...checked]).not.toContain('VER-01');
  });
}

test('an answer without a body that a condition or the protocol asks for is none of the operation', () => {
  const unmodified = (sent: Headers) => judged('GET', '/v2/card', { status: 304, headers: [], sentHeaders: sent });

  expect(unmodified([['If-None-Match', '"1"']]).findings).toEqual([]);
  expect(unmodified([['if-modified-since', 'Sat, 01 Nov 2025 00:00:00 GMT']]).findings).toEqual([]);
  expect(blamed(unmodified([]))).toEqual(['VER-01 status']);
  for (const status of [100, 103, 408]) {
    expect(judged('GET', '/v2/card', { status, headers: [] }).findings, String(status)).toEqual([]);
  }
  expect(blamed(judged('GET', '/v2/card', { status: 101, headers: [] }))).toEqual(['VER-01 status']);
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
const html = '<p>no</p>';
const extended = { ...standard(404), code: 0, type: 'NotFound' };

for (const [what, method, path, status, body, expected] of [
  ['a standard 401', 'GET', card, 401, standard(401), []],
  ['a 401 without a name', 'GET', card, 401, { message: 'm', status: 401 }, ['ERR-05 /name']],
  ['a 401 that says 400', 'GET', card, 401, standard(400), ['ERR-08 /status']],
  ['an HTML 401', 'GET', card, 401, html, ['ERR-05 body']],
  ['a 401 whose JSON is cut off', 'GET', card, 401, '{"name":"Na', ['ERR-03 body']],
  ['a 401 without a body', 'GET', card, 401, undefined, ['ERR-05 body']],
  ['a 404 without a body on a card', 'GET', card, 404, undefined, ['ERR-09 body']],
  ['a 404 without a body where no shape is stated', 'GET', '/v2/webhook', 404, undefined, []],
  ['an unlisted 409 without a body', 'POST', '/v2/member', 409, undefined, []],
  ['an unlisted 409 in HTML', 'POST', '/v2/member', 409, html, ['ERR-17 body']],
  ['a 422 without a body on a login', 'POST', '/v3/auth/token', 422, undefined, []],
  ['a 403 in the wrapped shape', 'GET', card, 403, wrapped, ['ERR-06 /name', 'ERR-06 /message', 'ERR-06 /status']],
  ['a wrapped 404 on a card', 'GET', card, 404, wrapped, []],
  ['a standard 404 on a card', 'GET', card, 404, standard(404), ['ERR-09 /error', 'ERR-09 /status']],
  ['a wrapped 404 on a cancel', 'POST', '/v1/payment/1/cancel', 404, wrapped, []],
  ['an extended 404 on a cancel', 'POST', '/v1/payment/1/cancel', 404, extended, ['ERR-11 /error', 'ERR-11 /status']],
  ['an extended 404 on a payment', 'GET', '/v2/payment/1', 404, extended, []],
  ['a standard 404 on a payment', 'GET', '/v2/payment/1', 404, standard(404), ['ERR-12 /code', 'ERR-12 /type']],
  ['a 404 with a message only on a refresh', 'PUT', '/v3/auth/token', 404, { message: 'm' }, []],
  ['a standard 404 on a refresh', 'PUT', '/v3/auth/token', 404, standard(404), ['ERR-13 body']],
  ['a wrapped 404 on a refresh', 'PUT', '/v3/auth/token', 404, { ...wrapped, message: 'm' }, ['ERR-13 body']],
  ['a 404 with links beside its message on a refresh', 'PUT', '/v3/auth/token', 404, { message: 'm', _links: {} }, []],
  ['a wrapped 404 with a trace on a card', 'GET', card, 404, { ...wrapped, traceId: 'x' }, []],
  ['a standard 401 with a trace', 'GET', card, 401, { ...standard(401), traceId: 'x' }, []],
  ['located problems with a trace', 'PUT', '/v3/auth/token', 400, { query: {}, body: {}, traceId: 'x' }, []],
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
  [
    'a validation error with 400 where no 400 is listed',
    'POST',
    '/v2/member',
    400,
    { query: {}, body: { role: 'm' } },
    [],
  ],
  ['a validation error of a card list', 'GET', '/v2/card', 400, { query: { status: 'm' }, body: {} }, ['ERR-04 body']],
  ['an unlisted 409 in a documented shape', 'POST', '/v2/member', 409, standard(409), []],
  ['an unlisted 409 in a shape of its own', 'POST', '/v2/member', 409, { detail: 'm' }, ['ERR-17 body']],
  ['a 415 as the HTTP server likes it', 'POST', '/v2/member', 415, 'unsupported', []],
] as const) {
  test(`${what} ${expected.length === 0 ? 'is lawful' : `breaks ${expected.join(' and ')}`}`, () => {
    const headers: Headers = body === html ? [['Content-Type', 'text/html']] : json;
    expect(blamed(judged(method, path, { status, body, headers }))).toEqual(expected);
  });
}

test('a payment of a body that is unknown may be answered with 404', () => {
  const { findings } = judged('POST', '/v3/payment/sign', { status: 404, body: standard(404) });

  expect(findings).toEqual([]);
});

test('an object says nothing with links alone that each object has, and something with members of its own', () => {
  const links = { self: '/' };
  const payment = (merchant: object) =>
    blamed(
      judged('GET', '/v2/payment/5?expand=merchant', {
        status: 200,
        body: { ...(example('readPayment') as object), links, merchant },
      }),
    );

  expect(payment({ links })).toEqual([]);
  expect(payment({ links, shop: 5 })).toContain('PAY-32 /merchant/id');
});

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

test('a member that nobody described is advice in an error as well', () => {
  const { findings } = judged('PUT', '/v3/auth/token', { status: 404, body: { message: 'm', traceId: 'x' } });

  expect(findings).toMatchObject([{ requirement: 'ERR-21', at: '/traceId' }]);
});

test('an extended error has no member too many where any shape may stand', () => {
  const { findings } = judged('POST', '/v2/member', { status: 404, body: extended });

  expect(findings.map(({ requirement }) => requirement)).not.toContain('ERR-21');
});

test('a success without the documented body breaks what is due, and one whose JSON is broken breaks that', () => {
  const webhook = (body: string, type: string) =>
    blamed(judged('GET', '/v2/webhook', { status: 200, body, headers: [['Content-Type', type]] }));

  expect(webhook('', 'text/plain')).toEqual(['HOOK-01 body']);
  expect(webhook('<p>hello</p>', 'text/html')).toEqual(['HOOK-01 body']);
  expect(webhook('{"url":', 'application/json')).toEqual(['ERR-03 body']);
  expect(webhook('\ufeff{"url":null}', 'application/json')).toEqual(['ERR-03 body']);
});

test('a login whose JSON begins with a byte order mark breaks what is due', () => {
  const login = (mark: string) =>
    blamed(
      judged('POST', '/v3/auth/token', {
        status: 200,
        body: mark + JSON.stringify(example('login')),
        headers: [['Content-Type', 'application/json']],
      }),
    );

  expect(login('')).toEqual([]);
  expect(login('\ufeff')).toEqual(['ERR-03 body']);
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

test('of credentials, what has a name of its own is blamed as well, unless it says nothing', () => {
  const body = { cvv: '000', expiryDate: '08/29', notice: '' };

  const judgement = judged('POST', `${card}/credentials`, { status: 200, body, sent: { fields: ['cvv'] } });

  expect(blamed(judgement)).toContain('CARD-31 /expiryDate');
  expect(blamed(judgement)).not.toContain('CARD-31 /notice');
});

test('what a form did not ask for is blamed, in whichever way it writes a list', () => {
  const body = { pan: '4242424242424242', cvv: '000' };
  const sentHeaders: Headers = [['Content-Type', 'application/x-www-form-urlencoded; charset=utf-8']];
  const asked = (text: string) =>
    blamed(judged('POST', `${card}/credentials`, { status: 200, body, sentHeaders, written: text }));

  expect(asked('fields=pan')).toEqual(['CARD-31 /cvv']);
  expect(asked('fields%5B%5D=cvv')).toEqual(['CARD-31 /pan']);
  expect(asked('')).toEqual(['CARD-31 /pan', 'CARD-31 /cvv']);
  for (const both of [
    'fields=pan&fields=cvv',
    'fields%5B0%5D=pan&fields%5B1%5D=cvv',
    'fields=pan%2Ccvv',
    'pan=1&cvv=1',
  ]) {
    expect(asked(both)).toEqual([]);
  }
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

test('what was asked for under a name that ends in brackets is no more than was asked for', () => {
  const payment = { ...(example('readPayment') as object), currency: { id: 'EUR', name: 'Euro' } };
  const under = (expandParameter: string) =>
    judged('GET', '/v2/payment/1?expand%5B%5D=currency', { status: 200, body: payment, openings: { expandParameter } });

  expect(['expand', 'expand[]', 'other'].map((name) => blamed(under(name)))).toEqual([[], [], ['PAY-37 /currency']]);
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

type Members = Readonly<Record<string, unknown>>;

/** The findings on the example of an operation with these members changed, at the top or in its first entry. */
function blamedWith(
  operation: 'readCard' | 'readCardV1' | 'readPayment' | 'readBeneficiary' | 'readWebhook',
  members: Members,
) {
  const { method, path } = operations.get(operation)!;
  const query = everything[operation as keyof typeof everything] ?? '';
  const body = { ...(example(operation) as object), ...members };
  return blamed(judged(method, path.replace('{id}', '1') + query, { status: 200, body }));
}

/** Members that may not apply, by the type that they have where they apply. */
const inapplicable = {
  readCard: { number: ['updatedAt'], object: ['notification', 'orderInfo'] },
  readCardV1: {
    number: ['updatedAtMs', 'cvv'],
    string: ['password', 'phone3ds'],
    object: ['notification', 'orderInfo', 'limits'],
  },
  readPayment: {
    number: [
      ...['beneficiaryId', 'currencyExchangeId', 'transactionAmount', 'updatedAt', 'updatedAtUnix', 'completedAt'],
      'completedAtUnix',
    ],
    string: [
      ...['targetWalletUuid', 'parentPaymentId', 'currencyExchangeUuid', 'reference', 'transactionCurrencyId'],
      ...['cardMaskedNumber', 'rejectReason'],
    ],
    object: [
      ...['fee', 'counterparty', 'purposeCode', 'currency', 'currencyExchange', 'merchant', 'card', 'cardholder'],
      'recipientCardholder',
    ],
    array: ['files'],
  },
  readBeneficiary: {
    number: ['account_number', 'sort_code'],
    string: ['bank_country', 'iban', 'country_id', 'first_name', 'last_name'],
  },
  readWebhook: { number: ['updatedAt'] },
} as const;

const empty = { number: [0], string: [''], object: [{}, { inner: null }], array: [[]] } as const;

/** A time that does not apply must be left out in both units. */
const inTheOtherUnit = (name: string, value: unknown): Members => {
  const [, instant, unix] = /^(updatedAt|completedAt)(Unix)?$/.exec(name) ?? [];
  return instant === undefined ? {} : { [unix ? instant : `${instant}Unix`]: value };
};

for (const [operation, byType] of Object.entries(inapplicable)) {
  const blame = (name: string, value: unknown) =>
    blamedWith(operation as keyof typeof inapplicable, { [name]: value, ...inTheOtherUnit(name, value) });

  for (const [type, names] of Object.entries(byType)) {
    test(`a ${type} that does not apply is absent, null or empty alike in ${operation}`, () => {
      for (const name of names)
        for (const nothing of [undefined, null, ...empty[type as keyof typeof empty]])
          expect(blame(name, nothing), `${name} ${JSON.stringify(nothing)}`).toEqual([]);
    });

    test(`an empty value of another type in place of a ${type} is blamed in ${operation}`, () => {
      const others = Object.entries(empty).flatMap(([other, values]) => (other === type ? [] : values));
      for (const name of names)
        for (const other of others) expect(blame(name, other), `${name} ${JSON.stringify(other)}`).not.toEqual([]);
    });
  }
}

test('a member inside a notification, an order, a purpose or a counterparty may say nothing', () => {
  const card = { notification: { type: 'INFO', title: null, message: '' }, orderInfo: { title: 'Made', orderedAt: 0 } };
  const payment = { purposeCode: { code: 'GDDS', purpose: null }, counterparty: { name: 'Shop', bic: '', iban: null } };

  expect(blamedWith('readCard', card)).toEqual([]);
  expect(blamedWith('readPayment', payment)).toEqual([]);
});

test('a member under another spelling of its name is not there, unless it stands there as well or has nothing to say', () => {
  const held = (counterparty: object) => blamedWith('readPayment', { counterparty });

  expect(held({ name: 'Shop', account_holder_name: 'Ann' })).toEqual(['PAY-08 /counterparty/accountHolderName']);
  expect(held({ name: 'Shop', accountholdername: 'Ann' })).toEqual(['PAY-08 /counterparty/accountHolderName']);
  expect(held({ name: 'Shop', accountHolderName: 'Ann', account_holder_name: 'Ann' })).toEqual([]);
  expect(held({ name: 'Shop', account_holder_name: null })).toEqual([]);
  expect(held({ name: 'Shop', holder: 'Ann' })).toEqual([]);
  expect(blamedWith('readPayment', { Version: 3 })).toEqual([]);
});

test('what always applies may not be null, and a value that says something has its type and bounds', () => {
  expect(blamedWith('readCard', { status: null })).toEqual(['CARD-05 /status']);
  expect(blamedWith('readPayment', { createdAt: 0 })).toEqual(['PAY-24 /createdAt']);
  expect(blamedWith('readPayment', { amount: null, currencyId: null })).toEqual([
    'PAY-07 /amount',
    'PAY-10 /currencyId',
  ]);
  expect(blamedWith('readPayment', { completedAt: 1759400100, updatedAtUnix: 1759400100750 })).toEqual([
    'PAY-23 /updatedAtUnix',
    'PAY-24 /completedAt',
  ]);
  expect(blamedWith('readPayment', { rejectReason: false, purposeCode: 'GDDS' })).toEqual([
    'PAY-10 /rejectReason',
    'PAY-08 /purposeCode',
  ]);
  expect(blamedWith('readPayment', { fee: { amount: 1, currencyId: null } })).toEqual(['PAY-05 /fee/currencyId']);
  expect(blamedWith('readBeneficiary', { bank_country: 'D' })).toEqual(['BEN-10 /bank_country']);
  expect(blamedWith('readBeneficiary', { company_name: '' })).toEqual(['BEN-07 /company_name']);
  expect(blamedWith('readCardV1', { version: 3 })).toEqual(['LEG-12 /version']);
});

test('what the specification excludes may stand there empty, and not with a value', () => {
  const { publicJwk } = example('readWebhook') as { publicJwk: object };

  expect(blamedWith('readWebhook', { publicJwk: { ...publicJwk, d: null, k: '' } })).toEqual([]);
  expect(blamedWith('readWebhook', { publicJwk: { ...publicJwk, d: 'AQ' } })).toEqual(['HOOK-08 /publicJwk/d']);
});

test('an empty value counts as nothing that was not asked for', () => {
  const [card] = example('listCardsV1') as Members[];
  const listed = (members: Members) =>
    blamed(judged('GET', '/v1/card', { status: 200, body: [{ ...card, ...members }] }));

  expect(listed({ password: '', pin: 0, limits: {} })).toEqual([]);
  expect(new Set(listed({ pin: 1234 }))).toEqual(new Set(['LEG-18 /0/pin']));
});

test('a credential of a card stands in no card, unless it is hidden or says nothing', () => {
  const secret = { pan: '4242424242424242', cvv: '000', pin: 1234, password: 'pass' };
  const hidden = {
    pan: '424242******4242',
    cvv: '***',
    pin: true,
    password: '****',
    phone: '+15550100000',
    limits: {},
  };
  const withMembers = (operation: string, path: string, members: Members) => {
    const body = example(operation);
    const card = { ...((Array.isArray(body) ? body[0] : body) as Members), ...members };
    return blamed(judged('GET', path, { status: 200, body: Array.isArray(body) ? [card] : card }));
  };
  const named = (id: string, at: string) => Object.keys(secret).map((name) => `${id} ${at}/${name}`);

  expect(new Set(withMembers('listCards', '/v2/card', secret))).toEqual(new Set(named('CARD-31', '/0')));
  expect(new Set(withMembers('readCard', card, secret))).toEqual(new Set(named('CARD-31', '')));
  expect(withMembers('listCardsV1', '/v1/card', { pan: secret.pan })).toEqual(['LEG-18 /0/pan']);
  expect(withMembers('readCardV1', card.replace('v2', 'v1'), { pan: secret.pan })).toContain('LEG-30 /pan');
  expect(withMembers('listCards', '/v2/card', hidden)).toEqual([]);
  expect(withMembers('readCard', card, hidden)).toEqual([]);
});

test('nothing is never taken for a proof', () => {
  const { method, path } = operations.get('readPayment')!;
  const names = ['currencyExchange', 'merchant', 'card', 'cardholder', 'recipientCardholder', 'purposeCode'];
  const marks = ['PAY-29', 'PAY-32', 'PAY-33', 'PAY-34', 'PAY-35', 'PAY-36'];
  const checkedWith = (nothing: unknown) => {
    const body = {
      ...(example('readPayment') as object),
      ...Object.fromEntries(names.map((name) => [name, nothing])),
      files: nothing && [],
    };
    return judged(method, path, { status: 200, body }).checked;
  };

  for (const nothing of [null, {}]) for (const mark of marks) expect([...checkedWith(nothing)]).not.toContain(mark);
  const card = { ...(example('readCardV1') as object), limits: null };
  expect([...judged('GET', '/v1/card/1', { status: 200, body: card }).checked]).not.toContain('LEG-37');
  const sms = judged('PATCH', '/v2/card/1/sms-balance-notification', { status: 200, body: { status: 'SUCCESS' } });
  expect([...sms.checked]).not.toContain('MFA-02');
});

test('a token or the status makes a demand, and an empty token does not', () => {
  const answered = (body: unknown) => judged('POST', '/v3/payment/sign', { status: 200, body });
  const accepted = { status: 'ACCEPTED', data: { any: 1 } };

  for (const mfaToken of [null, '']) expect(answered({ ...accepted, mfaToken }).checked.has('MFA-02')).toBe(false);
  expect(blamed(answered({ ...accepted, mfaToken: null }))).toEqual([]);
  expect(blamed(answered({ ...accepted, mfaToken: 'a-token' }))).toEqual(['MFA-01 /status']);
  expect(blamed(answered({ status: 'MFA_REQUIRED', mfaToken: '' }))).toEqual(['MFA-02 /mfaToken']);
});

test('an order of version 1 that counts seconds is advised against', () => {
  const card = example('readCardV1') as { orderInfo: object };
  const ordered = (at: unknown) =>
    judged('GET', `/v1/card/1${everything.readCardV1}`, {
      status: 200,
      body: { ...card, orderInfo: { ...card.orderInfo, ordered_at: at } },
    }).findings.filter(({ requirement }) => requirement.startsWith('LEG'));

  expect(ordered(1758000000833)).toEqual([]);
  expect(ordered(0)).toEqual([]);
  expect(ordered(1758000000)).toMatchObject([{ requirement: 'LEG-55', at: '/orderInfo/ordered_at' }]);
  expect(ordered('1758000000')).toMatchObject([{ requirement: 'LEG-09', at: '/orderInfo/ordered_at' }]);
});

test('limits stand on a v1 list for who asks it for them alone, and a token with a wrong check digit is no number', () => {
  const [card] = example('listCardsV1') as Members[];
  const listed = (query: string, members: Members) =>
    blamed(judged('GET', `/v1/card${query}`, { status: 200, body: [{ ...card, ...members }] }));
  const limits = { updatedAtMs: 1 };
  const [first, last] = String(card!.masked_number).split(/\D+/);
  const tokens = [...'0123456789'].map((digit) => `${first}00000${digit}${last}`);

  expect(listed('', { limits })).toContain('LEG-18 /0/limits');
  expect(listed('?with=limits', { limits })).not.toContain('LEG-18 /0/limits');
  expect(tokens.filter((token) => listed('', { token }).includes('LEG-18 /0/token'))).toHaveLength(1);
});

test('a payment that says a thing in two ways says the same', () => {
  const payment = example('readPayment') as Record<string, unknown>;
  const of = (change: object) =>
    blamed(judged('GET', '/v2/payment/7?expand=currency,card', { status: 200, body: { ...payment, ...change } }));
  const [at, fee] = [1_759_400_000_000, { amount: 1, currencyId: 'EUR' }];
  const counterparty = { name: 'MADE UP' };

  expect(of({ createdAt: at, createdAtUnix: at / 1000 + 2 })).toEqual(['PAY-25 /createdAt']);
  expect(of({ createdAt: at + 999, createdAtUnix: at / 1000 })).toEqual([]);
  expect(of({ completedAt: at, completedAtUnix: null })).toEqual(['PAY-25 /completedAt']);
  expect(of({ status: 'new', completedAt: 0, completedAtUnix: null })).toEqual([]);
  expect(of({ operationType: 'CARD_SMS_FEE', isFee: false })).toEqual(['PAY-05 /isFee']);
  expect(of({ operationType: 'MAIN', isFee: true, fee })).toEqual(['PAY-05 /isFee']);
  expect(of({ operationType: 'MAIN', isFee: true, fee: null, counterparty: null })).toEqual([]);
  expect(of({ operationType: 'MAIN', isFee: true, fee: null, counterparty, parentPaymentId: '6' })).toEqual([]);
  expect(of({ operationType: 'RETURN', isFee: true })).toEqual([]);
  expect(of({ currencyId: 'EUR', currency: { id: 'USD' } })).toContain('PAR-21 /currencyId');
  expect(of({ cardMaskedNumber: '501812******4032', card: { maskedNumber: '5018 **** **** 4032' } })).not.toContain(
    'PAR-21 /cardMaskedNumber',
  );
});

test('an accepted signature without a sign token is blamed, and what signs nothing is not', () => {
  const id = ['577a53ee-1f5f-4f7b-8a52-6bd1e4bd5dd2'];
  const accepted = { status: 'ACCEPTED', data: { any: 1 } };
  const signed = (query: string, sent: unknown, body: unknown = accepted) =>
    blamed(judged('POST', `/v3/payment/sign${query}`, { status: 200, body, sent }));

  expect(signed('?validate=0', { id })).toEqual(['PAY-54 /status']);
  expect(signed('?validate=1', { id })).toEqual([]);
  expect(signed('?validate=0&signToken=a-token', { id })).toEqual([]);
  expect(signed('?validate=0', { id: [] })).toEqual([]);
  expect(signed('?validate=0', { id: ['of no payment'] })).toEqual([]);
  expect(signed('?validate=0', { id }, { status: 'MFA_REQUIRED', mfaToken: 'a-token' })).toEqual([]);
  const listing = (data: object) => signed('?validate=0', { id }, { status: 'ACCEPTED', data });
  expect(listing({})).toEqual(['PAY-54 /status']);
  expect(listing({ signed: id, rejected: [] })).toEqual(['PAY-54 /status']);
  expect(listing({ rejected: id })).toEqual([]);
  expect(listing({ signed: [], notFound: id })).toEqual([]);
});
