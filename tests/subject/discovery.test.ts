import type { Api } from '../../subject/api.ts';
import { type Discovery, discover } from '../../subject/discovery/discover.ts';
import {
  type Card,
  type Habits,
  manyCards,
  paymentId,
  plainPaymentId,
  type Received,
  type Reply,
  refusal,
} from './small-target.ts';
import { expect, test } from './targets.ts';

const withPayment = `fixtures: { payments: { others: [${paymentId}] } }\n`;

async function discovered(api: Api): Promise<Discovery> {
  const outcome = await discover(api);
  if (outcome.kind !== 'discovered') throw new Error(outcome.because);
  return outcome.discovery;
}

const bracketed = (query: URLSearchParams, name: string) => query.getAll(`${name}[]`);
const found = (value: unknown) => expect.objectContaining({ kind: 'found', value });

/** The values of a JSON list in one parameter. */
const inJson = (query: URLSearchParams, name: string): string[] => {
  try {
    const value: unknown = JSON.parse(query.get(name) ?? '[]');
    return Array.isArray(value) ? value.map(String) : [];
  } catch {
    return [];
  }
};

const usualNames = { status: 'status', type: 'type', sort: 'sort', expand: 'expand', include: 'include' };
const oddNames = {
  status: 'filter[status]',
  type: 'cardType',
  sort: 'order_by',
  expand: 'with',
  include: 'extraFields',
};

const asFound = (names: Discovery['names']) =>
  [names.statusFilter, names.typeFilter, names.sort, names.statusFilterV1, names.typeFilterV1, names.sortV1].map(
    (finding) => ('value' in finding ? finding.value : finding),
  );

test('usual names are found in few requests, each with its reason', async ({ meet }) => {
  const { api, target } = await meet({}, withPayment);
  const { names, cards, wallets, requests } = await discovered(api);
  expect(asFound(names)).toEqual(['status', 'type', 'sort', 'status', 'type', 'sort']);
  expect(names.statusFilter).toMatchObject({ because: expect.stringContaining('?status=ACTIVE and ?status=BLOCKED') });
  expect([names.expand, names.include]).toEqual([
    found({ name: 'expand', list: 'comma' }),
    found({ name: 'include', list: 'comma' }),
  ]);
  expect([names.unknownParameters, names.sessionsPerUser, names.paging]).toEqual([
    found('ignored'),
    found('many'),
    found({ style: 'none' }),
  ]);
  expect(cards).toMatchObject({ kind: 'found', value: { length: 9 } });
  expect(wallets).toMatchObject({ kind: 'found', value: { length: 1 } });
  expect(requests).toBe(target.received.length - 1);
  expect(requests).toBeLessThan(60);
});

for (const unknownParameters of ['ignored', 'refused'] as const) {
  test(`odd names are found where unknown parameters are ${unknownParameters}`, async ({ meet }) => {
    const { api } = await meet({ names: oddNames, unknownParameters, listed: bracketed }, withPayment);
    const { names, requests } = await discovered(api);
    expect(asFound(names)).toEqual([
      'filter[status]',
      'cardType',
      'order_by',
      'filter[status]',
      'cardType',
      'order_by',
    ]);
    expect(names.expand).toEqual(found({ name: 'with', list: 'brackets' }));
    expect(names.unknownParameters).toEqual(found(unknownParameters));
    expect(requests).toBeLessThan(unknownParameters === 'ignored' ? 110 : 170);
  });
}

test('a list in JSON is found', async ({ meet }) => {
  const { api } = await meet({ listed: inJson, names: { expand: 'fields' } }, withPayment);
  const { names } = await discovered(api);
  expect(names.expand).toEqual(found({ name: 'fields', list: 'json' }));
});

test('how several members are asked for is found on the first payment that has several', async ({ meet }) => {
  const { api } = await meet({}, `fixtures: { payments: { others: [${plainPaymentId}, ${paymentId}] } }\n`);
  const { names } = await discovered(api);
  expect(names.expand).toEqual(found({ name: 'expand', list: 'comma' }));
});

