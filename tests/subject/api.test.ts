import { AsyncLocalStorage } from 'node:async_hooks';
import { statusOf } from '../../subject/answers.ts';
import { createApi, UnexpectedAnswer, UnknownName } from '../../subject/api.ts';
import { readProfile } from '../../subject/profile/profile.ts';
import { type Caller, newCaller } from '../../subject/waiting/caller.ts';
import {
  credentials,
  type Habits,
  manyCards,
  paymentId,
  type Received,
  type Reply,
  refusal,
  startSmallTarget,
} from './small-target.ts';
import { expect, test } from './targets.ts';

const last = (received: readonly Received[]) => received.at(-1)!;

test('a declared name carries the value', async ({ meet }) => {
  const { api, target } = await meet(
    { names: { status: 'filter[status]' } },
    'open: { statusFilter: "filter[status]" }',
  );
  const cards = await api.cards.list({ status: 'ACTIVE' });
  expect(cards.map((card) => card.status)).toEqual(['ACTIVE', 'ACTIVE', 'ACTIVE']);
  expect(last(target.received).query.get('filter[status]')).toBe('ACTIVE');
});

test('both generations of the list have names of their own', async ({ meet }) => {
  const { api, target } = await meet({}, 'open: { statusFilter: new, statusFilterV1: old }');
  await api.call('listCards', { open: { statusFilter: 'ACTIVE' } });
  expect([...last(target.received).query.keys()]).toEqual(['new']);
  await api.call('listCardsV1', { open: { statusFilter: 'ACTIVE' } });
  expect([...last(target.received).query.keys()]).toEqual(['old']);
});

test('a value without a known name is not sent', async ({ meet }) => {
  const { api, target } = await meet();
  await expect(api.cards.list({ sort: '-id' })).rejects.toThrow(UnknownName);
  await expect(api.cards.list({ sort: '-id' })).rejects.toThrow('open.sort is not known');
  expect(target.received).toHaveLength(0);
});

const syntaxes = [
  ['comma', 'expand=a,b'],
  ['repeat', 'expand=a&expand=b'],
  ['brackets', 'expand%5B%5D=a&expand%5B%5D=b'],
  ['indexed', 'expand%5B0%5D=a&expand%5B1%5D=b'],
  ['json', 'expand=%5B%22a%22,%22b%22%5D'],
  ['space', 'expand=a%20b'],
  ['pipe', 'expand=a%7Cb'],
] as const;

for (const [syntax, query] of syntaxes) {
  test(`a list in the syntax ${syntax} travels as ${query}`, async ({ meet }) => {
    const { api, exchanges } = await meet({}, `open: { expand: { name: expand, list: ${syntax} } }`);
    await api.call('readPayment', { path: { id: paymentId }, open: { expand: ['a', 'b'] } });
    expect(exchanges.at(-1)?.request.url.split('?')[1]).toBe(query);
  });
}

test('each of several equal answers is remembered with its own exchange', async ({ meet }) => {
  const { api, exchanges } = await meet();
  const answers = [];
  for (let time = 0; time < 3; time += 1) answers.push(await api.read('readPayment', { path: { id: paymentId } }));
  expect(answers[1]).toEqual(answers[2]);
  expect(answers.map((answer) => api.exchangeBehind(answer)?.id)).toEqual(exchanges.slice(-3).map(({ id }) => id));
});

test('a single value needs no list syntax, several do', async ({ meet }) => {
  const { api } = await meet({}, 'open: { expand: with }');
  expect(await api.read('readPayment', { path: { id: paymentId }, open: { expand: ['card'] } })).toBeTruthy();
  await expect(
    api.call('readPayment', { path: { id: paymentId }, open: { expand: ['card', 'files'] } }),
  ).rejects.toThrow('its list syntax was not found out');
});

