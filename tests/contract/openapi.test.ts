// openapi.yaml as a document: its operations, examples and marks, and that nothing in it is left unconstrained by mistake.
import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { parse } from 'yaml';
import { judge } from '../../contract/judge/judge.ts';
import { importable } from '../../specs/webhooks/support/jwk.ts';

// biome-ignore lint/suspicious/noExplicitAny: a parsed document, looked at as data
type Node = any;

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
/** Its schemas refer to each other as `contract:Card`, so that each can be compiled alone. */
const document: Node = JSON.parse(
  JSON.stringify(parse(read('openapi.yaml'))).replaceAll('"#/components/schemas/', '"contract:'),
);
const catalogue = new Set((parse(read('contract/requirements.yaml')) as { id: string }[]).map(({ id }) => id));

const schemaExtensions = [
  'x-requirement',
  'x-secret',
  'x-open',
  'x-expansion',
  'x-inclusion',
  'x-excluded',
  'x-unit',
  'x-anywhere',
];

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true });
formats.default(ajv);
for (const keyword of schemaExtensions) ajv.addKeyword({ keyword });
for (const [name, schema] of Object.entries<Node>(document.components.schemas))
  ajv.addSchema(schema, `contract:${name}`);

const resolved = (node: Node): Node => {
  if (typeof node?.$ref !== 'string') return node;
  const [, kind, name] = /^(?:contract:|#\/components\/(\w+)\/)(\w+)$/.exec(node.$ref) ?? [];
  return document.components[kind ?? 'schemas'][name as string];
};

interface Described {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly node: Node;
}

const operations: readonly Described[] = Object.entries<Node>(document.paths).flatMap(([path, item]) =>
  Object.entries<Node>(item).map(([method, node]) => ({
    id: node.operationId,
    method: method.toUpperCase(),
    path,
    node,
  })),
);

interface Body {
  /** For example `login request` or `login 2XX`. */
  readonly where: string;
  readonly side: 'request' | 'response';
  /** Stated in the row of the operation in the specification, not only in a general rule. */
  readonly own: boolean;
  readonly schema: Node;
  readonly examples: readonly Node[];
  readonly validate: ValidateFunction;
}

const bodies: readonly Body[] = operations.flatMap(({ id, node }) =>
  Object.entries<Node>({ request: node.requestBody, ...node.responses }).flatMap(([name, owner]) =>
    Object.values<Node>(resolved(owner)?.content ?? {}).map(
      (media): Body => ({
        where: `${id} ${name}`,
        side: name === 'request' ? 'request' : 'response',
        own: !name.startsWith('4') || node['x-listed'].map(String).includes(name),
        schema: media.schema,
        examples: 'example' in media ? [media.example] : Object.values<Node>(media.examples).map(({ value }) => value),
        validate: ajv.compile(media.schema),
      }),
    ),
  ),
);

/** Every mapping in the document, of any kind. */
function* nodes(node: Node): Generator<Node> {
  if (typeof node !== 'object' || node === null) return;
  yield node;
  for (const value of Object.values(node)) yield* nodes(value);
}

const table: Readonly<Record<string, string>> = {
  login: 'POST /v3/auth/token basic 401 429',
  refreshSession: 'PUT /v3/auth/token none 404 429',
  issueWebSocketToken: 'GET /v3/auth/web-socket bearer 401',
  exchangeSignToken: 'POST /v2/auth/token basic 401 -> login',
  confirmMfa: 'POST /v2/mfa/{type}/sign/{requestId} basic',
  listCards: 'GET /v2/card bearer 400 401 403',
  readCard: 'GET /v2/card/{id} bearer 401 403 404',
  listCardsV1: 'GET /v1/card bearer 400 401 403 -> listCards',
  readCardV1: 'GET /v1/card/{id} bearer 401 403 404 -> readCard',
  readCardLimitsV1: 'GET /v1/card/{id}/limits bearer 401 403 404 -> calculateCardLimits',
  calculateCardLimits: 'POST /v2/card/{id}/calculate/limits bearer 401 403 404 429',
  readCardCredentials: 'POST /v2/card/{id}/credentials bearer 400 401 403 404',
  setSmsBalanceNotification: 'PATCH /v2/card/{id}/sms-balance-notification bearer 401 403 404',
  readPayment: 'GET /v2/payment/{id} bearer 401 404',
  cancelPayment: 'POST /v1/payment/{id}/cancel bearer 401 403 404',
  signPayments: 'POST /v3/payment/sign bearer 401 403',
  createBeneficiary: 'POST /v2/beneficiary bearer 401 403',
  readBeneficiary: 'GET /v1/beneficiary/{id} bearer 401 403 404',
  inviteMember: 'POST /v2/member bearer 401 403',
  readWebhook: 'GET /v2/webhook bearer 401 403',
  listWebhookEvents: 'GET /v2/webhook/event bearer 403',
  refreshV2: 'POST /v2/auth/refresh bearer 429',
  refreshTokenV2: 'POST /v2/auth/token/refresh bearer 429',
  createPayment: 'POST /v3/payment bearer 429',
  setCardLimits: 'PATCH /v2/card/{id}/limits bearer 429',
};

test('each operation has its method, path, security, listed errors and replacement', () => {
  const found = operations.map(({ id, method, path, node }) => {
    const security = (node.security ?? document.security).flatMap(Object.keys)[0] ?? 'none';
    const listed = node['x-listed'].filter((status: Node) => status !== '4XX');
    const replacement = node.deprecated ? [`-> ${node['x-replaced-by']}`] : [];
    return [id, [method, path, security, ...listed, ...replacement].join(' ')];
  });
  expect(Object.fromEntries(found)).toEqual(table);
});

test('the success status is a range everywhere but on calculated limits', () => {
  const successes = operations.map(({ id, node }) => [
    id,
    Object.keys(node.responses).filter((s) => s.startsWith('2')),
  ]);
  // A demand for a second factor may have another status than the success.
  const expected = Object.keys(table).map((id) => [id, id === 'calculateCardLimits' ? ['201', '2XX'] : ['2XX']]);
  expect(Object.fromEntries(successes)).toEqual(Object.fromEntries(expected));
});

test('the four operations without a shape say so and describe none', () => {
  const open = operations.filter(({ node }) => node['x-shape-open']);
  expect(open.map(({ id }) => id).sort()).toEqual(['createPayment', 'refreshTokenV2', 'refreshV2', 'setCardLimits']);
  for (const { node } of open) expect(resolved(node.responses['2XX']).content).toBeUndefined();
});

test('each body has an example, and each example fits its schema', () => {
  expect(bodies.length).toBeGreaterThan(60);
  for (const { where, examples, validate } of bodies) {
    expect(examples.length, where).toBeGreaterThan(0);
    for (const example of examples) {
      expect(validate(example), `${where}: ${ajv.errorsText(validate.errors)}`).toBe(true);
    }
  }
});

test('each parameter has an example that fits its schema', () => {
  for (const { id, node } of operations) {
    for (const { name, schema, example } of node.parameters ?? []) {
      expect(ajv.validate(schema, example), `${id} ${name}`).toBe(true);
    }
  }
});

type Step = string | number;

/** A place in a JSON value, and the value there. */
function* places(value: Node, steps: readonly Step[] = []): Generator<{ steps: readonly Step[]; value: Node }> {
  if (steps.length > 0) yield { steps, value };
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    yield* places(inner, [...steps, Array.isArray(value) ? Number(key) : key]);
  }
}

