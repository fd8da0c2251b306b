// For each fault, requests that show it: their result differs between the clean service and the faulty one.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { totp } from '../../reference/totp.ts';
import { basic, type Loose, type Send, type Started, sender, userNamed } from './acting.ts';
import { unknownUuid } from './shapes.ts';

/** `received`: the events delivered to the service's receiver, in order of arrival. */
type Probe = (service: Started, received: readonly string[]) => Promise<unknown>;

const active = async (send: Send): Promise<Loose> =>
  (await send('GET', '/v2/card?status=ACTIVE&type=ChipAndPin')).body[0];

const login = (service: Started, fingerprint: string) =>
  service.basic('full')('POST', '/v3/auth/token', { json: { fingerprint } });

const pair = async (service: Started): Promise<Loose> => (await login(service, 'f')).body;

const bearer = (service: Started, token: string): Send => sender(service.url, { authorization: `Bearer ${token}` });

/** Asks as the user full; the result must hold nothing that may differ between two clean services. */
const asFull =
  (ask: (send: Send, service: Started, received: readonly string[]) => Promise<unknown>): Probe =>
  async (service, received) =>
    ask(await service.as('full'), service, received);

const reading = (path: string): Probe => asFull(async (send) => (await send('GET', path)).body);

const readingCard = (version: 1 | 2, query = ''): Probe =>
  asFull(async (send) => (await send('GET', `/v${version}/card/${(await active(send)).id}${query}`)).body);

const statusOf = (seen: { status: number }): number => seen.status;

const confirming =
  (type: string, code: () => string): Probe =>
  async (service) => {
    const send = service.basic('mfa');
    const { body } = await send('POST', '/v3/auth/token', { json: { fingerprint: 'f' } });
    const seen = await send('POST', `/v2/mfa/${type}/sign/${body.mfaToken}`, { json: { code: code() } });
    return [seen.status, Object.keys(seen.body.data ?? {})];
  };

const creating = (fields: object): Probe =>
  asFull(async (send) => {
    const { status, body } = await send('POST', '/v2/beneficiary', {
      json: {
        currency_id: 'EUR',
        entity_type: 'company',
        name: 'N',
        company_name: 'C',
        bank_details_type: 'DEFAULT',
        bank_country: 'LT',
        iban: 'LT1',
        ...fields,
      },
    });
    return [status, body.errors, typeof body.data?.id];
  });

const inviting = (fields: object): Probe =>
  asFull(async (send, service) => {
    const json = {
      email: 'a@example.com',
      phone: '1',
      name: 'A',
      walletAccess: [],
      role: 'viewOnly',
      signToken: await service.signToken('full'),
      ...fields,
    };
    const { status, body } = await send('POST', '/v2/member', { json });
    return [status, body.status, body.message];
  });

const payOnce = async (send: Send): Promise<number> =>
  statusOf(
    await send('POST', '/v3/payment', {
      json: { walletUuid: '4ad2e0b1-a747-49f9-9a0a-871ec3230894', amount: 1, currencyId: 'EUR' },
    }),
  );

const paying = (times: number): Probe =>
  asFull(async (send) => {
    const statuses = await Promise.all(Array.from({ length: times }, () => payOnce(send)));
    return statuses.filter((status) => status === 429).length;
  });

const draft = 1_010_001;

const signing = (query: (service: Started) => Promise<string>): Probe =>
  asFull(async (send, service) => {
    const { body } = await send('GET', `/v2/payment/${draft}`);
    const { status } = await send('POST', `/v3/payment/sign?${await query(service)}`, { json: { id: [body.uuid] } });
    return [status, (await send('GET', `/v2/payment/${draft}`)).body.status];
  });