test('an array in a form uses the declared style, and is not sent while none is known', async ({ meet }) => {
  const form = { name: 'x', walletAccess: ['a', 'b'] };
  const { api, target } = await meet({}, 'open: { formArrays: brackets }');
  await api.call('inviteMember', { form });
  expect(last(target.received).body).toBe('name=x&walletAccess%5B%5D=a&walletAccess%5B%5D=b');
  const { api: unknowing } = await meet();
  await expect(unknowing.call('inviteMember', { form })).rejects.toThrow('open.formArrays is not known');
});

const smsValues = [
  ['numbers', 1],
  ['strings', '1'],
  ['booleans', true],
] as const;

for (const [values, sent] of smsValues) {
  test(`the SMS field carries ${values}`, async ({ meet }) => {
    const { api, target } = await meet({}, `open: { smsField: { name: on, values: ${values} } }`);
    await api.call('setSmsBalanceNotification', { path: { id: 'c' }, open: { enabled: true } });
    expect(last(target.received).fields).toEqual({ on: sent });
  });
}

test('whose credentials travel is the choice of the caller', async ({ meet }) => {
  const { api, target, exchanges } = await meet();
  await api.call('listCards', { as: 'nobody' });
  expect(last(target.received).headers.authorization).toBeUndefined();
  await api.call('listCards', { authorization: 'Bearer made-up' });
  expect(last(target.received).headers.authorization).toBe('Bearer made-up');
  await api.call('exchangeSignToken', { json: {} });
  expect(last(target.received).headers.authorization).toMatch(/^Basic /);
  await api.call('refreshSession', { form: { token: 'x' } });
  expect(last(target.received).headers.authorization).toBeUndefined();
  expect(exchanges.map(({ user }) => user)).toEqual([undefined, undefined, 'full', 'full']);
});

test('a read of anything but JSON in a 2xx throws with its exchange', async ({ meet }) => {
  const { api } = await meet({
    before: ({ path }) => (path === '/v2/webhook' ? { status: 200, text: '<p>' } : undefined),
  });
  const thrown = await api.read('readWebhook').catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(UnexpectedAnswer);
  expect((thrown as UnexpectedAnswer).exchange.outcome).toMatchObject({ response: { status: 200 } });
  await expect(api.read('readCard', { path: { id: 'none' } })).rejects.toThrow('GET /v2/card/none answered 404');
});

test('a path parameter is encoded, and a missing one is the mistake of the caller', async ({ meet }) => {
  const { api, exchanges } = await meet();
  await api.call('readCard', { path: { id: 'a/b c' } });
  expect(exchanges.at(-1)?.request.url).toContain('/v2/card/a%2Fb%20c');
  await expect(api.call('readCard')).rejects.toThrow('needs the path parameter id');
});

test('extra headers travel with every request, and nothing else is imposed on them', async ({ meet }) => {
  const { api, target } = await meet({}, 'target: { headers: { X-Tenant: Ünicode, User-Agent: mine } }');
  await api.cards.list();
  const { headers } = last(target.received);
  expect(Buffer.from(String(headers['x-tenant']), 'latin1').toString('utf8')).toBe('Ünicode');
  expect([headers['user-agent'], headers.accept]).toEqual(['mine', 'application/json']);
});

test('a path of the base URL is kept', async () => {
  const target = await startSmallTarget();
  const api = createApi(readProfile('', 'p.yaml', credentials, { url: `${target.url}/api/` }));
  await api.call('listCards', { as: 'nobody' });
  await api.close();
  await target.close();
  expect(last(target.received).path).toBe('/api/v2/card');
});