/** The value with one place replaced, or removed when there is no replacement. */
function altered(value: Node, steps: readonly Step[], replacement?: Node): Node {
  const copy = structuredClone(value);
  const owner = steps.slice(0, -1).reduce((at: Node, step) => at[step], copy);
  const last = steps.at(-1) as Step;
  if (replacement === undefined) delete owner[last];
  else owner[last] = replacement;
  return copy;
}

const nameOf = (steps: readonly Step[]): string =>
  steps.map((step) => (typeof step === 'number' ? '[]' : step)).join('.');

/** Places that the contract leaves open, so that any value is allowed there. */
const openPlaces = new Set([
  'listCards 2XX [].orderInfo.delivery.carrier',
  'listCardsV1 2XX [].orderInfo.delivery.carrier',
  'setSmsBalanceNotification request enabled',
  'setSmsBalanceNotification 2XX status',
  'setSmsBalanceNotification 2XX mfaToken',
  ...['2XX', '4XX'].flatMap((status) =>
    ['errors.[]', 'errors.[].field', 'errors.[].message'].map((place) => `createBeneficiary ${status} ${place}`),
  ),
]);

test('a value of another type is refused at every place that is not open', () => {
  const accepted = new Set<string>();
  for (const { where, examples, validate } of bodies.filter(({ own }) => own)) {
    for (const example of examples) {
      for (const { steps, value } of places(example)) {
        const wrong = typeof value === 'object' && value !== null ? 'wrong' : [0];
        if (validate(altered(example, steps, wrong))) accepted.add(`${where} ${nameOf(steps)}`);
      }
    }
  }
  expect([...accepted].sort()).toEqual([...openPlaces].sort());
});

