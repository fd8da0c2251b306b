// Odd requests of every kind (Errors / catalogue). The judge checks each answer; the checks only send the requests.
import { type OperationId, operationById, operations } from '../../contract/operations.ts';
import { type RawBody, rawBodies } from '../../generators/defects/raw.ts';
import { megabyte } from '../../generators/defects/values.ts';
import { nowhere, outermostIds } from '../../generators/ids.ts';
import { inParallel } from '../../harness/assert/parallel.ts';
import { unlessUntested } from '../../harness/declare/failures.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import { anyInputOf } from '../../harness/prepare/any-input.ts';
import { freshSession, inSession } from '../../harness/prepare/fresh-session.ts';
import type { Call } from '../../subject/api.ts';
import { basic } from '../../subject/connection.ts';
import { known } from '../../subject/names.ts';
import { idleCall, plenty } from './support/idle-calls.ts';
import { asListsAndObjects } from './support/known-parameters.ts';
import { longQueries, oddChoices, oddIds, oddLists, oddPairs, oddPaths, oddQueries } from './support/odd-addresses.ts';
import {
  eachOfEveryKind,
  endlessNumbers,
  oddCodings,
  oddDocuments,
  oddFields,
  oddForms,
  oddFormsOf,
  oddMembers,
  oddTextForms,
  oddTypes,
  otherMembers,
} from './support/odd-bodies.ts';
import { fewHeaders, leftOpen, longHeaders, oddHeaders, oddTokens } from './support/odd-headers.ts';
import { eachOf, type Sending, sendAll } from './support/odd-requests.ts';
import { type SoundOperation, soundCall } from './support/sound-calls.ts';

const neverServerError =
  'no request, however odd, is answered with a 5xx, but for 501 to a method that no operation uses';

requirement('ERR-01', neverServerError, 'odd paths', async (check) => {
  const { api } = check;
  const withIds = [...operations.values()].filter(({ method, path }) => method === 'GET' && path.includes('{id}'));
  const read = (path: string, id: string) => api.request('GET', path.split('{id}').join(id));
  await eachOf(withIds, outermostIds, ({ path }, id) => read(path, id));
  await sendAll(check, [
    ...oddPaths.map((path) => () => api.request('GET', path)),
    ...withIds.flatMap(({ path }) => oddIds.map((id) => () => read(path, id))),
  ]);
});

requirement('ERR-01', neverServerError, 'odd queries', async (check) => {
  const reading = [...operations.values()].filter(({ method, path }) => method === 'GET' && !path.includes('{'));
  const paths = [...reading.map(({ path }) => path), `/v2/payment/${check.profile.fixtures.payments.others[0] ?? '1'}`];
  const queries = [...oddQueries, ...longQueries];
  await sendAll(
    check,
    paths.flatMap((path) => queries.map((query) => () => check.api.request('GET', `${path}?${query}`))),
  );
});

// Uses the names that this target knows, because values of unknown parameters are hardly read.
requirement('ERR-01', neverServerError, 'odd values of known parameters', async (check) => {
  const { api } = check;
  const sendings: Sending[] = [];
  for (const [id, suffix] of [
    ['listCards', ''],
    ['listCardsV1', 'V1'],
  ] as const) {
    for (const purpose of ['statusFilter', 'typeFilter', 'sort'] as const) {
      const name = known(api.names[`${purpose}${suffix}`]);
      if (name === undefined) continue;
      for (const value of oddChoices) sendings.push(() => api.call(id, { query: [[name, value]] }));
      for (const pair of oddPairs) sendings.push(() => api.call(id, { query: pair.map((value) => [name, value]) }));
    }
  }
  await sendAll(check, sendings);
});