test('what a card shows besides is found on one whose limits may be had, and by another member where none has any', async ({
  meet,
}) => {
  for (const most of [8, 9]) {
    const isHeldBack = (place: number) => place < most;
    const before: Habits['before'] = ({ path, query }) => {
      const place = manyCards.findIndex(({ legacyId }) => path === `/v1/card/${legacyId}`);
      if (place < 0 || !isHeldBack(place)) return undefined;
      const { id, legacyId, status, type } = manyCards[place]!;
      const phone3ds = query.get('include') === 'phone3ds' ? { phone3ds: '+37060000000' } : {};
      return { status: 200, json: { id: legacyId, uuid: id, status, type, ...phone3ds } };
    };
    const page: NonNullable<Habits['page']> = (cards, { path }) => {
      const told = (cards as Card[]).map((card) => {
        const place = manyCards.findIndex(({ id, legacyId }) => id === card.id || legacyId === Number(card.id));
        return { ...card, permissions: { canGetLimits: !isHeldBack(place) } };
      });
      return {
        status: 200,
        json: path === '/v1/card' ? told.map(({ ...card }) => ({ ...card, uuid: card.id })) : told,
      };
    };
    const { api } = await meet({ before, page });
    expect((await discovered(api)).names.include).toMatchObject({ kind: 'found', value: { name: 'include' } });
  }
});

test('what a payment shows besides is found on one that says so, where the first two show nothing', async ({
  meet,
}) => {
  const ids = Array.from({ length: 40 }, (_, index) => `00000000-0000-4000-8000-0000000009${10 + index}`);
  const json = { uuid: paymentId, cardMaskedNumber: '400000******0002' };
  const habits: Habits = {
    before: ({ path, query }) => {
      if (ids.some((id) => path.endsWith(id))) return { status: 200, json: { uuid: path.slice(-36) } };
      if (!path.endsWith(paymentId)) return undefined;
      const asked = query.get('expand')?.split(',') ?? [];
      const shown = { ...(asked.includes('card') && { card: {} }), ...(asked.includes('files') && { files: [{}] }) };
      return { status: 200, json: { ...json, ...shown } };
    },
  };
  const { api } = await meet(habits, `fixtures: { payments: { others: [${[...ids, paymentId].join(', ')}] } }\n`);
  expect((await discovered(api)).names.expand).toEqual(found({ name: 'expand', list: 'comma' }));
});

test('names that nobody guesses stay unknown, economically', async ({ meet }) => {
  const names = { status: 'xs', type: 'xt', sort: 'xo', expand: 'xe', include: 'xi' };
  const { api } = await meet({ names }, withPayment);
  const discovery = await discovered(api);
  for (const key of ['statusFilter', 'typeFilter', 'sort', 'expand', 'include'] as const) {
    expect(discovery.names[key]).toMatchObject({
      kind: 'unknown',
      because: expect.stringMatching(/^none of \d+ names/),
    });
  }
  expect(discovery.requests).toBeLessThan(120);
});

test('nothing is guessed where every parameter is refused', async ({ meet }) => {
  const names = { status: 'xs', type: 'xt', sort: 'xo', expand: 'xe', include: 'xi' };
  const { api } = await meet({ names, unknownParameters: 'refused' }, withPayment);
  const discovery = await discovered(api);
  expect(discovery.names.statusFilter).toMatchObject({ kind: 'unknown' });
  expect(discovery.names.expand).toMatchObject({ kind: 'unknown' });
});

const byPage =
  (name: string, first: number, size: number): NonNullable<Habits['page']> =>
  (cards, { query }) => {
    const from = (Number(query.get(name) ?? first) - first) * size;
    return { status: 200, json: cards.slice(from, from + size) };
  };

const oneCard: readonly Card[] = [manyCards[0]!];