/** Members that may be missing, by the schema that defines them. */
const conditional = {
  card: [
    ...['updatedAt', 'notification', 'orderInfo'],
    ...['type', 'title', 'message'].map((name) => `notification.${name}`),
    ...['title', 'message', 'delivery', 'orderedAt', 'dispatchedAt'].map((name) => `orderInfo.${name}`),
  ],
  'legacy card': [
    ...['updatedAtMs', 'notification', 'orderInfo'],
    ...['type', 'title', 'message'].map((name) => `notification.${name}`),
    ...['title', 'message', 'delivery', 'ordered_at', 'dispatched_at'].map((name) => `orderInfo.${name}`),
  ],
  credentials: ['password', 'cvv', 'pin', 'pan', 'phone', 'email'],
  'legacy detail': ['password', 'cvv', 'pin', 'number', 'phone3ds', 'limits'],
  payment: [
    ...['fee', 'updatedAt', 'updatedAtUnix', 'currencyExchange.updatedAtMs', 'purposeCode.code', 'purposeCode.purpose'],
    ...['reference', 'counterparty', 'beneficiaryId', 'targetWalletUuid', 'parentPaymentId', 'currencyExchangeId'],
    ...['currencyExchangeUuid', 'transactionAmount', 'transactionCurrencyId', 'transactionExchangeRate'],
    ...[
      'cardMaskedNumber',
      'retrievalReferenceNumber',
      'rejectReason',
      'purposeCode',
      'completedAt',
      'completedAtUnix',
    ],
    ...['recipientCardholder', 'currency', 'currencyExchange', 'merchant', 'card', 'cardholder', 'files'],
    ...['name', 'accountHolderName', 'bic', 'iban'].map((name) => `counterparty.${name}`),
    'currencyExchange.completedAt',
    ...['url', 'domain', 'phone', 'iconUrl', 'address', 'externalId', 'groupId', 'groupName'].map(
      (n) => `merchant.${n}`,
    ),
  ],
  company: ['bic_swift', 'account_number', 'sort_code', 'street', 'house', 'city', 'country_id', 'postal_code'],
};

const mayBeMissing: Readonly<Record<string, readonly string[]>> = {
  'listCards 2XX': conditional.card.map((name) => `[].${name}`),
  'listCardsV1 2XX': conditional['legacy card'].map((name) => `[].${name}`),
  'readCard 2XX': conditional.card,
  'readCardV1 2XX': [...conditional['legacy card'], ...conditional['legacy detail'], 'limits.updatedAtMs'],
  'readCardCredentials 2XX': conditional.credentials,
  'setSmsBalanceNotification 2XX': ['status', 'mfaToken'],
  'readPayment 2XX': conditional.payment,
  'readBeneficiary 2XX': [...conditional.company, 'bank_country', 'iban', 'company_name', 'first_name', 'last_name'],
  // Fields that one kind of entity or of bank details needs, missing from the example of the other kind.
  'createBeneficiary request': conditional.company.filter((name) => !['account_number', 'sort_code'].includes(name)),
  'createBeneficiary 2XX': ['data'],
  'inviteMember request': ['walletAccess', 'expiredAt', 'signToken'],
  'readWebhook 2XX': ['updatedAt'],
};

test('a missing member is refused unless it is conditional', () => {
  const accepted: Record<string, Set<string>> = {};
  for (const { where, examples, validate } of bodies.filter(({ own }) => own)) {
    for (const example of examples) {
      for (const { steps } of places(example)) {
        if (typeof steps.at(-1) === 'number' || isOpen(where, steps)) continue;
        if (!validate(altered(example, steps))) continue;
        accepted[where] ??= new Set();
        accepted[where].add(nameOf(steps));
      }
    }
  }
  const sorted = (lists: Readonly<Record<string, Iterable<string>>>): Node =>
    Object.fromEntries(Object.entries(lists).map(([where, names]) => [where, [...names].sort()]));
  expect(sorted(accepted)).toEqual(sorted({ ...mayBeMissing, ...fieldMessages }));
});

/** An error may have messages for any of its fields. */
const fieldMessages = {
  ...Object.fromEntries(
    ['login', 'exchangeSignToken', 'confirmMfa'].map((id) => [`${id} 4XX`, ['body.fingerprint', 'errors.fingerprint']]),
  ),
  'refreshSession 4XX': ['body.token'],
};

const isOpen = (where: string, steps: readonly Step[]): boolean =>
  where !== 'setSmsBalanceNotification 2XX' && openPlaces.has(`${where} ${nameOf(steps)}`);

