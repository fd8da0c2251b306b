// Every variant starts, logs users in and answers; what each decides otherwise can be seen.
import { request } from 'node:http';
import { expect, test } from '@playwright/test';
import { variantList } from '../../reference/service.ts';
import { type Loose, type Started, sender, started, userNamed } from './acting.ts';
import { expectStandard } from './shapes.ts';

for (const { id, does } of variantList()) {
  test(`${id} starts, and the second user reads a card or is asked for a second factor: it ${does}`, async () => {
    await using service = await started({ variant: id });
    const send = await service.as('second');

    const { status, body: cards } = await send('GET', '/v2/card');

    if (cards.status === 'MFA_REQUIRED') return expect(cards.mfaToken).toEqual(expect.stringMatching(/./));
    expect(status).toBe(200);
    // Some variants let the user read only some of the cards.
    const { id: card } = cards.find((one: Loose) => one.status === 'ACTIVE') ?? cards[0];
    expect((await send('GET', `/v2/card/${card}`)).body.id).toBe(card);
  });
}

const seenBy = async (variant: string, ask: (service: Started) => Promise<unknown>): Promise<unknown> => {
  await using service = await started({ variant });
  return await ask(service);
};

const asFull = (path: string) => async (service: Started) => (await (await service.as('full'))('GET', path)).body;

test('other names are taken and the usual ones are not', async () => {
  const blocked = (await seenBy('other-names', asFull('/v2/card?filter[state]=BLOCKED'))) as Loose[];
  const all = (await seenBy('other-names', asFull('/v2/card?status=BLOCKED'))) as Loose[];
  const rich = await seenBy('other-names', asFull('/v2/payment/1010701?fields[]=currency&fields[]=files'));

  expect(new Set(blocked.map((card) => card.status))).toEqual(new Set(['BLOCKED']));
  expect(all).toHaveLength(40);
  expect(rich).toMatchObject({ currency: {}, files: [{}, ...((rich as Loose).files.slice(1) as [])] });
});

test('stocks of data differ', async () => {
  expect(await seenBy('one-card', asFull('/v2/card'))).toHaveLength(1);
  expect(await seenBy('empty-lists', asFull('/v1/card'))).toEqual([]);
  expect(await seenBy('empty-lists', asFull('/v2/webhook/event'))).toEqual([]);
  expect(await seenBy('process-as-ordered', asFull('/v1/card'))).toHaveLength(40);
  const pages = await Promise.all([1, 2, 3, 4, 5].map((page) => seenBy('paged', asFull(`/v2/card?page=${page}`))));
  expect(pages.flat()).toHaveLength(40);
  expect(pages[4]).toEqual([]);
  expect(await seenBy('nulls', asFull('/v2/payment/1010001?expand=card'))).toMatchObject({
    card: null,
    completedAt: null,
  });
});

test('a sign token becomes a session by a second login', async () => {
  await using service = await started({ variant: 'mfa-login-again' });
  const send = service.basic('mfa');
  const { body: demand } = await send('POST', '/v3/auth/token', { json: { fingerprint: 'f' } });
  const { body } = await send('POST', `/v2/mfa/sms/sign/${demand.mfaToken}`, {
    json: { code: userNamed('mfa').smsCode },
  });

  const again = await send('POST', '/v3/auth/token', { json: { fingerprint: 'f', signToken: body.data.signToken } });

  expect(again.body.access.token).toEqual(expect.any(String));
});

test('an mfaToken claims the id of its request', async () => {
  await using service = await started({ variant: 'mfa-token-claims' });
  const send = service.basic('mfa');
  const { body: demand } = await send('POST', '/v3/auth/token', { json: { fingerprint: 'f' } });
  const { requestId } = JSON.parse(Buffer.from(demand.mfaToken.split('.')[1], 'base64url').toString());

  const { body } = await send('POST', `/v2/mfa/sms/sign/${requestId}`, { json: { code: userNamed('mfa').smsCode } });

  expect(body.data.signToken).toEqual(expect.any(String));
});

test('a new login ends the session before it', async () => {
  await using service = await started({ variant: 'one-session' });
  const before = await service.as('full');
  const after = await service.as('full');

  expectStandard(await before('GET', '/v2/card'), 401);
  expect((await after('GET', '/v2/card')).status).toBe(200);
});

/** The headers of an answer as they were sent; fetch hides some of them. */
const headersOf = (url: string): Promise<Loose> =>
  new Promise((resolve, reject) => {
    const sent = request(`${url}/v2/card`, { headers: { 'accept-encoding': 'gzip' } }, (response) => {
      response.resume().on('end', () => resolve(response.headers));
    });
    sent.on('error', reject).end();
  });

test('answers travel in other ways', async () => {
  const headers = (variant: string) => seenBy(variant, ({ url }) => headersOf(url));

  expect(await headers('chunked')).toMatchObject({ 'transfer-encoding': 'chunked' });
  expect(await headers('gzip')).toMatchObject({ 'content-encoding': 'gzip' });
  expect(await headers('one-request-per-connection')).toMatchObject({ connection: 'close' });
  expect(await headers('charset')).toMatchObject({ 'content-type': 'application/json; charset=utf-8' });
});

test('everything is below the base path, and nothing beside it', async () => {
  await using service = await started({ variant: 'base-path' });

  expect(service.url.endsWith('/accounts/api')).toBe(true);
  expect((await service.as('full').then((send) => send('GET', '/v2/card'))).status).toBe(200);
  expectStandard(await sender(new URL(service.url).origin)('GET', '/v2/card'), 404);
});

test('refusals have other statuses and shapes', async () => {
  await using stricter = await started({ variant: 'validation-422' });
  const login = await stricter.basic('full')('POST', '/v3/auth/token', { json: {} });
  await using standard = await started({ fault: 'beneficiary-problems-in-standard-shape' });
  const created = await (await standard.as('full'))('POST', '/v2/beneficiary', { json: {} });
  await using foreign = await started({ variant: 'foreign-cards-403' });
  const { body: cards } = await (await foreign.as('second'))('GET', '/v2/card');
  const read = await (await foreign.as('full'))('GET', `/v2/card/${cards[0].id}`);
  await using unknown = await started({ variant: 'unknown-parameters-refused' });
  const listed = await (await unknown.as('full'))('GET', '/v2/card?odd=1');

  expect(login.status).toBe(422);
  expectStandard(created, 400);
  expectStandard(read, 403);
  expectStandard(listed, 400);
});