test('an MFA demand is confirmed and the call repeated where the profile says', async ({ meet }) => {
  const habits: Habits = {
    before({ path, headers }): Reply | undefined {
      if (path.startsWith('/v2/mfa/sms/sign/'))
        return { status: 200, json: { status: 'OK', data: { signToken: 'signed' } } };
      if (!path.endsWith('/sms-balance-notification')) return undefined;
      if (headers['x-sign'] === 'signed') return { status: 204 };
      return { status: 200, json: { status: 'MFA_REQUIRED', mfaToken: 'm' } };
    },
  };
  const profile = [
    'users: { full: { username: ann, password: open sesame, mfa: { code: { fixed: "1" } } } }',
    'open: { smsField: on, signTokenPlaces: { setSmsBalanceNotification: { in: header, name: X-Sign } } }',
  ].join('\n');
  const { api, target } = await meet(habits, profile);
  const call = { path: { id: 'c' }, open: { enabled: true } };
  const unconfirmed = await api.call('setSmsBalanceNotification', call);
  expect(unconfirmed.outcome).toMatchObject({ response: { status: 200 } });
  const confirmed = await api.call('setSmsBalanceNotification', { ...call, confirmMfa: true });
  expect(confirmed.outcome).toMatchObject({ response: { status: 204 } });
  expect(last(target.received).fields).toEqual({ on: 1 });
});

test('a sign token in the query leaves every parameter of the call there', async ({ meet }) => {
  const habits: Habits = {
    before({ path, query }): Reply | undefined {
      if (path.startsWith('/v2/mfa/')) return { status: 200, json: { data: { signToken: 'signed' } } };
      if (path !== '/v3/payment/sign') return undefined;
      if (query.get('st') === 'signed') return { status: 200, json: { status: 'ACCEPTED', data: {} } };
      return { status: 200, json: { status: 'MFA_REQUIRED', mfaToken: 'm' } };
    },
  };
  const profile = [
    'users: { full: { username: ann, password: open sesame, mfa: { code: { fixed: "1" } } } }',
    'open: { signToken: st }',
  ].join('\n');
  const { api, exchanges } = await meet(habits, profile);
  const query = [
    ['validate', '0'],
    ['tag', 'a'],
    ['tag', 'b'],
  ] as const;
  await api.call('signPayments', { query, json: { id: [paymentId] }, confirmMfa: true });
  expect(exchanges.at(-1)?.request.url.split('?')[1]).toBe('validate=0&tag=a&tag=b&st=signed');
});

test('a login that several callers wait for goes on when the one who began it is given up', async () => {
  const [first, other] = [newCaller(), newCaller()];
  const callers = new AsyncLocalStorage<Caller>();
  const target = await startSmallTarget({
    before({ method, path }) {
      if (path.startsWith('/v2/mfa/')) return { status: 200, json: { data: { signToken: 'signed' } } };
      if (path === '/v2/auth/token') return { status: 200, json: { data: { accessToken: 'in' } } };
      if (path === '/v2/card') return { status: 200, json: [] };
      if (method !== 'POST' || path !== '/v3/auth/token') return undefined;
      first.isOver = true;
      return { status: 200, json: { status: 'MFA_REQUIRED', mfaToken: 'm' } };
    },
  });
  const user = 'users: { full: { username: ann, password: open sesame, mfa: { code: { fixed: "1" } } } }';
  const profile = readProfile(user, 'profile.yaml', {}, { url: target.url });
  const api = createApi(profile, { caller: () => callers.getStore() ?? other });
  const begun = callers.run(first, () => api.call('listCards').catch((error: Error) => error.message));
  try {
    expect(statusOf(await api.call('listCards'))).toBe(200);
    expect(await begun).toContain('sends nothing more');
    const late = callers.run(first, () => api.freshLogin());
    await expect(late).rejects.toThrow('sends nothing more');
  } finally {
    await api.close();
    await target.close();
  }
});

/** A target that demands a second factor of a read until one is confirmed; `asked` counts the confirmations. */
function demandingOnReads() {
  const asked = { confirmations: 0 };
  const habits: Habits = {
    before({ path }): Reply | undefined {
      if (path.startsWith('/v2/mfa/sms/sign/')) {
        asked.confirmations += 1;
        return { status: 200, json: { status: 'OK', data: { signToken: 'signed' } } };
      }
      if (path !== '/v2/card' || asked.confirmations > 0) return undefined;
      return { status: 200, json: { status: 'MFA_REQUIRED', mfaToken: 'm' } };
    },
  };
  return { asked, habits };
}