const companyDraft =
  document.paths['/v2/beneficiary'].post.requestBody.content['application/json'].examples.company.value;
const companyRead =
  document.paths['/v1/beneficiary/{id}'].get.responses['2XX'].content['application/json'].examples.company.value;

test('a beneficiary has what its kind of entity and of bank details needs', () => {
  const drafts = bodyOf('createBeneficiary request');
  const { iban, ...withoutIban } = companyDraft;
  expect(drafts({ ...companyDraft, entity_type: 'individual' })).toBe(false);
  expect(drafts({ ...companyDraft, bank_details_type: 'LOCAL' })).toBe(false);
  expect(drafts(withoutIban)).toBe(false);
  expect(drafts({ ...withoutIban, bank_details_type: 'LOCAL', account_number: 1, sort_code: 2 })).toBe(true);
  const reads = bodyOf('readBeneficiary 2XX');
  expect(reads({ ...companyRead, company_name: null })).toBe(false);
  expect(reads({ ...companyRead, entity_type: 'individual' })).toBe(false);
});

test('a creation that names no beneficiary says why', () => {
  const reports = bodyOf('createBeneficiary 2XX');
  expect(reports({ errors: [], notice: [] })).toBe(false);
  expect(reports({ errors: [], notice: [], data: null })).toBe(false);
  expect(reports({ errors: [], notice: ['known already'] })).toBe(true);
  expect(reports({ errors: ['no such bank'], notice: [], data: null })).toBe(true);
});

test('a login answer is judged as what it means to be', () => {
  const answers = bodyOf('login 2XX');
  expect(answers({ status: 'MFA_REQUIRED' })).toBe(false);
  expect(answers({ status: 'MFA', mfaToken: 'x' })).toBe(false);
  expect(answers({})).toBe(false);
});

test('bounds, patterns and forms hold at their edge', () => {
  const beneficiary = bodyOf('readBeneficiary 2XX');
  const bounds: readonly [string, number, number][] = [
    ['currency_id', 3, 3],
    ['bank_country', 2, 2],
    ['country_id', 2, 2],
    ['name', 0, 255],
    ['iban', 0, 255],
    ['street', 0, 64],
    ['house', 0, 32],
    ['city', 0, 64],
    ['postal_code', 0, 32],
    ['company_name', 0, 35],
    ['first_name', 0, 64],
    ['last_name', 0, 64],
  ];
  for (const [field, least, most] of bounds) {
    for (const validate of [beneficiary, bodyOf('createBeneficiary request')]) {
      const base = validate === beneficiary ? companyRead : companyDraft;
      const withLength = (length: number) => validate({ ...base, [field]: 'é'.repeat(length) });
      expect([withLength(most), withLength(most + 1)], field).toEqual([true, false]);
      if (least > 0) expect(withLength(least - 1), field).toBe(false);
    }
  }
  expect(bodyOf('login request')({ fingerprint: 'f'.repeat(65) })).toBe(false);
  expect(bodyOf('confirmMfa request')({ code: '1234567' })).toBe(false);
  expect(bodyOf('readCardCredentials request')({ fields: [] })).toBe(false);
  expect(bodyOf('readCardCredentials request')({ fields: ['number'] })).toBe(false);
  expect(bodyOf('signPayments request')({ id: ['17'] })).toBe(false);
  expect(bodyOf('listWebhookEvents 2XX')([{ id: 'payment.create', deprecated: false }])).toBe(false);
  const [payment] = examplesOf('readPayment 2XX');
  const paymentWith = (members: Node) => bodyOf('readPayment 2XX')({ ...payment, ...members });
  expect(paymentWith({ reference: 'r'.repeat(33) })).toBe(true);
  expect(paymentWith({ reference: 'r'.repeat(34) })).toBe(false);
  expect(paymentWith({ createdAt: payment.createdAtUnix })).toBe(false);
  expect(paymentWith({ createdAtUnix: payment.createdAt })).toBe(false);
  const [card] = examplesOf('readCard 2XX');
  for (const maskedPan of ['424242*****4242', '4242424242424242', '424242******4242 ', '42424x******4242']) {
    expect(bodyOf('readCard 2XX')({ ...card, maskedPan }), maskedPan).toBe(false);
  }
  const [member] = examplesOf('inviteMember request');
  expect(bodyOf('inviteMember request')({ ...member, expiredAt: -1 })).toBe(false);
});

