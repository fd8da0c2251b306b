// A client that uses every operation of the API once or more, from login to reading back what it made, and a recording of it.
import { test } from '@playwright/test';
import { type Client, createClient } from '../../exchange/client/client.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { openRecording } from '../../exchange/recording/recording.ts';
import { createRedaction } from '../../exchange/redaction/redaction.ts';
import { type ReferenceOptions, startReference } from '../../reference/service.ts';
import { totp } from '../../subject/session/totp.ts';
import type { Loose } from '../reference/acting.ts';

export interface Actor {
  readonly username: string;
  readonly password: string;
  readonly code: { readonly type: 'sms' | 'google'; now(): string };
  /** The secret of the user's authenticator. */
  readonly secret?: string;
}

const authenticator = 'ASSAYREFERENCEAAMFAAAAAAAAAAAAAA';

/** The users of the reference service, as its documentation lists them. */
export const actors = {
  full: {
    username: 'full.user@example.com',
    password: 'made-up-password-full',
    code: { type: 'sms', now: () => '100001' },
  },
  mfa: {
    username: 'mfa.user@example.com',
    password: 'made-up-password-mfa',
    secret: authenticator,
    code: { type: 'google', now: () => totp({ secret: authenticator }, Date.now()) },
  },
} as const satisfies Record<string, Actor>;