/** A target whose filters have no effect, and whose parameter names cannot be guessed. */
const withoutFilters: Habits = { names: { status: 'xs', type: 'xt', sort: 'xo' } };

test('with one card nothing is concluded where nothing has an effect', async ({ meet }) => {
  const { api } = await meet({ ...withoutFilters, cards: oneCard });
  const { names, requests } = await discovered(api);
  expect(names.statusFilter).toEqual({
    kind: 'undecided',
    because: 'there is one card only, so no filter shows an effect',
  });
  expect(names.typeFilter).toMatchObject({ kind: 'undecided' });
  expect(names.sort).toEqual({ kind: 'undecided', because: 'there is one card only, so no order shows' });
  expect(requests).toBeLessThan(80);
});

const activeCards = manyCards.map((card) => ({ ...card, status: 'ACTIVE' }));

test('with cards of one status the status filter stays undecided where it shows nothing, and says why', async ({
  meet,
}) => {
  const { api } = await meet({ names: { status: 'xs' }, cards: activeCards });
  const { names } = await discovered(api);
  expect(names.statusFilter).toEqual({
    kind: 'undecided',
    because: 'all 9 cards have the status ACTIVE, so no filter shows an effect',
  });
  expect(names.typeFilter).toEqual(found('type'));
});

for (const cards of [oneCard, activeCards]) {
  test(`with cards of one status (${cards.length}) the filter is the one that keeps all by it and none by others`, async ({
    meet,
  }) => {
    for (const names of [usualNames, oddNames]) {
      const { api } = await meet({ cards, names });
      const { statusFilter } = (await discovered(api)).names;
      expect(statusFilter).toEqual(found(names.status));
      expect(statusFilter).toMatchObject({ because: expect.stringMatching(/=ACTIVE kept every card, and .* none$/) });
    }
  });
}

test('what now and then keeps no card is not taken for the filter of cards of one status', async ({ meet }) => {
  let count = 0;
  const habits: Habits = {
    ...withoutFilters,
    cards: activeCards,
    before({ path, query }) {
      if (path !== '/v2/card' || query.size === 0 || query.get('status') === 'ACTIVE') return undefined;
      count += 1;
      return count % 4 === 0 ? undefined : { status: 200, json: [] };
    },
  };
  const { api } = await meet(habits);
  expect((await discovered(api)).names.statusFilter.kind).not.toBe('found');
});

test('filters are found where all cards of the first page have the commonest status', async ({ meet }) => {
  const cards = [...activeCards, { ...manyCards[0]!, id: paymentId, legacyId: 900, status: 'CLOSED' }];
  const { api } = await meet({ cards, page: byPage('page', 1, 4) });
  expect((await discovered(api)).names.statusFilter).toEqual(found('status'));
});

for (const unknownParameters of ['ignored', 'refused'] as const) {
  test(`with one card a refused wrong value tells, unknown parameters ${unknownParameters}`, async ({ meet }) => {
    const { api } = await meet({ cards: oneCard, names: oddNames, wrongValues: 'refused', unknownParameters });
    const { names } = await discovered(api);
    expect(names.statusFilter).toMatchObject({
      kind: 'found',
      value: 'filter[status]',
      because: expect.stringContaining('refuses a nonsense value with 400'),
    });
    expect(names.sort).toEqual(found('order_by'));
  });
}

test('without cards everything about them is undecided', async ({ meet }) => {
  const { api } = await meet({ cards: [] });
  const { names, cards, wallets } = await discovered(api);
  expect(cards).toMatchObject({ kind: 'found', value: [] });
  for (const finding of [wallets, names.statusFilter, names.sort, names.include])
    expect(finding.kind).toBe('undecided');
});

test('a filter that changes the list wrongly is named and not taken', async ({ meet }) => {
  const habits: Habits = {
    names: { status: 'xs' },
    before: ({ path, query }) =>
      path === '/v2/card' && query.has('status')
        ? { status: 200, json: manyCards.slice(3).map(({ id, status, type }) => ({ id, status, type })) }
        : undefined,
  };
  const { api } = await meet(habits);
  const { names } = await discovered(api);
  expect(names.statusFilter).toEqual({
    kind: 'undecided',
    because: '?status changes the list, but not to the cards of the asked status',
  });
});