test('what the specification excludes is refused', () => {
  const [legacy] = examplesOf('readCardV1 2XX');
  const listed = examplesOf('listCardsV1 2XX')[0][0];
  const [webhook] = examplesOf('readWebhook 2XX');
  const detail = bodyOf('readCardV1 2XX');
  expect(detail({ ...legacy, version: 1 })).toBe(false);
  expect(detail({ ...legacy, status: 'PROCESS' })).toBe(false);
  expect(detail({ ...legacy, permissions: { ...legacy.permissions, canGetPan: true } })).toBe(false);
  // Limits are left out: they are no secret, and the body does not show whether they were asked for.
  for (const name of conditional['legacy detail'].filter((each) => each !== 'limits')) {
    expect(bodyOf('listCardsV1 2XX')([{ ...listed, [name]: legacy[name] }]), name).toBe(false);
  }
  for (const name of ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k']) {
    const publicJwk = { ...webhook.publicJwk, [name]: 'AQ' };
    expect(bodyOf('readWebhook 2XX')({ ...webhook, publicJwk }), name).toBe(false);
  }
  const excluded = [...nodes(document.components.schemas)].filter((node) => node['x-excluded']);
  expect(excluded.flatMap((names) => names.enum)).toHaveLength(15);
});

test('a standard error repeats the status it came with', () => {
  const errors = bodies.filter(({ where }) => /\s(400|401|403|429)$/.test(where));
  expect(errors.length).toBeGreaterThan(40);
  for (const { where, validate } of errors) {
    const status = Number(where.slice(-3));
    expect(validate({ name: 'n', message: 'm', status }), where).toBe(true);
    expect(validate({ name: 'n', message: 'm', status: status + 1 }), where).toBe(false);
  }
});

test('what a general rule may answer to any operation is described for each', () => {
  for (const { id, path, node } of operations) {
    const general = ['401', '403', ...(path.includes('{') ? ['404'] : []), '4XX'];
    for (const status of general) expect(node.responses[status], `${id} ${status}`).toBeDefined();
  }
});

test('a demand for a second factor fits every answer', () => {
  const demand = { status: 'MFA_REQUIRED', mfaToken: 'm' };
  const answers = bodies.filter(({ side }) => side === 'response');
  expect(answers.filter(({ validate }) => !validate(demand)).map(({ where }) => where)).toEqual([]);
});

test('each example of an answer is one that the judge finds nothing in', () => {
  for (const { id, method, path, node } of operations) {
    for (const [key, owner] of Object.entries<Node>(node.responses)) {
      const media = resolved(owner).content?.['application/json'] ?? {};
      const examples =
        'example' in media ? [media.example] : Object.values<Node>(media.examples ?? {}).map((e) => e.value);
      for (const body of examples) {
        const said = typeof body.status === 'number' ? body.status : Number(key.replace('XX', '00'));
        expect(findingsIn(method, path, said, body), `${id} ${key}`).toEqual([]);
      }
    }
  }
  expect(importable(examplesOf('readWebhook 2XX')[0].publicJwk)).toBeUndefined();
});

/** Asks for everything that an answer may contain only on request. */
const everything = {
  fields: ['password', 'cvv', 'pin', 'pan', 'phone', 'email'],
  query: '?with=password,cvv,pin,number,phone3ds,limits&with=currency,currencyExchange,merchant,card,cardholder,files',
};

/** Findings without good practice, because an example has no headers and a status that only a general rule gives gets advice. */
function findingsIn(method: string, path: string, status: number, body: Node): readonly string[] {
  const request = {
    method,
    url: `http://127.0.0.1:1${path.replaceAll(/\{\w+\}/g, '17')}${everything.query}`,
    headers: [],
    body: Buffer.from(JSON.stringify(everything)),
  };
  const response = {
    status,
    headers: [['Content-Type', 'application/json'] as const],
    body: Buffer.from(JSON.stringify(body)),
  };
  const openings = { basePath: '', successStatuses: {}, includeParameter: 'with', expandParameter: 'with' };
  const { findings } = judge({ request, outcome: { kind: 'answered', response } }, openings);
  return findings
    .filter(({ requirement, at }) => !at.startsWith('header ') && requirement !== 'ERR-20')
    .map(({ requirement, at }) => `${requirement} ${at}`);
}