/** Which events arrive after a payment and its cancellation. The cancellation comes last, so its delivery ends the wait. */
const delivered: Probe = asFull(async (send, _service, received) => {
  const { body: webhook } = await send('GET', '/v2/webhook');
  await payOnce(send);
  await send('POST', '/v1/payment/1010401/cancel');
  const until = performance.now() + 1000;
  while (!received.includes('v1.payment.cancel') && performance.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return [webhook.enable, webhook.events, [...received]];
});

interface Receiver extends AsyncDisposable {
  readonly url: string;
  readonly received: readonly string[];
}

/** It listens before the service that delivers to it starts, so that no other process can take its port. */
export async function receiver(): Promise<Receiver> {
  const received: string[] = [];
  const server = createServer((request, response) => {
    received.push(String(request.headers['webhook-event']));
    response.writeHead(204).end();
    request.resume();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    received,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export const probes: Readonly<Record<string, Probe>> = {
  'login-form-refused': async (service) =>
    statusOf(await service.basic('full')('POST', '/v3/auth/token', { form: { fingerprint: 'f' } })),
  'login-fingerprint-64-refused': async (service) => statusOf(await login(service, 'f'.repeat(64))),
  'login-fingerprint-unbounded': async (service) => statusOf(await login(service, 'f'.repeat(65))),
  'refresh-expires-in-text': async (service) => {
    const { refresh } = await pair(service);
    const { body } = await service.send('PUT', '/v3/auth/token', { form: { token: refresh.token } });
    return [body.access.expiresIn, body.refresh.expiresIn];
  },
  'refresh-unknown-token-401': async (service) =>
    statusOf(await service.send('PUT', '/v3/auth/token', { form: { token: 'unknown' } })),
  'refresh-takes-access-token': async (service) => {
    const { access } = await pair(service);
    return statusOf(await service.send('PUT', '/v3/auth/token', { form: { token: access.token } }));
  },
  'web-socket-token-is-access-token': async (service) => {
    const { access } = await pair(service);
    return (await bearer(service, access.token)('GET', '/v3/auth/web-socket')).body.token === access.token;
  },
  'exchange-flag-unchecked': async (service) => {
    const json = { signToken: await service.signToken('full'), fingerprintid: 'f' };
    return statusOf(await service.basic('full')('POST', '/v2/auth/token?trusted=2', { json }));
  },
  'mfa-wrong-code-accepted': confirming('sms', () => '999999'),
  'mfa-long-code-accepted': confirming('sms', () => `${userNamed('mfa').smsCode}0`),
  'mfa-google-refused': confirming('google', () => totp(userNamed('mfa').totpSecret, Date.now())),
  'mfa-sign-token-at-top': confirming('sms', () => userNamed('mfa').smsCode),
  'bearer-takes-refresh-token': async (service) =>
    statusOf(await bearer(service, (await pair(service)).refresh.token)('GET', '/v2/card')),
  'bearer-takes-web-socket-token': async (service) => {
    const { body } = await (await service.as('full'))('GET', '/v3/auth/web-socket');
    return statusOf(await bearer(service, body.token)('GET', '/v2/card'));
  },
  'basic-password-unchecked': async (service) =>
    statusOf(
      await service.send('POST', '/v3/auth/token', {
        json: { fingerprint: 'f' },
        headers: { authorization: basic(userNamed('full').username, 'wrong') },
      }),
    ),
  'card-unknown-before-credentials': async (service) => statusOf(await service.send('GET', `/v2/card/${unknownUuid}`)),
  'session-of-last-login': async (service) => {
    const send = await service.as('full');
    await service.as('second');
    return (await send('GET', '/v2/card')).body.length;
  },
  'card-filter-blocked': reading('/v2/card?status=BLOCKED'),
  'card-sort-descending-ignored': reading('/v2/card?sort=-id'),
  'card-status-unchecked': reading('/v2/card?status=NONE'),
  'card-permission-missing': reading('/v2/card'),
  'card-updated-in-milliseconds': readingCard(2),
  'credentials-uninvited': asFull(
    async (send) =>
      (await send('POST', `/v2/card/${(await active(send)).id}/credentials`, { json: { fields: ['cvv'] } })).body,
  ),
  'credentials-empty-list-accepted': asFull(async (send) =>
    statusOf(await send('POST', `/v2/card/${(await active(send)).id}/credentials`, { json: { fields: [] } })),
  ),
  'calculated-limits-200': asFull(async (send) =>
    statusOf(await send('POST', `/v2/card/${(await active(send)).id}/calculate/limits`)),
  ),
  'sms-notification-lost': asFull(async (send) => {
    const { id, isSmsBalanceNotification } = await active(send);
    const enabled = isSmsBalanceNotification ? 0 : 1;
    await send('PATCH', `/v2/card/${id}/sms-balance-notification`, { json: { enabled } });
    return (await send('GET', `/v2/card/${id}`)).body.isSmsBalanceNotification;
  }),
  'legacy-version-shown': readingCard(1),
  'legacy-list-leaks-pin': reading('/v1/card'),
  'legacy-process-filter-accepted': reading('/v1/card?status=PROCESS'),
  'legacy-include-brings-limits': readingCard(1, '?include=phone3ds'),
  'legacy-cvv-text': readingCard(1, '?include=cvv'),
  'legacy-holder-shortened': readingCard(1),
  'card-list-behind': reading('/v2/card'),
  'expansion-changes-total': reading(`/v2/payment/${draft}?expand=currency`),
  'payment-reference-too-long': reading('/v2/payment/1010004'),
  'payment-seconds-behind': reading(`/v2/payment/${draft}`),
  'payment-currency-uninvited': reading(`/v2/payment/${draft}`),
  'payment-cancels-anything': asFull(async (send) => statusOf(await send('POST', `/v1/payment/${draft}/cancel`))),
  'payment-validation-signs': signing(async () => 'validate=1'),
  'payment-sign-token-unchecked': signing(async () => 'validate=0&signToken=unknown'),
  'payment-draft-unsignable': signing(async (service) => `validate=0&signToken=${await service.signToken('full')}`),
  'beneficiary-name-unbounded': creating({ name: 'x'.repeat(256) }),
  'beneficiary-company-name-optional': creating({ company_name: undefined }),
  'beneficiary-sepa-needs-street': creating({}),
  'beneficiary-city-lost': reading('/v1/beneficiary/1002002'),
  'beneficiary-id-text': creating({}),
  'member-role-unchecked': inviting({ role: 'owner' }),
  'member-expiry-null-refused': inviting({ expiredAt: null }),
  'member-sign-token-unchecked': inviting({ signToken: 'unknown' }),
  'member-message-missing': inviting({}),
  'webhook-rate-limit-text': asFull(async (send) => (await send('GET', '/v2/webhook')).body.rateLimit),
  'webhook-private-key-shown': asFull(async (send) => Object.keys((await send('GET', '/v2/webhook')).body.publicJwk)),
  'webhook-event-unlisted': reading('/v2/webhook/event'),
  'event-undelivered': delivered,
  'event-while-disabled': delivered,
  'event-unsubscribed': delivered,
  'error-on-emoji': creating({ name: '🂡' }),
  'connection-dropped-on-bad-json': asFull(async (send) => {
    const { id } = await active(send);
    const headers = { 'content-type': 'application/json' };
    return send('POST', `/v2/card/${id}/credentials`, { raw: '{', headers }).then(statusOf, () => 'dropped');
  }),
  'body-cut': asFull(async (send) => (await send('GET', '/v2/webhook/event')).body),
  'unauthorized-shape': async (service) => (await service.send('GET', '/v2/card')).body,
  'error-status-disagrees': async (service) => (await (await service.as('restricted'))('GET', '/v2/card')).body,
  'card-unknown-standard': reading(`/v2/card/${unknownUuid}`),
  'payment-unknown-wrapped': reading(`/v2/payment/${unknownUuid}`),
  'refresh-unknown-standard': async (service) =>
    (await service.send('PUT', '/v3/auth/token', { form: { token: 'unknown' } })).body,
  'payment-limit-too-low': paying(8),
  'payment-limit-absent': paying(13),
  'payment-limit-for-good': asFull(async (send) => {
    await Promise.all(Array.from({ length: 12 }, () => payOnce(send)));
    await new Promise((resolve) => setTimeout(resolve, 1200));
    return payOnce(send);
  }),
  'limit-spreads': asFull(async (send) => {
    await Promise.all(Array.from({ length: 12 }, () => payOnce(send)));
    return statusOf(await send('GET', '/v2/webhook'));
  }),
  'limit-without-retry-after': asFull(async (send) => {
    const { id } = await active(send);
    const seen = await Promise.all(Array.from({ length: 65 }, () => send('POST', `/v2/card/${id}/calculate/limits`)));
    return seen.find(({ status }) => status === 429)?.headers.has('retry-after');
  }),
  'legacy-limits-gone': asFull(async (send) =>
    statusOf(await send('GET', `/v1/card/${(await active(send)).id}/limits`)),
  ),
  'session-of-one-version': asFull(async (send) => statusOf(await send('GET', '/v1/card'))),
  'deprecation-everywhere': asFull(async (send) => (await send('GET', '/v2/card')).headers.get('deprecation')),
};