test('a filter with one wrong value is still found', async ({ meet }) => {
  const habits: Habits = {
    before(request) {
      if (request.path === '/v2/card' && request.query.get('status') === 'ACTIVE') request.query.delete('status');
      return undefined;
    },
  };
  const { api } = await meet(habits);
  expect((await discovered(api)).names.statusFilter).toEqual(found('status'));
});

for (const first of [0, 1]) {
  test(`pages numbered from ${first} are found, and filters within them`, async ({ meet }) => {
    const { api } = await meet({ page: byPage('page', first, 4) });
    const { names, cards } = await discovered(api);
    expect(names.paging).toEqual(found(expect.objectContaining({ style: 'page', page: 'page', first })));
    expect(cards).toMatchObject({ value: { length: 9 } });
    expect(asFound(names)).toEqual(['status', 'type', 'sort', 'status', 'type', 'sort']);
  });
}

test('pages by offset, cursor and link are found', async ({ meet }) => {
  const cut = (cards: readonly unknown[], from: number, headers: Record<string, string> = {}) => ({
    status: 200,
    json: cards.slice(from, from + 4),
    headers: from + 4 < cards.length ? headers : {},
  });
  const from = ({ query }: Received, name: string) => Number(query.get(name) ?? 0);
  const offset = await meet({ page: (cards, request) => cut(cards, from(request, 'offset')) });
  expect((await discovered(offset.api)).names.paging).toEqual(found(expect.objectContaining({ style: 'offset' })));
  const cursor = await meet({
    page: (cards, request) =>
      cut(cards, from(request, 'after'), { 'X-Next-Cursor': String(from(request, 'after') + 4) }),
  });
  expect((await discovered(cursor.api)).names.paging).toEqual(
    found(
      expect.objectContaining({ style: 'cursor', cursor: 'after', header: expect.stringMatching(/x-next-cursor/i) }),
    ),
  );
  const link = await meet({
    page: (cards, request) => cut(cards, from(request, 'at'), { Link: `<?at=${from(request, 'at') + 4}>; rel=next` }),
  });
  const { names, cards } = await discovered(link.api);
  expect(names.paging).toEqual(found({ style: 'link' }));
  expect(cards).toMatchObject({ value: { length: 9 } });
});

test('more cards announced than can be reached leave paging undecided', async ({ meet }) => {
  const { api } = await meet({
    page: (cards) => ({ status: 200, json: cards.slice(0, 4), headers: { 'X-Total-Count': '9' } }),
  });
  expect((await discovered(api)).names.paging).toEqual({
    kind: 'undecided',
    because: '9 cards are announced, 4 came, and no name led to more',
  });
});

for (const sessions of [1, 3]) {
  test(`a target with ${sessions} session(s) per user is found out, and the session goes on`, async ({ meet }) => {
    const { api } = await meet({ sessions });
    const { names } = await discovered(api);
    expect(names.sessionsPerUser).toEqual(found('one'));
    const knowing = api.withNames(names);
    for (let time = 0; time < sessions; time += 1) expect((await api.freshLogin()).kind).toBe('loggedIn');
    expect(await knowing.cards.list()).toHaveLength(9);
  });
}

for (const [how, isTurned] of [
  ['change places each time', (turn: number) => turn % 2 === 1],
  ['change places each second time', (turn: number) => turn % 4 > 1],
] as const) {
  test(`two unsorted cards that ${how} are not taken for sorted`, async ({ meet }) => {
    let turn = 0;
    const page: NonNullable<Habits['page']> = (cards, { query }) => {
      turn += 1;
      return { status: 200, json: !query.has('order_by') && isTurned(turn) ? cards.toReversed() : cards };
    };
    const { api } = await meet({ cards: manyCards.slice(0, 2), names: { sort: 'order_by' }, page });
    const { names } = await discovered(api);
    expect([names.sort, names.sortV1]).toEqual([found('order_by'), found('order_by')]);
  });
}