test('the empty value of a type fits where a member may not apply, whatever its bounds', () => {
  const [payment] = examplesOf('readPayment 2XX');
  expect(bodyOf('readPayment 2XX')({ ...payment, completedAt: 0, completedAtUnix: 0, rejectReason: '' })).toBe(true);
  const read = bodyOf('readBeneficiary 2XX');
  expect(read({ ...companyRead, country_id: '' })).toBe(true);
  expect(read({ ...companyRead, country_id: 'D' })).toBe(false);
  const [listed] = examplesOf('listCardsV1 2XX')[0];
  const ordered = (at: number) => [{ ...listed, updatedAtMs: 0, orderInfo: { ...listed.orderInfo, ordered_at: at } }];
  expect(bodyOf('listCardsV1 2XX')(ordered(0))).toBe(true);
  expect(bodyOf('listCardsV1 2XX')(ordered(1759000000))).toBe(false);
});

/** The children of a node under these names, each with its path. */
const under = (node: Node, at: string, ...names: readonly string[]): [string, Node][] =>
  names.flatMap((name) =>
    Object.entries<Node>(node?.[name] ?? {}).map(([key, child]): [string, Node] => [`${at}/${name}/${key}`, child]),
  );

const membersOf = (node: Node, at: string): [string, Node][] =>
  under(node, at, 'properties').flatMap(([path, member]) => [[path, member], ...membersOf(member, path)]);

// Somebody who reads only the document must learn from it what everything in it is.
test('everything is described, by itself and not only by what it refers to', () => {
  const { components } = document;
  const parts = under(components, '', 'schemas', 'headers', 'securitySchemes', 'responses');
  const calls = under(document, '', 'paths', 'webhooks').flatMap(([at, item]) =>
    Object.entries<Node>(item).flatMap(([method, call]): [string, Node][] => [
      [`${at}/${method}`, call],
      ...under(call, `${at}/${method}`, 'parameters', 'x-open-parameters'),
      ...(call.requestBody ? ([[`${at}/${method}/requestBody`, call.requestBody]] as [string, Node][]) : []),
    ]),
  );
  const all = [
    ...parts,
    ...under(components, '', 'schemas').flatMap(([at, schema]) => membersOf(schema, at)),
    ...calls,
  ];

  expect(all.length).toBeGreaterThan(400);
  expect(all.filter(([, { description }]) => !description).map(([at]) => at)).toEqual([]);
});

test('other members are welcome', () => {
  const closed = bodies.flatMap(({ where, examples, validate }) =>
    examples.filter((e) => !Array.isArray(e) && !validate({ ...e, unheardOf: 1 })).map(() => where),
  );
  expect(closed).toEqual([]);
});

test('a member of an answer takes null where it may be missing, and nowhere else', () => {
  const answers = bodies.filter(({ side }) => side === 'response');
  expect(answers.flatMap(({ where, schema }) => odd(where, schema))).toEqual([]);

  function odd(where: string, schema: Node, seen: readonly Node[] = []): readonly string[] {
    const parts = [schema, resolved(schema)].flatMap((part) => [part, ...branchesOf(part).map(resolved)]);
    const required = new Set(parts.flatMap((part) => part.required ?? []));
    return parts
      .filter((part) => !seen.includes(part))
      .flatMap((part) => [
        ...Object.entries<Node>(part.properties ?? {}).flatMap(([name, property]) => [
          ...(required.has(name) !== ajv.validate(property, null) ? [] : [`${where}/${name}`]),
          ...odd(`${where}/${name}`, property, [...seen, ...parts]),
        ]),
        ...(part.items ? odd(`${where}/[]`, part.items, [...seen, ...parts]) : []),
      ]);
  }
});

const branchesOf = (schema: Node): readonly Node[] => [...(schema.allOf ?? []), ...(schema.anyOf ?? [])];

test('a message alone is none that tells another shape', () => {
  const unknown = bodyOf('refreshSession 404');
  expect(unknown({ message: 'no', status: 404, error: 'Not Found', _links: {} })).toBe(true);
  expect(unknown({ message: 'no', name: 'Not Found', status: 404 })).toBe(false);
  expect(unknown({ message: 'no', status: 'ERROR', error: {} })).toBe(false);
  expect(unknown({ message: 'no', query: {}, body: {} })).toBe(false);
});

