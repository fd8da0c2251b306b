// serve --from as a process: a client that repeats what was recorded gets the recorded answers.
import { expect, test } from '@playwright/test';
import type { Exchange } from '../../../exchange/exchange.ts';
import { assay, serve } from '../../cli/command.ts';
import { exchangesOf, read } from '../../exchange/traffic/reading.ts';
import type { Loose } from '../../reference/acting.ts';
import { actors, playFlow, recordedFlow } from '../flow.ts';
import { writeMade } from '../made.ts';
import { leftOver, referenceProfile, replayed } from '../replaying.ts';

const output = (...parts: string[]) => test.info().outputPath(...parts);

const told = ({ request, outcome }: Pick<Exchange, 'request'> & Partial<Pick<Exchange, 'outcome'>>): string => {
  const { pathname, search } = new URL(request.url);
  return `${request.method} ${pathname}${search}: ${outcome?.kind === 'answered' ? outcome.response.status : 'none'}`;
};

/** Some addresses contain tokens, which differ in every run. */
const kind = (line: string): string => line.replaceAll(/(sign\/|signToken=)[^:\s]+/g, '$1…');

test('a client that does the same again gets every answer as it was recorded', async () => {
  const path = await recordedFlow();
  const mock = await serve('--from', path);
  const now: Exchange[] = [];

  await playFlow(mock.url, Object.values(actors), (exchange) => now.push(exchange));

  const before = exchangesOf(await read(path));
  expect(now.map(told).map(kind).sort()).toEqual(before.map(told).map(kind).sort());
  expect(now.length).toBeGreaterThan(60);
  expect(await mock.stop()).toBe(0);
});

test('a replay of the recording onto its own answers finds nothing but stand-ins in the place of secrets', async () => {
  const path = await recordedFlow();
  const mock = await serve('--from', path);

  const result = await replayed({ url: mock.url, recordings: [path], profile: referenceProfile(mock.url) });

  expect(leftOver(result)).toEqual(['readCardCredentials /pan value', 'readCardV1 /cvv value']);
  expect(result.account).toMatchObject({ failed: 0, recorded: exchangesOf(await read(path)).length });
  expect(await mock.stop()).toBe(0);
});

const id = '7c0e1a52-1c39-4a52-8a0e-0d9f4b6c2e11';
const basic = (name: string) => `Basic ${Buffer.from(`${name}:secret of ${name}`).toString('base64')}`;
const pair = (name: string, expiredAt: number) => ({
  access: { token: `at_${name}0123456789abcdef`, expiredAt, expiresIn: 900 },
  refresh: { token: `rt_${name}0123456789abcdef`, expiredAt, expiresIn: 900 },
});
const login = (name: string) => ({
  method: 'POST',
  path: '/v3/auth/token',
  authorization: basic(name),
  body: '{"fingerprint":"a-device"}',
  answer: pair(name, 1_768_000_900),
});
const of = (name: string) => ({ authorization: `Bearer ${pair(name, 0).access.token}` });
const switched = (value: number) => ({
  method: 'PATCH',
  path: `/v2/card/${id}/sms-balance-notification`,
  body: `{"enabled":${value}}`,
  answer: { smsBalanceNotification: value === 1 },
});

/** What a client's test would do, in a few words. */
const client = (url: string) => {
  let bearer = '';
  const ask = async (method: string, path: string, body?: unknown, authorization = bearer) => {
    const response = await fetch(url + path, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Loose };
  };
  return {
    ask,
    async login(name: string) {
      const { body } = await ask('POST', '/v3/auth/token', { fingerprint: 'another' }, basic(name));
      bearer = `Bearer ${body.access.token}`;
      return body;
    },
  };
};

test('what is read does not run ahead of a change, each user has an own order, and tokens live on', async () => {
  const card = (name: string, on: boolean) => ({
    path: `/v2/card/${id}`,
    ...of(name),
    answer: { id, smsBalanceNotification: on, of: name },
  });
  const path = await writeMade(output('made.ndjson'), [
    login('ann'),
    login('bob'),
    card('ann', false),
    card('ann', false),
    { ...switched(1), ...of('ann') },
    card('ann', true),
    card('bob', false),
    { ...switched(0), ...of('ann') },
    card('ann', false),
  ]);
  const mock = await serve('--from', path);
  // Other users than the recorded ones: the first to log in gets the answers of the first.
  const [first, second] = [client(mock.url), client(`${mock.url}/below/a/base`)];
  const { access } = await first.login('somebody');
  await second.login('somebody else');
  const state = async (who = first) => (await who.ask('GET', `/v2/card/${id}`)).body;

  expect(access.expiredAt * 1000).toBeGreaterThan(Date.now());
  for (let time = 0; time < 4; time += 1) expect(await state()).toMatchObject({ smsBalanceNotification: false });
  await first.ask('PATCH', `/v2/card/${id}/sms-balance-notification`, { enabled: 1 });
  for (let time = 0; time < 3; time += 1) expect(await state()).toMatchObject({ smsBalanceNotification: true });
  expect(await state(second)).toMatchObject({ of: 'bob' });
  await first.ask('PATCH', `/v2/card/${id}/sms-balance-notification`, { enabled: 0 });
  expect(await state()).toEqual({ id, smsBalanceNotification: false, of: 'ann' });
  expect(await mock.stop()).toBe(0);
});

test('what the recording does not know is named, and ends in exit 3', async () => {
  const path = await writeMade(output('made.ndjson'), [login('ann'), { path: '/v2/card?status=ACTIVE', ...of('ann') }]);
  const mock = await serve('--from', path);
  const ann = client(mock.url);
  await ann.login('ann');

  expect(await ann.ask('GET', '/v2/card?status=ACTIVE')).toMatchObject({ status: 200 });
  expect(await ann.ask('GET', '/v2/card?status=BLOCKED')).toEqual({
    status: 501,
    body: { message: 'the recording has no answer to GET /v2/card of this caller' },
  });
  expect(await ann.ask('DELETE', '/v2/card')).toMatchObject({ status: 501 });
  // A request without credentials must not be taken for one of a user.
  expect(await client(mock.url).ask('GET', '/v2/card?status=ACTIVE')).toMatchObject({ status: 501 });
  expect(await mock.stop()).toBe(3);
  expect(mock.said()).toContain('GET /v2/card?status=BLOCKED');
});

test('a file without credentials, as browsers save them, answers who logs in and who does not', async () => {
  const { authorization: _, ...saved } = login('ann');
  const path = await writeMade(output('made.ndjson'), [saved, { path: '/v2/card', answer: [{ id }] }]);
  const mock = await serve('--from', path);
  const [ben, nobody] = [client(mock.url), client(mock.url)];
  await ben.login('ben');

  for (const each of [ben, nobody, ben])
    expect(await each.ask('GET', '/v2/card')).toMatchObject({ status: 200, body: [{ id }] });
  expect(await mock.stop()).toBe(0);
});

test('nothing to answer from is a usage error, and so is a fault in a recording', async () => {
  const path = await writeMade(output('elsewhere.ndjson'), [{ path: '/favicon.ico', answer: {} }]);
  expect(await assay(['serve', '--from', path])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('no answer of the API is in there'),
  });
  expect(await assay(['serve', '--from', path, '--fault', 'card-filter-blocked'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--from answers as recorded'),
  });
});