// Separate from the check above, so that a quick run sends all of them.
requirement('ERR-01', neverServerError, 'odd lists in known parameters', async (check) => {
  const { api, fixtures, profile } = check;
  const [payment] = [...profile.fixtures.payments.others, ...profile.fixtures.payments.drafts];
  const sendings: Sending[] = [];
  if (payment !== undefined && known(api.names.expand)?.list !== undefined) {
    for (const expand of oddLists('currency')) {
      sendings.push(() => api.call('readPayment', { path: { id: payment }, open: { expand } }));
    }
  }
  if (profile.allow.readCredentials && known(api.names.include)?.list !== undefined) {
    const id = await fixtures.card();
    for (const include of oddLists('limits'))
      sendings.push(() => api.call('readCardV1', { path: { id }, open: { include } }));
  }
  await sendAll(check, sendings);
});

requirement('ERR-01', neverServerError, 'odd headers', async (check) => {
  const { api } = check;
  const all = leftOpen(check, [...oddHeaders, ...longHeaders]);
  await sendAll(
    check,
    (['listCards', 'readWebhook'] as const).flatMap((id) => all.map((headers) => () => api.call(id, { headers }))),
  );
  await eachOf(['listCards', 'readWebhook'] as const, oddTokens, (id, authorization) =>
    api.call(id, { authorization }),
  );
  // Operations that take a body get these headers together with it, below.
  const others = [...operations.keys()].filter((id) => !isTakingBody(id) && id !== 'createPayment');
  await eachOf(others, leftOpen(check, fewHeaders), (id, headers) =>
    api.call(id, { ...anyInputOf(id, api.names), headers, on429: 'return' }),
  );
});

requirement('ERR-01', neverServerError, 'doubled parameters', async ({ api }) => {
  const { exchangeFlag, memberFlag } = api.names;
  const flags = [
    ['signPayments', 'validate', { id: [nowhere] }],
    ['exchangeSignToken', known(exchangeFlag), { signToken: nowhere, fingerprintid: 'assay' }],
    ['inviteMember', known(memberFlag), {}],
  ] as const;
  await eachOf(
    flags.filter(([, name]) => name !== undefined),
    ['0', '1'],
    ([id, name, json], value) =>
      api.call(id, { query: ['1', value].map((one) => [name as string, one] as const), json, confirmMfa: false }),
  );
});

// All are sent at any depth, because a target may fail on one parameter only.
requirement('ERR-01', neverServerError, 'lists and objects in known parameters', async (check) => {
  await inParallel(await asListsAndObjects(check), (send) => unlessUntested(send));
});

// The rest of the request is right, because only then does it pass a validator and reach the code behind it.
requirement('ERR-01', neverServerError, 'odd values in sound bodies', async (check) => {
  for (const [id, members] of oddMembers) {
    for (const odd of members) {
      await unlessUntested(async () => {
        const { call, fields, spend } = await soundCall(check, id);
        spend();
        return check.api.call(id, { ...call, json: { ...fields, ...odd } });
      });
    }
  }
});

const takingBodies: readonly SoundOperation[] = [
  ...(['login', 'refreshSession', 'exchangeSignToken', 'confirmMfa', 'readCardCredentials'] as const),
  ...(['setSmsBalanceNotification', 'signPayments', 'createBeneficiary', 'inviteMember'] as const),
];

const form = 'application/x-www-form-urlencoded';

