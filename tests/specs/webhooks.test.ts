// What the checks of webhooks find in keys, addresses and deliveries.
import { generateKeyPairSync, type JsonWebKey, randomUUID, sign } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { freePort } from '../../cli/prepare.ts';
import type { Check } from '../../harness/declare/check.ts';
import { isQueueLeft } from '../../specs/webhooks/support/delivery-run.ts';
import { mayBeHeldBack } from '../../specs/webhooks/support/held-back.ts';
import { importable, recommended } from '../../specs/webhooks/support/jwk.ts';
import { payment } from '../../specs/webhooks/support/kinds.ts';
import { hears, isElsewhere, listening } from '../../specs/webhooks/support/listening.ts';
import { type Arrival, openReceiver } from '../../specs/webhooks/support/receiver.ts';
import { signatureIn } from '../../specs/webhooks/support/signature.ts';
import { eventsIn, eventsOf, isAbout, surelyAbout } from '../../specs/webhooks/support/triggers.ts';
import { missing, tellNothing, undelivered } from '../../specs/webhooks/support/undelivered.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const jwk = { ...publicKey.export({ format: 'jwk' }), alg: 'RS256' } as JsonWebKey;

const arrival = (body: string, headers: Arrival['headers'] = []): Arrival => ({
  at: 0,
  method: 'POST',
  path: '/',
  headers,
  body: Buffer.from(body),
});

const packed = (text: string) => Buffer.from(text).toString('base64url');
const head = packed('{"alg":"RS256"}');
const signed = (payload: string) => sign('sha256', Buffer.from(`${head}.${payload}`), privateKey).toString('base64url');

test('a real key is one, and a good one', () => {
  expect(importable(jwk)).toBeUndefined();
  expect(recommended(jwk)).toBeUndefined();
});

test('what is no key is none', () => {
  const plain = String(jwk.n).replaceAll('-', '+').replaceAll('_', '/');
  const wrong: JsonWebKey[] = [
    { ...jwk, kty: 'rsa' },
    { ...jwk, n: '' },
    { ...jwk, n: `${plain}==` },
    { ...jwk, n: String(jwk.n).slice(0, 32) },
    { ...jwk, e: 'AA' },
  ];

  expect(wrong.filter((key) => importable(key) === undefined)).toEqual([]);
});

test('a short key, a shared secret and an even modulus are not recommended', () => {
  const modulus = Buffer.from(String(jwk.n), 'base64url');
  const even = Buffer.concat([modulus.subarray(0, -1), Buffer.of(2)]).toString('base64url');
  const short = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export({ format: 'jwk' });

  expect(recommended({ ...short, alg: 'RS256' } as JsonWebKey)).toBeDefined();
  expect(recommended({ ...jwk, alg: 'HS256' } as JsonWebKey)).toBeDefined();
  expect(recommended({ ...jwk, n: even })).toBeDefined();
  expect(importable({ ...jwk, n: even })).toBeUndefined();
});

test('deliveries about what another user made do not stand for those that are missing', () => {
  const made = (id: string) => ({ at: 0, traces: [id] });
  const own = [made('p-1'), made('p-2')];
  const others = [made('q-1'), made('q-2')];
  const about = (...ids: readonly string[]) => ids.map((id) => arrival(`{"event":"v1.payment.create","id":"${id}"}`));
  const events = new Set(['v1.payment.create']);
  const judged = (arrivals: readonly Arrival[]) => undelivered(own, events, [...own, ...others])(arrivals);

  expect(judged(about('q-1', 'q-2'))).toMatchObject({ got: '0 of them told, 2 deliveries in all' });
  expect(judged(about('p-1', 'q-1', 'p-2'))).toBeUndefined();
  // Where no delivery says what it is about, only their number counts.
  expect(judged(about('x', 'y'))).toBeUndefined();
  expect(judged(about('x'))).toMatchObject({ got: '0 of them told, 1 deliveries in all' });
});

test('of several declared events each has to come, about one of the things or about nothing that is known', () => {
  const [own, other] = [
    { at: 0, traces: ['p-1'] },
    { at: 0, traces: ['q-1'] },
  ];
  const told = (event: string, id: string) => arrival(JSON.stringify({ event, id }));
  const created = told('v1.payment.create', 'p-1');
  const judged = (...arrivals: readonly Arrival[]) =>
    missing(['v1.payment.create', 'v1.payment.status'], [own], [own, other])(arrivals);

  expect(judged(created)).toMatchObject({ expected: expect.stringContaining('v1.payment.status') });
  expect(judged(created, told('v1.payment.status', 'q-1'))).toBeDefined();
  expect(judged(created, told('v1.payment.status', 'p-1'))).toBeUndefined();
  expect(judged(created, told('v1.payment.status', 'of-a-balance'))).toBeUndefined();
  // A delivery that names no event may belong to any.
  expect(judged(arrival('{"id":"p-1"}'))).toBeUndefined();
});