test('what the profile declares or leaves unknown is not asked about', async ({ meet }) => {
  const open =
    'open: { statusFilter: mine, statusFilterV1: unknown, sort: unknown, sortV1: unknown, typeFilter: t, typeFilterV1: t,\n  paging: none }';
  const { api, target } = await meet({}, open);
  const { names } = await discovered(api);
  expect(names.statusFilter).toEqual({ kind: 'declared', value: 'mine' });
  expect(names.sort).toMatchObject({ kind: 'unknown' });
  const asked = target.received.filter(({ path }) => path === '/v2/card').flatMap(({ query }) => [...query.keys()]);
  expect(asked).toEqual(['assayNoSuchParameter']);
});

test('nothing that changes anything is sent unless allowed', async ({ meet }) => {
  const { api, target } = await meet({}, 'allow: { calculateLimits: false }');
  const { names } = await discovered(api);
  expect(names.smsField).toMatchObject({ kind: 'unknown', because: expect.stringContaining('allow.smsNotification') });
  expect(names.bodies.calculateCardLimits).toMatchObject({ kind: 'unknown' });
  const changing = target.received.filter(({ method, path }) => method !== 'GET' && !/\/auth\//.test(path));
  expect(changing).toEqual([]);
});

test('a draft that is signed without a sign token is known to be signed', async ({ meet }) => {
  const draft = '00000000-0000-4000-8000-000000000901';
  const habits: Habits = {
    before: ({ path }) =>
      path === '/v3/payment/sign' ? { status: 200, json: { status: 'ACCEPTED', data: {} } } : undefined,
  };
  const { api } = await meet(habits, `allow: { signDrafts: 1 }\nfixtures: { payments: { drafts: [${draft}] } }`);
  const { names, spentDrafts } = await discovered(api);
  expect(names.signToken).toMatchObject({ kind: 'undecided' });
  expect(spentDrafts).toEqual([draft]);
});

test('secrets are not asked for where that is not allowed', async ({ meet }) => {
  const { api, target } = await meet({}, 'allow: { readCredentials: false }');
  const { names } = await discovered(api);
  expect(names.include).toEqual(found({ name: 'include' }));
  expect(
    target.received.some(({ query }) => [...query.values()].some((value) => /cvv|number|phone3ds/.test(value))),
  ).toBe(false);
});

/** A target whose version 1 accepts a type and returns every card, and whose version 2 sorts by -id as by id. */
const heedless = (wrongValues: 'ignored' | 'refused'): Habits => ({
  wrongValues,
  before: ({ path, query }) => {
    if (path === '/v1/card' && /^(?:ChipAndPin|Virtual|Disposable)$/.test(query.get('type') ?? ''))
      query.delete('type');
    if (path === '/v2/card' && query.get('sort') === '-id') query.set('sort', 'id');
    return undefined;
  },
});

test('a filter or sort without effect is known by the wrong values that it refuses', async ({ meet }) => {
  const { api } = await meet(heedless('refused'));
  const { names } = await discovered(api);
  expect(names.typeFilterV1).toEqual(found('type'));
  expect(names.sort).toEqual(found('sort'));
});

test('a name that only the other card list heeds is told, with the key that would hold this list to it', async ({
  meet,
}) => {
  const { api } = await meet(heedless('ignored'));
  const { names } = await discovered(api);
  expect(names.typeFilter).toEqual(found('type'));
  expect(names.typeFilterV1).toMatchObject({
    kind: 'unknown',
    because: expect.stringMatching(/nor had \?type, .*; open\.typeFilterV1: type would hold this list to it$/),
  });
  expect(names.sort).toMatchObject({ kind: 'undecided', because: expect.stringContaining('does not reverse') });
});

/** A target whose SMS notification is switched by what `takes` returns for a body, if it returns anything. */
function switchedBy(takes: (request: Received) => boolean | undefined): { readonly habits: Habits; isOn(): boolean } {
  let on = false;
  const before = (request: Received): Reply | undefined => {
    const { method, path } = request;
    const permissions = { canSetSmsBalanceNotification: true };
    const card = { ...manyCards[0], isSmsBalanceNotification: on, permissions };
    if (method === 'GET' && path.startsWith('/v2/card/')) return { status: 200, json: card };
    if (method !== 'PATCH') return undefined;
    const state = takes(request);
    if (state === undefined) return refusal(400, 'not like this');
    on = state;
    return { status: 200, json: { status: 'SUCCESS' } };
  };
  return { habits: { before }, isOn: () => on };
}

const isForm = ({ headers }: Received) => headers['content-type'] === 'application/x-www-form-urlencoded';
const asText = (value: unknown) => (value === '1' ? true : value === '0' ? false : undefined);

test('the SMS field is found by switching, where allowed, and switched back', async ({ meet }) => {
  const { habits, isOn } = switchedBy(({ fields }) => asText(fields.isEnabled));
  const { api } = await meet(habits, 'allow: { smsNotification: true }');
  expect((await discovered(api)).names.smsField).toEqual(found({ name: 'isEnabled', values: 'strings' }));
  expect(isOn()).toBe(false);
});

test('the SMS field is found where the first kind of card is refused or forgets it', async ({ meet }) => {
  const permissions = { canSetSmsBalanceNotification: true };
  const cards = manyCards.map((card) => ({ ...card, isSmsBalanceNotification: false, permissions }));
  const habits: Habits = {
    before({ method, path, fields }) {
      if (method === 'GET' && path === '/v2/card') return { status: 200, json: cards };
      const card = cards.find(({ id }) => path.startsWith(`/v2/card/${id}`));
      if (card === undefined) return undefined;
      if (method === 'PATCH') {
        if (card.status === 'ACTIVE') return refusal(400, 'not this one');
        if (card.status !== 'BLOCKED') card.isSmsBalanceNotification = fields.enabled === 1;
      }
      return { status: 200, json: method === 'PATCH' ? { status: 'SUCCESS' } : card };
    },
  };
  const { api } = await meet(habits, 'allow: { smsNotification: true }');
  expect((await discovered(api)).names.smsField).toEqual(found({ name: 'enabled', values: 'numbers' }));
  expect(cards.every((card) => !card.isSmsBalanceNotification)).toBe(true);
});

test('the SMS field is found where the switch takes a moment to show', async ({ meet }) => {
  let on = false;
  const habits: Habits = {
    before({ method, path, fields }) {
      const permissions = { canSetSmsBalanceNotification: true };
      const card = { ...manyCards[0], isSmsBalanceNotification: on, permissions };
      if (method === 'GET' && path.startsWith('/v2/card/')) return { status: 200, json: card };
      if (method !== 'PATCH') return undefined;
      const { active } = fields;
      if (active !== undefined) setTimeout(() => (on = active === 1), 800);
      return { status: 200, json: { status: 'SUCCESS' } };
    },
  };
  const { api } = await meet(habits, 'allow: { smsNotification: true }');
  expect((await discovered(api)).names.smsField).toEqual(found({ name: 'active', values: 'numbers' }));
});

test('the SMS field is found by a form where no JSON is taken', async ({ meet }) => {
  const { habits, isOn } = switchedBy((request) => (isForm(request) ? asText(request.fields.sms) : undefined));
  const { api } = await meet(habits, 'allow: { smsNotification: true }');
  const { smsField } = (await discovered(api)).names;
  expect(smsField).toEqual(found({ name: 'sms', values: 'numbers' }));
  expect(smsField).toMatchObject({ because: expect.stringContaining('not in JSON') });
  expect(isOn()).toBe(false);
});

test('the SMS field that a form shows is written in JSON as the target takes it', async ({ meet }) => {
  const { habits, isOn } = switchedBy(({ fields }) => asText(fields.sms));
  const { api } = await meet(habits, 'allow: { smsNotification: true }');
  expect((await discovered(api)).names.smsField).toEqual(found({ name: 'sms', values: 'strings' }));
  expect(isOn()).toBe(false);
});

test('behind a second factor that nobody can confirm the SMS field does not show', async ({ meet }) => {
  const card = {
    ...manyCards[0],
    isSmsBalanceNotification: false,
    permissions: { canSetSmsBalanceNotification: true },
  };
  const habits: Habits = {
    before({ method, path }) {
      if (method === 'GET' && path.startsWith('/v2/card/')) return { status: 200, json: card };
      return method === 'PATCH' ? { status: 200, json: { status: 'MFA_REQUIRED', mfaToken: 'demand' } } : undefined;
    },
  };
  const { api, target } = await meet(habits, 'allow: { smsNotification: true }');
  const { smsField } = (await discovered(api)).names;
  expect(smsField).toMatchObject({ kind: 'undecided', because: expect.stringContaining('second factor') });
  expect(target.received.filter(({ method }) => method === 'PATCH')).toHaveLength(1);
});

test('bodies of open shape are found where trying them is harmless', async ({ meet }) => {
  const habits: Habits = {
    before({ path, method, fields }) {
      if (path.endsWith('/calculate/limits')) return { status: 201, json: { status: 'CREATED', id: 'x' } };
      if (path === '/v2/auth/refresh' && method === 'POST') {
        return String(fields.refreshToken).startsWith('token-') ? { status: 200, json: {} } : refusal(400, 'no token');
      }
      return undefined;
    },
  };
  const { api } = await meet(habits);
  const { bodies } = (await discovered(api)).names;
  expect(bodies.calculateCardLimits).toEqual(found({ kind: 'none' }));
  expect(bodies.refreshV2).toEqual(found({ kind: 'json', json: { refreshToken: '<refreshToken>' } }));
  expect(bodies.refreshTokenV2).toEqual({ kind: 'unknown', because: 'it answered 404' });
  expect(bodies.createPayment).toMatchObject({ kind: 'unknown' });
});

test('a card list that does not come leaves names undecided and nothing broken', async ({ meet }) => {
  const { api } = await meet({
    before: ({ path }) => (path === '/v2/card' ? { status: 500, text: 'oops' } : undefined),
  });
  const { names, cards } = await discovered(api);
  expect(cards).toMatchObject({ kind: 'undecided', because: expect.stringContaining('answered 500') });
  expect(names.statusFilter.kind).toBe('undecided');
  expect(names.statusFilterV1).toEqual(found('status'));
});

test('a target that answers HTML, or nobody, is told apart', async ({ meet }) => {
  const html = await meet({ before: () => ({ status: 200, text: '<html>' }) });
  expect(await discover(html.api)).toMatchObject({ kind: 'notUnderstood' });
  const gone = await meet();
  await gone.target.close();
  expect(await discover(gone.api)).toMatchObject({ kind: 'unreachable' });
});

test('what was found is plain data', async ({ meet }) => {
  const { api } = await meet({ names: usualNames }, withPayment);
  const discovery = await discovered(api);
  expect(JSON.parse(JSON.stringify(discovery))).toEqual(discovery);
  const text = JSON.stringify(discovery);
  for (const secret of ['token-', 'open sesame', '+3706']) expect(text).not.toContain(secret);
});

test('an answer that breaks half-way keeps one thing from being found, not the others', async ({ meet }) => {
  const habits: Habits = {
    before: ({ path, query }) =>
      path === '/v2/card' && query.get('sort') === '-id' ? { status: 200, text: '<p>' } : undefined,
  };
  const { api } = await meet(habits);
  const { names } = await discovered(api);
  expect(names.sort.kind).toBe('unknown');
  expect(names.sortV1).toEqual(found('sort'));
});