for (const id of takingBodies) {
  requirement('ERR-01', neverServerError, `odd bodies of ${id}`, async (check) => {
    const { call, fields, spend } = await idleCall(check, id);
    const send =
      (body: Call): Sending =>
      () => {
        spend();
        return check.api.call(id, { ...call, confirmMfa: false, ...body });
      };
    const others = otherMembers(id, fields);
    // All are sent at any depth, because a target may fail on one kind of value in one member only.
    await inParallel(eachOfEveryKind(fields, others), (json) => unlessUntested(send({ json })));
    await inParallel(leftOpen(check, fewHeaders), (headers) => unlessUntested(send({ json: fields, headers })));
    await inParallel(endlessNumbers(id, fields), (raw) => unlessUntested(send({ raw })));
    const isForm = operationById(id).requestTypes.includes(form);
    if (isForm)
      await inParallel(oddFormsOf(fields), (content) => unlessUntested(send({ raw: { type: form, content } })));
    await sendAll(check, [
      ...rawBodies.map((raw) => send({ raw: raw.of(fields) })),
      ...oddDocuments.map((content) => send({ raw: { type: 'application/json', content } })),
      ...[...oddFields(fields, others)].map((json) => send({ json })),
      ...[...oddForms, ...(isForm ? oddTextForms(fields) : [])].map((content) =>
        send({ raw: { type: form, content } }),
      ),
      ...oddTypes.map((type) => send({ raw: { type, content: JSON.stringify(fields) } })),
      ...oddCodings.map((coding) => send({ json: fields, headers: [['content-encoding', coding]] })),
    ]);
  });
}

// No reading takes one of these bodies for a payment, a card's limits or a token.
requirement('ERR-01', neverServerError, 'odd bodies where none is shown', async (check) => {
  const session = await freshSession(check);
  for (const raw of noBodies) {
    // Uses a session of its own, because a refresh may end it.
    const call = { ...inSession(session), path: { id: nowhere }, raw, on429: 'return' } as const;
    for (const id of ofUnknownBodies) await unlessUntested(() => check.api.call(id, call));
    if (check.profile.allow.createPayments < plenty(check)) continue;
    check.spend('createPayments');
    await unlessUntested(() => check.api.call('createPayment', { raw }));
  }
});

const ofUnknownBodies = [
  ...(['cancelPayment', 'calculateCardLimits', 'setCardLimits'] as const),
  ...(['refreshV2', 'refreshTokenV2'] as const),
];

const noBodies: readonly RawBody[] = [
  ...['null', '[]', '0', '"assay"', '{"assay":', 'undefined'].map((content) => ({ type: 'application/json', content })),
  { type: 'application/json', content: Buffer.from([0xff, 0xfe, 0x7b]) },
  { type: 'application/xml', content: '<assay/>' },
];

// Leaves out ids that a lenient target may read as numbers, because these may exist.
requirement('ERR-01', neverServerError, 'odd ids of what would be changed', async (check) => {
  const { api } = check;
  const ids = oddIds.filter((id) => Number.isNaN(Number.parseFloat(id)));
  const sendings: Sending[] = [];
  for (const { id, method, path, security } of changing) {
    const sound = await unlessUntested(async () => (isTakingBody(id) ? (await idleCall(check, id)).fields : {}));
    const raw = { type: 'application/json', content: JSON.stringify(sound ?? {}) };
    const authorization = security === 'basic' ? { authorization: basic(api.user) } : {};
    const under = (odd: string) => path.replace('{type}', 'sms').replace(/\{\w+\}/, () => odd);
    for (const odd of ids) sendings.push(() => api.request(method, under(odd), { ...authorization, raw }));
  }
  await sendAll(check, sendings);
});

const changing = [...operations.values()].filter(({ method, path }) => method !== 'GET' && path.includes('{'));

const isTakingBody = (id: OperationId): id is SoundOperation => takingBodies.some((taking) => taking === id);

requirement(
  'ERR-02',
  'every request gets one whole HTTP response in time, and its connection is not dropped',
  'large bodies',
  async (check) => {
    // Only a few, because the evidence keeps them.
    for (const id of ['login', 'createBeneficiary', 'readCardCredentials'] as const) {
      const { call, fields } = await idleCall(check, id);
      const [name] = Object.keys(fields);
      const json = { ...fields, [name as string]: megabyte('a') };
      await unlessUntested(() => check.api.call(id, { ...call, confirmMfa: false, json }));
    }
    const json = { fingerprint: 'a'.repeat(largest) };
    await unlessUntested(() => check.api.call('login', { json }));
  },
);

const largest = 5 * 1024 * 1024;
