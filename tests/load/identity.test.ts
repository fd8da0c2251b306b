// What a limit counts by, found by changing one thing at a time.
import { expect, test } from '@playwright/test';
import type { Exchange } from '../../exchange/exchange.ts';
import { type Aspect, identityOf, inWords } from '../../load/identity.ts';

const answered = (status: number): Exchange => ({
  id: 'test',
  request: { method: 'POST', url: 'http://target/', headers: [] },
  outcome: { kind: 'answered', response: { status, headers: [], body: new Uint8Array() } },
  times: { startedAt: 0, sent: 0, answered: 1, ended: 1 },
});

/** A limiter that is never reset, admits `most` requests, and counts by these aspects. */
const limiter = (by: readonly Aspect[], most = 3) => {
  const counts = new Map<string, number>();
  return (changed?: Aspect) => async () => {
    const key = changed !== undefined && by.includes(changed) ? changed : 'all';
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return answered(count > most ? 429 : 200);
  };
};

const asking = (by: readonly Aspect[], count = 3) => {
  const send = limiter(by, count);
  return {
    count,
    exhaust: () => Promise.all(Array.from({ length: 5 }, send())),
    changed: { token: send('token'), user: send('user'), body: send('body'), connection: send('connection') },
    control: send(),
  };
};

test('what passes while the limit is exhausted has one of its own', async () => {
  const found = await identityOf(asking(['user', 'body']));

  expect(found).toMatchObject({
    kind: 'found',
    identity: { token: 'shared', user: 'own', body: 'own', connection: 'shared' },
  });
  expect(found.kind === 'found' && inWords(found)).toBe(
    'Each user and request body has a limit of its own, whatever the access token and connection.',
  );
});

for (const count of [1, 2])
  test(`asking again does not use up another one's limit of ${count}`, async () => {
    const found = await identityOf(asking(['user'], count));

    expect(found).toMatchObject({ kind: 'found', identity: { token: 'shared', user: 'own' } });
  });

test('a limit that nothing changes is that of all together', async () => {
  const found = await identityOf(asking([]));

  expect(found.kind === 'found' && inWords(found)).toBe(
    'Requests share this limit, whatever the access token, user, request body and connection.',
  );
});

test('what could not be tried is said apart from what was found', () => {
  const identity = { token: 'shared', user: 'not tried', body: 'own', connection: 'not tried' } as const;

  expect(inWords({ identity, exchanges: {} })).toBe(
    'Each request body has a limit of its own, whatever the access token. Whether each user and connection has one of its own could not be tried.',
  );
});

test('what cannot be varied, or is refused for another reason, is said not to be tried', async () => {
  const send = limiter([]);

  const found = await identityOf({
    count: 3,
    exhaust: () => Promise.all(Array.from({ length: 5 }, send())),
    changed: { user: async () => answered(404) },
    control: send(),
  });

  expect(found.kind === 'found' && inWords(found)).toBe(
    'Whether each access token, user, request body and connection has one of its own could not be tried, as the same request of another user got 404.',
  );
});

test('where nothing is refused nothing is said', async () => {
  const pass = async () => answered(200);

  expect(await identityOf({ count: 3, exhaust: async () => [await pass()], changed: {}, control: pass })).toEqual({
    kind: 'notExhausted',
  });
});