test('an address leads to the receiver for certain, perhaps, or not at all', () => {
  const place = { host: '127.0.0.1', port: 9000, path: '/hook' };

  expect(hears(place, 'http://127.0.0.1:9000/hook')).toBe('yes');
  expect(hears(place, 'http://localhost:9000/hook')).toBe('yes');
  expect(hears(place, 'https://hooks.example/in')).toBe('maybe');
  expect(hears(place, 'http://127.0.0.1:9001/hook')).toBe('no');
  expect(hears(place, 'http://127.0.0.1:9000/')).toBe('no');
  expect(hears(place, 'hooks.example')).toBe('no');
});

test('an address is elsewhere where it surely leads to nobody here', () => {
  const place = { host: '127.0.0.1', port: 9000, path: '/hook' };
  const [own, tunnel] = ['http://127.0.0.1:9000/hook', 'https://hooks.example/in'];

  expect(isElsewhere(place, 'http://127.0.0.1:9000/other', own)).toBe(true);
  expect(isElsewhere(place, tunnel, own)).toBe(true);
  // The same address, a tunnel that keeps the path, another tunnel, and an incomplete address.
  expect(isElsewhere(place, own, own)).toBe(false);
  expect(isElsewhere(place, 'https://hooks.example/hook', own)).toBe(false);
  expect(isElsewhere(place, 'https://other.example/in', tunnel)).toBe(false);
  expect(isElsewhere(place, '127.0.0.1:9000', own)).toBe(false);
});

test('a delivery is about what was done when it names its id, wherever it does', () => {
  const trigger = { at: 0, traces: ['1010001', '26377a08-43d9-4bc6-870c-389c1e7670ff'] };
  const attached = `${head}.${packed('{"event":"v1.payment.create","id":1010001}')}.${signed('')}`;

  expect(isAbout(arrival('{"id":1010001}'), trigger)).toBe(true);
  expect(isAbout(arrival('{}', [['x-payment', '26377A08-43D9-4BC6-870C-389C1E7670FF']]), trigger)).toBe(true);
  expect(isAbout(arrival(attached), trigger)).toBe(true);
  expect(isAbout(arrival('{"id":10100015}'), trigger)).toBe(false);
  expect(eventsIn(arrival(attached))).toEqual(['v1.payment.create']);
  const escaped = '{"event":"v1\\u002epayment\\u002ecreate","id":"26377a08\\u002d43d9-4bc6-870c-389c1e7670ff"}';
  expect(isAbout(arrival(escaped), trigger)).toBe(true);
  expect(eventsIn(arrival(escaped))).toEqual(['v1.payment.create']);
});

test('a number that another account has as well blames nobody where deliveries name UUIDs', () => {
  const uuid = '26377a08-43d9-4bc6-870c-389c1e7670ff';
  const [silent, heard] = [
    { at: 0, traces: ['1010001', uuid] },
    { at: 0, traces: ['1010002', '6a6fa0ef-5d2c-4fa8-9d1c-0a6d9b2c5e11'] },
  ];
  const named = (id: number, name: string) => arrival(JSON.stringify({ id, uuid: name }));
  const own = named(1010002, heard.traces[1]!);
  const elsewhere = named(1010001, '3f0c7e62-91c4-4d0c-8d7e-5a7b1b7d2c90');

  expect(surelyAbout([own, elsewhere], [silent], [silent, heard])).toEqual([]);
  expect(surelyAbout([own, named(1010001, uuid)], [silent], [silent, heard])).toHaveLength(1);
  // Events of one kind may contain only numbers, while events of another kind contain UUIDs.
  const numbered = arrival('{"event":"v1.beneficiary.create","id":1010001}', [['x-delivery', randomUUID()]]);
  expect(surelyAbout([own, numbered], [silent], [silent, heard])).toEqual([numbered]);
  // Where there are only numbers, a number that both things have proves nothing.
  const both = { at: 0, traces: ['1010001'] };
  expect(surelyAbout([arrival('{"id":1010001}')], [both], [both, { ...both }])).toEqual([]);
  expect(surelyAbout([arrival('{"id":1010001}')], [both], [both])).toHaveLength(1);
});

test('signatures are found attached, detached and bare, and others are told apart', () => {
  const body = '{"event":"v1.payment.create"}';
  const detached = `${head}..${signed(packed(body))}`;
  const bare = sign('sha256', Buffer.from(body), privateKey).toString('base64');

  expect(signatureIn(arrival(`${head}.${packed(body)}.${signed(packed(body))}`), jwk)).toMatch(/attached JWS .*RS256/);
  expect(signatureIn(arrival(body, [['x-signature', detached]]), jwk)).toMatch(/detached JWS in x-signature.*RS256/);
  expect(signatureIn(arrival(body, [['x-signature', bare]]), jwk)).toMatch(/bare signature in x-signature.*RS256/);
  expect(signatureIn(arrival(`${body} `, [['x-signature', detached]]), jwk)).toMatch(/does not verify/);
  expect(signatureIn(arrival(body), jwk)).toBe('none was found');
});