const basic = ({ username, password }: Actor) => `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
const json = (exchange: Exchange): Loose =>
  exchange.outcome.kind === 'answered' && exchange.outcome.response.body.length > 0
    ? JSON.parse(Buffer.from(exchange.outcome.response.body).toString())
    : {};

/** One session of one user, in which every operation of the contract is called. */
const useEverything = async (client: Client, actor: Actor): Promise<void> => {
  let bearer = '';
  const send = async (method: string, path: string, body?: unknown, authorization = bearer): Promise<Loose> => {
    const form = body instanceof URLSearchParams;
    const type = form ? 'application/x-www-form-urlencoded' : 'application/json';
    const exchange = await client.send({
      method,
      path,
      headers: [
        ['accept', 'application/json'],
        ...(authorization ? ([['authorization', authorization]] as const) : []),
        ...(body === undefined ? [] : ([['content-type', type]] as const)),
      ],
      ...(body === undefined ? {} : { body: form ? body.toString() : JSON.stringify(body) }),
    });
    return json(exchange);
  };
  const confirmed = async (mfaToken: string): Promise<string> => {
    const path = `/v2/mfa/${actor.code.type}/sign/${encodeURIComponent(mfaToken)}`;
    return (await send('POST', path, { code: actor.code.now() }, basic(actor))).data.signToken;
  };

  const begun = await send('POST', '/v3/auth/token', { fingerprint: 'a-device' }, basic(actor));
  let refresh: string;
  if (begun.mfaToken) {
    const signToken = await confirmed(begun.mfaToken);
    const { data } = await send('POST', '/v2/auth/token', { signToken, fingerprintid: 'a-device' }, basic(actor));
    bearer = `Bearer ${data.accessToken}`;
    refresh = data.refreshToken;
  } else {
    bearer = `Bearer ${begun.access.token}`;
    refresh = begun.refresh.token;
  }
  const renewed = await send('PUT', '/v3/auth/token', new URLSearchParams({ token: refresh }), '');
  bearer = `Bearer ${renewed.access.token}`;
  await send('POST', '/v2/auth/refresh', { refreshToken: renewed.refresh.token });
  await send('POST', '/v2/auth/token/refresh', new URLSearchParams({ token: renewed.refresh.token }));
  await send('GET', '/v3/auth/web-socket');

  const cards: Loose[] = await send('GET', '/v2/card');
  await send('GET', '/v2/card?sort=id');
  await send('GET', '/v2/card?status=ACTIVE');
  await send('GET', '/v1/card');
  const card = cards.find(({ status, permissions }) => status === 'ACTIVE' && permissions.canSetLimits)!;
  await send('GET', `/v2/card/${card.id}`);
  const legacy = await send('GET', `/v1/card/${card.id}`);
  await send('GET', `/v1/card/${legacy.id}?include=limits,cvv`);
  await send('GET', `/v1/card/${card.id}/limits`);
  await send('POST', `/v2/card/${card.id}/calculate/limits`);
  await send('POST', `/v2/card/${card.id}/credentials`, { fields: ['pan', 'cvv', 'phone'] });
  await send('PATCH', `/v2/card/${card.id}/limits`, { atmLimit: 150 });
  const toggled = await send('PATCH', `/v2/card/${card.id}/sms-balance-notification`, { enabled: 1 });
  if (toggled.mfaToken) {
    const signToken = await confirmed(toggled.mfaToken);
    await send('PATCH', `/v2/card/${card.id}/sms-balance-notification`, { enabled: 1, signToken });
  }
  await send('GET', `/v2/card/${card.id}`);

  const made = await send('POST', '/v2/beneficiary', {
    bank_details_type: 'DEFAULT',
    entity_type: 'company',
    company_name: 'Made-up Trading Ltd',
    name: 'Made-up beneficiary',
    currency_id: 'EUR',
    bank_country: 'DE',
    iban: 'DE00000000000000000001',
  });
  await send('GET', `/v1/beneficiary/${made.data.id}`);
  await send('GET', `/v1/beneficiary/${made.data.uuid}`);

  const drafted = await send('POST', '/v3/payment', {
    walletUuid: card.walletId,
    amount: 12.5,
    currencyId: 'EUR',
    reference: 'a made-up reference',
    beneficiaryId: made.data.id,
  });
  await send('GET', `/v2/payment/${drafted.data.id}?expand=currency,card`);
  await send('POST', '/v3/payment/sign?validate=1', { id: [drafted.data.uuid] });
  const demanded = await send('POST', '/v3/payment/sign?validate=0', { id: [drafted.data.uuid] });
  const signToken = await confirmed(demanded.mfaToken);
  await send('POST', `/v3/payment/sign?validate=0&signToken=${encodeURIComponent(signToken)}`, {
    id: [drafted.data.uuid],
  });
  await send('GET', `/v2/payment/${drafted.data.uuid}`);
  await send('POST', `/v1/payment/${drafted.data.id}/cancel`);
  await send('GET', '/v2/payment/999999999');

  const invitation = {
    email: 'member@example.com',
    phone: '+12025550123',
    name: 'Made Up',
    walletAccess: [card.walletId],
    role: 'viewOnly',
    expiredAt: null,
  };
  const asked = await send('POST', '/v2/member', invitation);
  await send('POST', '/v2/member', { ...invitation, signToken: await confirmed(asked.mfaToken) });
  await send('GET', '/v2/webhook');
  await send('GET', '/v2/webhook/event');
  await send('GET', '/v2/card', undefined, 'Bearer wrong-on-purpose');
};

/** Everything that the actors do at the same time; `onExchange` is called with each exchange. */
export const playFlow = async (
  url: string,
  who: readonly Actor[],
  onExchange: (exchange: Exchange) => void,
): Promise<void> => {
  const client = createClient({ baseUrl: url, timeouts: { connect: 2000, response: 10_000 }, onExchange });
  try {
    await Promise.all(who.map((actor) => useEverything(client, actor)));
  } finally {
    await client.close();
  }
};

interface RecordingOf {
  readonly url: string;
  readonly path: string;
  readonly actors?: readonly Actor[];
}

/** Records the flow in one file. */
export const recordFlow = async ({ url, path, actors: who = Object.values(actors) }: RecordingOf): Promise<number> => {
  const recording = openRecording(path, { redaction: createRedaction() });
  try {
    await playFlow(url, who, (exchange) => recording.append(exchange));
  } finally {
    await recording.close();
  }
  return recording.count;
};

/** The flow as the reference service answers it, in a file of the test's own. */
export const recordedFlow = async ({
  path = test.info().outputPath('recording.ndjson'),
  actors: who,
  ...serving
}: Partial<RecordingOf> & ReferenceOptions = {}): Promise<string> => {
  const service = await startReference({ port: 0, seed: 1, ...serving });
  await recordFlow({ url: service.url, path, ...(who && { actors: who }) });
  await service.close();
  return path;
};
