// Logins that return rubbish, targets with a wrong clock, and targets that come and go: reported in one line, without a crash.
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApi } from '../../subject/api.ts';
import { nextLink } from '../../subject/paging.ts';
import { readProfile } from '../../subject/profile/profile.ts';
import { credentials, type Habits, type Reply } from '../subject/small-target.ts';
import { expect, test } from '../subject/targets.ts';

const json = (body: unknown): Reply => ({ status: 200, json: body });
const text = (body: string, headers = { 'content-type': 'application/json' }): Reply => ({
  status: 200,
  text: body,
  headers,
});
const pair = (token: unknown): Reply => json({ access: { token }, refresh: { token } });

const rubbish: Readonly<Record<string, readonly [reply: Reply, because: RegExp]>> = {
  'a page': [text('<script>alert(1)</script>', { 'content-type': 'text/html' }), /text\/html that is not JSON/],
  nothing: [text(''), /with no body/],
  NaN: [text('NaN'), /is not JSON/],
  null: [text('null'), /where a token pair was expected/],
  'a list': [json([]), /where a token pair was expected/],
  'a number for a token': [pair(1e308), /where a token pair was expected/],
  'a map for a token': [pair({ token: 'x' }), /where a token pair was expected/],
  'an empty token': [pair(''), /where a token pair was expected/],
  'a token of two lines': [pair('secret-one\r\nx-injected: secret-two'), /a header cannot carry its access token/],
  'a token of terminal escapes': [pair('\u001b[2Jsecret'), /a header cannot carry its access token/],
  'a token beyond Latin': [pair('secret\u{1f435}'), /a header cannot carry its access token/],
  'a token below a million lists': [
    text(`{"access":{"token":${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}}}`),
    /nests deeper than 500/,
  ],
  'members that every object has': [
    text('{"__proto__":{"access":{"token":"secret"}}}'),
    /where a token pair was expected/,
  ],
  'a redirection': [{ status: 302, text: '', headers: { location: 'http://127.0.0.1:1/' } }, /answered 302/],
};
for (const [what, [reply, because]] of Object.entries(rubbish))
  test(`a login that hands out ${what} is not understood, and says why in one line`, async ({ meet }) => {
    const { api } = await meet({ before: ({ path }) => (path === '/v3/auth/token' ? reply : undefined) });

    const login = await api.login();

    expect(login.kind).toBe('notUnderstood');
    const said = login.kind === 'notUnderstood' ? login.because : '';
    expect(said).toMatch(because);
    for (const mark of ['\n', '\u001b', '<', 'secret']) expect(said).not.toContain(mark);
  });

test('a renewal that hands out rubbish leads to another login', async ({ meet }) => {
  const { api, target } = await meet({
    before: ({ path, method }) => (path === '/v3/auth/token' && method === 'PUT' ? pair('a\nb') : undefined),
  });

  const session = await api.session();
  const token = await session.renew();

  expect(token).toMatch(/^token-\d+$/);
  expect(target.received.map(({ method }) => method)).toEqual(['POST', 'PUT', 'POST']);
});

test('a token of 100 kB travels, and a target that does not take it says so itself', async ({ meet }) => {
  const { api } = await meet({
    before: ({ path }) => (path === '/v3/auth/token' ? pair('t'.repeat(100_000)) : undefined),
  });

  const { outcome } = await api.call('listCards');

  expect(outcome).toMatchObject({ kind: 'answered', response: { status: 431 } });
});

const aDay = 86_400;
for (const [how, off] of [
  ['ahead', aDay],
  ['behind', -aDay],
] as const)
  test(`a clock a day ${how} costs no login`, async ({ meet }) => {
    const habits: Habits = {
      expiry: (seconds) => ({ expiredAt: Math.floor(Date.now() / 1000) + off + seconds, expiresIn: seconds }),
    };
    const { api, target } = await meet(habits);

    for (let call = 0; call < 5; call += 1) await api.call('listCards');

    expect(target.received.filter(({ path }) => path === '/v3/auth/token')).toHaveLength(1);
  });

test('a redirection to elsewhere takes no credentials there', async ({ meet }) => {
  const elsewhere = await meet();
  const { api } = await meet({
    before: ({ path }) =>
      path === '/v2/card'
        ? { status: 307, text: '', headers: { location: `${elsewhere.target.url}/v2/card` } }
        : undefined,
  });

  const { outcome } = await api.call('listCards');

  expect(outcome).toMatchObject({ kind: 'answered', response: { status: 307 } });
  expect(elsewhere.target.received).toEqual([]);
});

test('a link to a next page that is no address leads nowhere', async ({ meet }) => {
  const { api } = await meet({
    page: (cards) => ({ status: 200, json: cards, headers: { link: '<http://[>; rel="next"' } }),
  });

  expect(nextLink(await api.call('listCards'))).toBeUndefined();
});

test('a list of more entries than can be compared is not taken', async ({ meet }) => {
  const { api } = await meet({
    before: ({ path }) => (path === '/v2/card' ? json(Array.from({ length: 200_000 }, () => ({}))) : undefined),
  });

  await expect(api.cards.list()).rejects.toThrow('a list of at most 20000 entries');
});

test('a target that goes down is refused, and one that comes back is served as before', async () => {
  const answering: http.RequestListener = (_, reply) =>
    void reply.setHeader('content-type', 'application/json').end('{"access":{"token":"t"},"refresh":{"token":"r"}}');
  const first = http.createServer(answering).listen(0, '127.0.0.1');
  await new Promise((ready) => first.once('listening', ready));
  const { port } = first.address() as AddressInfo;
  const api = createApi(readProfile('', 'profile.yaml', credentials, { url: `http://127.0.0.1:${port}` }));
  const outcome = async () => {
    const { outcome: of } = await api.call('listCards');
    return of.kind === 'answered' ? of.response.status : of.failure.kind;
  };

  const up = await outcome();
  first.closeAllConnections();
  await new Promise((closed) => first.close(closed));
  const down = await outcome();
  const second = http.createServer(answering).listen(port, '127.0.0.1');
  await new Promise((ready) => second.once('listening', ready));
  const back = await outcome();
  await api.close();
  second.closeAllConnections();
  await new Promise((closed) => second.close(closed));

  expect([up, down, back]).toEqual([200, 'refused', 200]);
});