test('a second factor that reads demand is confirmed once for all that wait for it', async ({ meet }) => {
  const { asked, habits } = demandingOnReads();
  const { api } = await meet(
    habits,
    'users: { full: { username: ann, password: open sesame, mfa: { code: { fixed: "1" } } } }',
  );
  const lists = await Promise.all(Array.from({ length: 8 }, () => api.cards.list()));
  expect(lists.every((cards) => cards.length > 0)).toBe(true);
  expect(asked.confirmations).toBe(1);
});

test('a second factor is not confirmed for credentials that name nobody, nor without a way to confirm', async ({
  meet,
}) => {
  const { asked, habits } = demandingOnReads();
  const { api } = await meet(habits);
  expect((await api.call('listCards', { authorization: 'Bearer wrong' })).outcome).toMatchObject({ kind: 'answered' });
  await expect(api.read('listCards')).rejects.toThrow('answered 200 with a demand for a second factor');
  expect(asked.confirmations).toBe(0);
});

const slices: readonly (readonly [style: string, profile: string, page: NonNullable<Habits['page']>])[] = [
  [
    'page numbers',
    '{ style: page, page: p, size: n, length: 2 }',
    (cards, { query }) => {
      const size = Number(query.get('n') ?? 4);
      const from = (Number(query.get('p') ?? 1) - 1) * size;
      return { status: 200, json: cards.slice(from, from + size) };
    },
  ],
  [
    'page numbers from zero, with an error beyond the end',
    '{ style: page, first: 0 }',
    (cards, { query }) => {
      const from = Number(query.get('page') ?? 0) * 4;
      return from < cards.length ? { status: 200, json: cards.slice(from, from + 4) } : refusal(404, 'no page');
    },
  ],
  [
    'an offset and a limit',
    '{ style: offset, limit: limit, length: 4 }',
    (cards, { query }) => {
      const from = Number(query.get('offset') ?? 0);
      return { status: 200, json: cards.slice(from, from + Number(query.get('limit') ?? 3)) };
    },
  ],
  [
    'a cursor in a header',
    '{ style: cursor, cursor: after, header: X-Next }',
    (cards, { query }) => {
      const from = Number(query.get('after') ?? 0);
      const next: Record<string, string> = from + 4 < cards.length ? { 'X-Next': String(from + 4) } : {};
      return { status: 200, json: cards.slice(from, from + 4), headers: next };
    },
  ],
  [
    'the last id as a cursor',
    '{ style: cursor, cursor: starting_after }',
    (cards, { query }) => {
      const after = cards.findIndex((card) => (card as { id: string }).id === query.get('starting_after'));
      return { status: 200, json: cards.slice(after + 1, after + 5) };
    },
  ],
  [
    'links',
    'link',
    (cards, { path, query }) => {
      const from = Number(query.get('from') ?? 0);
      const link = `<https://elsewhere.example${path}?from=${from + 4}>; title="a, b"; rel="next last", <${path}>; rel=first`;
      const headers: Record<string, string> = from + 4 < cards.length ? { Link: link } : {};
      return { status: 200, json: cards.slice(from, from + 4), headers };
    },
  ],
];

for (const [style, paging, page] of slices) {
  test(`a list in pages by ${style} is walked to its end`, async ({ meet }) => {
    const { api } = await meet({ page }, `open:\n  paging: ${paging}\n`);
    const cards = await api.cards.list();
    expect(cards.map((card) => card.id)).toEqual(manyCards.map(({ id }) => id));
  });
}

test('a target that does not page after all ends the walk', async ({ meet }) => {
  const { api } = await meet({}, 'open: { paging: { style: page } }');
  expect(await api.cards.list()).toHaveLength(9);
});

test('a list that is no array throws', async ({ meet }) => {
  const { api } = await meet({ page: () => ({ status: 200, json: { items: [] } }) });
  await expect(api.cards.list()).rejects.toThrow('expected a success with a JSON array');
});