const enums: Readonly<Record<string, string>> = {
  MfaType: 'sms google',
  CardType: 'ChipAndPin Virtual Disposable',
  CardStatus: 'PROCESS ORDERED DISPATCHED ACTIVE BLOCKED CLOSED',
  LegacyCardStatus: 'ORDERED DISPATCHED ACTIVE BLOCKED CLOSED',
  CredentialField: 'password cvv pin pan phone email',
  PaymentStatus: 'new process completed rejected canceled compliance draft',
  PaymentType: 'debit credit',
  PaymentIcon: 'CONVERT RETURN CARD ACCOUNT CREDIT DEBIT',
  PaymentEntity: 'PAYMENT CONVERT CARD',
  OperationType:
    'MAIN RETURN CURRENCY_EXCHANGE REPLENISHMENT_FROM_CARD CARD_CURRENCY_EXCHANGE_RATE_DIFFERENCE ACCOUNT_OPENING_FEE ' +
    'ACCOUNT_MAINTENANCE_FEE ACCOUNT_BALANCE_FEE SWIFT_ISSUING_FEE SWIFT_FEE SEPA_FEE CHAPS_FEE FASTER_FEE FEE_RETURN ' +
    'ACCOUNT_CLOSURE_FEE OTHER_FEE CURRENCY_EXCHANGE_FEE REFERENCE_LETTER_FEE AUDIT_LETTER_FEE ADDITIONAL_FEE ' +
    'CANCELLATION_INVESTIGATION_FEE REPLENISHMENT_FROM_CARD_FEE SAME_COMPANY_FEE SAME_PROVIDER_FEE CARD_ISSUE_FEE ' +
    'CARD_DELIVERY_FEE CARD_ATM_CASH_WITHDRAWAL_FEE CARD_SMS_FEE CARD_ATM_BALANCE_ENQUIRY_FEE ' +
    'CARD_CURRENCY_EXCHANGE_FEE CARD_MAINTENANCE_FEE CRYPTO_PAYMENT_FEE POS_PURCHASE ATM_WITHDRAWAL ' +
    'AUTOMATED_FUEL_DISPENSER CREDIT_VOUCHER_AND_MERCHANDISE_RETURN MOTO_PURCHASE MANUAL_CASH_PURCHASE ' +
    'PURCHASE_WITH_CASHBACK QUASI_CASH_PURCHASE RECURRING_PAYMENT ACCOUNT_VERIFICATION STATUS_CHECK ' +
    'UNATTENDED_CARDHOLDER_ACTIVATED_TERMINAL E_COMMERCE_PURCHASE PAY_WAVE_HIGH_VALUE_PURCHASE ' +
    'PAY_WAVE_LOW_VALUE_PURCHASE CARD_TO_CARD_PAYMENT UNKNOWN',
  EntityType: 'individual company',
  BankDetailsType: 'DEFAULT LOCAL',
  MemberRole: 'fullAccess partialAccess viewOnly fullAccessBeta',
  Flag: '0 1',
};

test('each enum has its whole list', () => {
  const found = Object.entries<Node>(document.components.schemas).filter(([, schema]) => schema.enum);
  expect(Object.fromEntries(found.map(([name, schema]) => [name, schema.enum.join(' ')]))).toEqual(enums);
  expect(document.components.schemas.OperationType.enum).toHaveLength(49);
});

const openParameters: Readonly<Record<string, string>> = {
  exchangeSignToken: 'exchangeFlag query 0,1',
  listCards: `statusFilter query ${enums.CardStatus}; typeFilter query ${enums.CardType}; sort query id -id`,
  listCardsV1: `statusFilter query ${enums.LegacyCardStatus}; typeFilter query ${enums.CardType}; sort query id -id`,
  readCardV1: 'include query password cvv pin number limits phone3ds',
  readPayment: 'expand query currency currencyExchange merchant card cardholder files',
  setSmsBalanceNotification: 'smsEnabled body 0 1',
  signPayments: 'signToken query',
  inviteMember: 'memberFlag query 0 1',
};

test('each parameter without a known name stands with its purpose, place and values', () => {
  const found = operations
    .filter(({ node }) => node['x-open-parameters'])
    .map(({ id, node }) => [
      id,
      node['x-open-parameters']
        .map(({ purpose, in: place, schema }: Node) => {
          const values: readonly Node[] = schema.enum ?? schema.items?.enum ?? [];
          return [purpose, place, ...values].join(' ');
        })
        .join('; '),
    ]);
  const expected = Object.entries(openParameters).map(([id, text]) => [id, text.replaceAll(',', ' ')]);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
});

test('each expansion and each member to ask for is marked by the value that asks for it', () => {
  const marked = (schema: string, key: string): Node =>
    Object.entries<Node>(document.components.schemas[schema].properties)
      .filter(([, property]) => property[key])
      .map(([name, property]) => [name, property[key]]);
  const same = (names: string) => names.split(' ').map((name) => [name, name]);
  expect(marked('Payment', 'x-expansion')).toEqual(same('currency currencyExchange merchant card cardholder files'));
  expect(marked('CardCredentials', 'x-inclusion')).toEqual(same(enums.CredentialField as string));
  expect(marked('LegacyCardDetail', 'x-inclusion')).toEqual(same('password cvv pin number phone3ds limits'));
});

