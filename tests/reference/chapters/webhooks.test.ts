// Webhooks of the reference service: the configuration, and the real deliveries to a listener.
import { createPublicKey, verify } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { type Send, started } from '../acting.ts';

interface Received {
  readonly method: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly at: number;
}

/** Answers with these statuses one after another, and then always with the last one. */
const listening = async (...statuses: number[]) => {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece) => pieces.push(piece));
    request.on('end', () => {
      const { method, headers } = request;
      received.push({ method, headers, body: Buffer.concat(pieces).toString(), at: performance.now() });
      response.writeHead(statuses[Math.min(received.length, statuses.length) - 1] ?? 204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    received,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
};

const pay = async (send: Send, amount: number): Promise<string> => {
  const { body: cards } = await send('GET', '/v2/card');
  const json = { walletUuid: cards[0].walletId, amount, currencyId: 'EUR' };
  return (await send('POST', '/v3/payment', { json })).body.data.uuid;
};

test('the configuration is what the service was started with, and its key has a public part only', async () => {
  await using service = await started({ webhook: { url: 'http://127.0.0.1:9/', enable: false, events: [] } });
  const send = await service.as('full');

  const { body } = await send('GET', '/v2/webhook');

  expect(body).toEqual({
    url: 'http://127.0.0.1:9/',
    enable: false,
    rateLimit: 300,
    events: [],
    createdAt: expect.any(Number),
    updatedAt: expect.any(Number),
    publicJwk: { kty: 'RSA', alg: 'RS256', e: 'AQAB', n: expect.any(String) },
  });
  expect(Buffer.from(body.publicJwk.n, 'base64url')).toHaveLength(256);
});

test('the events are named once each, those subscribed to among them', async () => {
  await using service = await started();
  const send = await service.as('full');

  const { body: events } = await send('GET', '/v2/webhook/event');
  const { body: webhook } = await send('GET', '/v2/webhook');

  const ids = events.map((event: { id: string }) => event.id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toEqual(expect.arrayContaining([...webhook.events, 'v1.payment.create']));
  expect(events.some((event: { deprecated: boolean }) => event.deprecated)).toBe(true);
});

test('an event is delivered with a signature that the published key verifies', async () => {
  await using listener = await listening(204);
  await using service = await started({ webhook: { url: listener.url, enable: true } });
  const send = await service.as('full');

  const uuid = await pay(send, 1);
  await expect.poll(() => listener.received.length).toBe(1);

  const [delivery] = listener.received;
  const { body: webhook } = await send('GET', '/v2/webhook');
  expect(delivery!.method).toBe('POST');
  expect(delivery!.headers['content-type']).toBe('application/json');
  expect(JSON.parse(delivery!.body)).toMatchObject({ event: 'v1.payment.create', data: { uuid } });
  const [head, nothing, signature] = String(delivery!.headers['webhook-signature']).split('.');
  expect(nothing).toBe('');
  const signed = Buffer.from(`${head}.${Buffer.from(delivery!.body).toString('base64url')}`);
  const key = createPublicKey({ key: webhook.publicJwk, format: 'jwk' });
  expect(verify('RSA-SHA256', signed, key, Buffer.from(signature!, 'base64url'))).toBe(true);
});

test('nothing is delivered while disabled or not subscribed to', async () => {
  await using listener = await listening(204);
  await using disabled = await started({ webhook: { url: listener.url, enable: false } });
  await using unsubscribed = await started({
    webhook: { url: listener.url, enable: true, events: ['v1.payment.sign'] },
  });
  await using subscribed = await started({ webhook: { url: listener.url, enable: true } });

  for (const service of [disabled, unsubscribed, subscribed]) await pay(await service.as('full'), 1);
  await expect.poll(() => listener.received.length).toBe(1);
  for (const service of [disabled, unsubscribed]) await service.close();

  expect(listener.received).toHaveLength(1);
});

test('a delivery is tried again, three times at most', async () => {
  await using listener = await listening(500, 503, 500, 204);
  await using service = await started({ webhook: { url: listener.url, enable: true } });
  const send = await service.as('full');

  await pay(send, 1);
  await pay(send, 2);
  await expect.poll(() => listener.received.length).toBe(4);

  const attempts = listener.received.map(({ headers }) => headers['webhook-attempt']);
  expect(attempts).toEqual(['1', '2', '3', '1']);
});

test('deliveries keep to the rate limit', async () => {
  await using listener = await listening(204);
  await using service = await started({
    webhook: { url: listener.url, enable: true, rateLimit: 3 },
    seams: { settings: { deliveries: { window: 300 } } },
  });
  const send = await service.as('full');

  for (let amount = 1; amount <= 8; amount += 1) await pay(send, amount);
  await expect.poll(() => listener.received.length).toBe(8);

  const times = listener.received.map(({ at }) => at);
  for (let index = 3; index < times.length; index += 1) {
    // They are sent at least 300 ms apart; how long each one takes to arrive is not known exactly.
    expect(times[index]! - times[index - 3]!).toBeGreaterThan(200);
  }
});
