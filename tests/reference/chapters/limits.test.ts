// Rate limits of the reference service.
import { expect, test } from '@playwright/test';
import {
  clockWindow,
  fixedWindow,
  leakyQueue,
  slidingCounter,
  slidingLog,
  tokenBucket,
} from '../../../reference/limits.ts';
import { type Loose, type Send, sender, started } from '../acting.ts';
import { expectStandard } from '../shapes.ts';

const burst = (count: number, send: () => Promise<Loose>): Promise<Loose[]> =>
  Promise.all(Array.from({ length: count }, send));

const count = (seen: Loose[], status: number): number => seen.filter((each) => each.status === status).length;

const paying = async (send: Send): Promise<(amount: number) => Promise<Loose>> => {
  const { body: cards } = await send('GET', '/v2/card');
  return (amount) =>
    send('POST', '/v3/payment', { json: { walletUuid: cards[0].walletId, amount, currencyId: 'EUR' } });
};

test('ten identical payments pass, the eleventh gives 429 with Retry-After, others and other users pass', async () => {
  await using service = await started({ seams: { settings: { limits: { createPayment: { window: 60_000 } } } } });
  const send = await service.as('full');
  const pay = await paying(send);

  const seen = await burst(13, () => pay(1));

  expect(count(seen, 200)).toBe(10);
  const refused = seen.find(({ status }) => status === 429);
  expectStandard(refused, 429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  expect(refused.headers.get('ratelimit')).toMatch(/^"createPayment";r=0;t=\d+$/);
  expect((await pay(2)).status).toBe(200);
  expect((await send('GET', '/v2/webhook')).status).toBe(200);
  const other = await paying(await service.as('second'));
  expect((await other(1)).status).toBe(200);
});

test('a payment passes again once Retry-After is over', async () => {
  await using service = await started({ seams: { settings: { limits: { createPayment: { window: 300 } } } } });
  const pay = await paying(await service.as('full'));

  await burst(11, () => pay(1));

  await expect.poll(async () => (await pay(1)).status).toBe(200);
});

test('each of the other limited operations has its limit', async () => {
  await using service = await started();
  const { body: pair } = await service.basic('full')('POST', '/v3/auth/token', { json: { fingerprint: 'f' } });
  const send = sender(service.url, { authorization: `Bearer ${pair.access.token}` });
  const { body: cards } = await send('GET', '/v2/card?status=ACTIVE');
  const { token } = pair.refresh;
  const limited: [number, () => Promise<Loose>][] = [
    [20, () => send('POST', '/v2/auth/refresh', { json: { refreshToken: token } })],
    [20, () => send('POST', '/v2/auth/token/refresh', { json: { token } })],
    [60, () => send('POST', `/v2/card/${cards[0].id}/calculate/limits`)],
    [30, () => send('PATCH', `/v2/card/${cards[0].id}/limits`, { json: { posLimit: 5 } })],
  ];

  for (const [most, ask] of limited) {
    const seen = await burst(most + 3, ask);
    expect([count(seen, 429), seen.filter(({ status }) => status < 300).length]).toEqual([3, most]);
  }
});

const allowed = (limiter: ReturnType<typeof slidingLog>, times: number[]): boolean[] =>
  times.map((now) => limiter.take('key', now).allowed);

test('the ways of counting differ in when they open again', () => {
  const times = [0, 900, 950, 1000, 1001, 1900];

  expect(allowed(slidingLog(2, 1000), times)).toEqual([true, true, false, true, false, true]);
  expect(allowed(fixedWindow(2, 1000), times)).toEqual([true, true, false, true, true, false]);
  expect(allowed(tokenBucket(2, 1000), times)).toEqual([true, true, true, false, false, true]);
  expect(allowed(slidingLog(2, 1000, true), times)).toEqual([true, true, false, false, false, false]);
  expect(allowed(clockWindow(2, 1000), times)).toEqual([true, true, false, true, true, false]);
  expect(allowed(slidingCounter(2, 1000), times)).toEqual([true, true, false, false, false, true]);
});

test('the wait that a limiter names is enough and not too long', () => {
  for (const make of [slidingLog, fixedWindow, clockWindow, tokenBucket, leakyQueue]) {
    const limiter = make(3, 1000);
    for (let index = 0; index < 3; index += 1) limiter.take('key', 1100);
    const { allowed: passes, wait } = limiter.take('key', 1200);
    expect(passes).toBe(false);
    expect(limiter.take('key', 1200 + wait - 1).allowed).toBe(false);
    expect(limiter.take('key', 1200 + wait + 1).allowed).toBe(true);
  }
});

test('a queue lets what it takes wait for its turn', () => {
  const queue = leakyQueue(4, 1000);

  const seen = [0, 0, 0, 0, 0].map((now) => queue.take('key', now));

  expect(seen.map(({ allowed: passes, queued }) => (passes ? queued : 'refused'))).toEqual([
    0,
    250,
    500,
    750,
    'refused',
  ]);
});