test('a receiver keeps what arrives, answers as told, and knows when its port is taken', async () => {
  const receiver = (await openReceiver('127.0.0.1', 0))!;
  const { port } = receiver;

  const first = await fetch(`http://127.0.0.1:${port}/hook`, { method: 'POST', body: 'a' });
  receiver.answerWith(500);
  const second = await fetch(`http://127.0.0.1:${port}/hook`, { method: 'POST', body: 'b' });
  const taken = await openReceiver('127.0.0.1', port);
  await receiver.close();

  expect([first.status, second.status]).toEqual([200, 500]);
  expect(receiver.arrivals.map(({ path, body }) => [path, body.toString()])).toEqual([
    ['/hook', 'a'],
    ['/hook', 'b'],
  ]);
  expect(taken).toBeUndefined();
});

test('which events a payment brings about is declared, or seen in deliveries about it, or not known', () => {
  const trigger = { traces: ['100000001'], at: 0 };
  const about = arrival('{"event":"v1.payment.opened","data":{"id":100000001}}');
  const ofAnother = arrival('{"event":"v1.card.update","data":{"id":100000002}}');
  const of = (events: Readonly<Record<string, readonly string[]>>, arrivals: readonly Arrival[]) => [
    ...eventsOf(payment, { declares: { success: {}, rateLimits: {}, events } }, [trigger], arrivals),
  ];

  expect(of({ createPayment: ['v1.payment.create'] }, [about])).toEqual(['v1.payment.create']);
  expect(of({}, [about, ofAnother])).toEqual(['v1.payment.opened']);
  expect(of({}, [ofAnother])).toEqual([]);
});

/** Other deliveries arrive one after another, and the expected one after them; a busy machine may delay each. */
async function behind(
  milliseconds: number,
  longest?: number,
): Promise<{ readonly isLeft: boolean; readonly told: boolean }> {
  const place = { host: '127.0.0.1', port: await freePort(), path: '/', wait: 2000 };
  const check = { profile: { allow: { webhookReceiver: place } } } as Check;
  return listening(check, async (received) => {
    const post = (body: string) => fetch(`http://${place.host}:${place.port}/`, { method: 'POST', body });
    const isTold = () => received.arrived().some(({ body }) => body.toString() === 'due');
    const sending = (async () => {
      for (const end = performance.now() + milliseconds; performance.now() < end; ) await post('other');
      await post('due');
    })();
    const isLeft = await isQueueLeft(received, isTold, { longest });
    const told = isTold();
    await sending;
    return { isLeft, told };
  });
}

test('a delivery that stands in a queue of others is waited for while these come', async () => {
  expect(await behind(3000)).toEqual({ isLeft: false, told: true });
});

test('a queue that does not end is no proof of a lost delivery', async () => {
  expect(await behind(3000, 1000)).toEqual({ isLeft: true, told: false });
});

test('what may wait behind a rateLimit is no lost delivery, and anything else is', () => {
  const cause = (rateLimit: number, user: 'full' | 'second', trace: string) => ({
    subscriber: {
      user,
      configuration: { url: 'http://127.0.0.1/', enable: true, rateLimit, events: [], publicJwk: {} },
    },
    trigger: { traces: [trace] },
  });
  const came = (many: number, what = 'p-1') => Array.from({ length: many }, () => arrival(what));
  const held = (rateLimit: number, arrivals: readonly Arrival[]) => {
    const own = cause(rateLimit, 'full', 'p-1');
    return mayBeHeldBack([own.subscriber], [own, cause(300, 'second', 'p-2')], arrivals);
  };

  for (const arrivals of [came(10), came(20), came(10, 'sealed'), [...came(10), ...came(30, 'p-2')]])
    expect(held(10, arrivals)).toBe(true);
  for (const arrivals of [came(9), came(21), came(15, 'p-2')]) expect(held(10, arrivals)).toBe(false);
  expect([held(300, came(15)), held(0, []), mayBeHeldBack([], [], came(10))]).toEqual([false, false, false]);
});

test('one delivery may tell of several things that it does not name', () => {
  const things = Array.from({ length: 3 }, (_, index) => ({ traces: [`p-${index}`], at: 0 }));
  const event = 'v1.payment.create';
  const judged = (...bodies: readonly unknown[]) =>
    undelivered(things, new Set([event]))(bodies.map((body) => arrival(JSON.stringify(body))));

  expect(judged([{ event }, { event, type: event }], { event })).toBeUndefined();
  expect(judged([{ event }], { event, type: event })).toMatchObject({ got: '0 of them told, 2 deliveries in all' });
  expect(tellNothing([arrival('sealed')], things)).toBe(true);
  expect(tellNothing([arrival(JSON.stringify({ event }))], things)).toBe(false);
  expect(tellNothing([], things)).toBe(false);
});