/** Values of members with these names are never written down. */
const secretNames = [
  ...['token', 'accessToken', 'refreshToken', 'wsToken', 'mfaToken', 'signToken', 'code', 'password', 'cvv', 'pin'],
  ...['pan', 'number', 'phone', 'phone3ds', 'email', 'cardNumber', 'd', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'],
];
/** Members that have the name of a secret but are none. */
const harmless = ['purposeCode.code', 'ExtendedNotFound.code', 'error.code'];

test('each secret is marked, and nothing else is', () => {
  const wrong: string[] = [];
  const visit = (owner: string, schema: Node): void => {
    for (const [name, property] of Object.entries<Node>(schema?.properties ?? {})) {
      const secret = secretNames.includes(name) && !harmless.includes(`${owner}.${name}`) && holdsText(property);
      if (secret !== (property['x-secret'] === true)) wrong.push(`${owner}.${name}`);
      visit(name, property);
      if (property.items) visit(name, property.items);
    }
  };
  for (const [name, schema] of Object.entries<Node>(document.components.schemas)) visit(name, schema);
  for (const names of [...nodes(document)].filter((node) => node['x-excluded'])) {
    const marked = names['x-secret'] === true;
    wrong.push(...names.enum.filter((name: string) => secretNames.includes(name) !== marked));
  }
  expect(wrong).toEqual([]);
  const parameters = operations.flatMap(({ node }) => [
    ...(node.parameters ?? []),
    ...(node['x-open-parameters'] ?? []),
  ]);
  const secretParameters = parameters.filter((entry: Node) => entry['x-secret']).map((e: Node) => e.name ?? e.purpose);
  expect(secretParameters).toEqual(['requestId', 'signToken']);
});

/** Objects are left out: they contain values, and are no secret themselves. */
const holdsText = (property: Node): boolean => ![property.type].flat().includes('object');

test('each requirement that is named exists', () => {
  const named = new Set([...nodes(document)].map((node) => node['x-requirement']).filter((id) => id !== undefined));
  expect(named.size).toBeGreaterThan(100);
  expect([...named].filter((id) => !catalogue.has(id))).toEqual([]);
});

test('each place of a response stands under a requirement', () => {
  const unmarked: string[] = [];
  const visit = (where: string, schema: Node, above: string | undefined, seen: readonly Node[]): void => {
    if (seen.includes(schema)) return;
    const parts = [schema, resolved(schema), ...branchesOf(schema).flatMap((branch) => [branch, resolved(branch)])];
    const mark = parts.map((part) => part['x-requirement']).find((id) => id) ?? above;
    const constrained = parts.some((part) => part.type || part.enum || part.not || part.pattern);
    if (constrained && !mark) unmarked.push(where);
    for (const part of parts) {
      const inner = [...Object.entries<Node>(part.properties ?? {}), ...(part.items ? [['[]', part.items]] : [])];
      for (const [name, property] of inner) visit(`${where}/${name}`, property, mark, [...seen, schema]);
      for (const key of ['then', 'else']) if (part[key]) visit(`${where}:${key}`, part[key], mark, [...seen, schema]);
    }
  };
  const answers = bodies.filter(({ side, own }) => side === 'response' && own);
  for (const { where, schema } of answers) visit(where, schema, undefined, []);
  expect(unmarked).toEqual([]);
});

test('each request member and each parameter with a rule names a requirement', () => {
  const members = bodies
    .filter(({ side }) => side === 'request')
    .flatMap(({ where, schema }) =>
      Object.entries<Node>(resolved(schema).properties ?? {}).map(([name, node]): [string, Node] => [
        `${where} ${name}`,
        node,
      ]),
    );
  const parameters = operations
    .filter(({ node }) => !node['x-shape-open'])
    .flatMap(({ id, node }) =>
      [...(node.parameters ?? []), ...(node['x-open-parameters'] ?? [])].map((entry: Node): [string, Node] => [
        `${id} ${entry.name ?? entry.purpose}`,
        entry,
      ]),
    );
  const unmarked = [...members, ...parameters].filter(([, node]) => !node['x-requirement']).map(([name]) => name);
  expect(unmarked).toEqual([]);
});

function bodyOf(where: string): ValidateFunction {
  const found = bodies.find((body) => body.where === where);
  if (found === undefined) throw new Error(`no body ${where}`);
  return found.validate;
}

function examplesOf(where: string): readonly Node[] {
  return bodies.find((body) => body.where === where)?.examples ?? [];
}
