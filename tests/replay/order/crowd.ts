// Records six users of one company who work at the same time on the same cards, wallets and payments.
import { setTimeout as pause } from 'node:timers/promises';
import { type Client, createClient } from '../../../exchange/client/client.ts';
import type { Exchange } from '../../../exchange/exchange.ts';
import { openRecording } from '../../../exchange/recording/recording.ts';
import { createRedaction } from '../../../exchange/redaction/redaction.ts';
import type { Seams } from '../../../reference/http/seams.ts';
import type { Account } from '../../../reference/store/data.ts';
import { type User, users } from '../../../reference/users.ts';
import type { UserName } from '../../../subject/profile/profile.ts';
import type { Loose } from '../../reference/acting.ts';

/** A profile has names for four users, so two of them play two of the six each. */
const plain = (user: User): User => ({ ...user, access: 'full', mfaAtLogin: false });
const crowd: readonly User[] = [
  ...users.map(plain),
  ...[1, 2].map((number) => ({ ...plain(users[0]!), username: `colleague-${number}@example.com` })),
];

/** Everybody sees and changes the things of the first user. */
export const oneCompany: Seams = {
  seed(data) {
    const accounts = data.accounts as Map<string, Account>;
    const company = accounts.get('full')!;
    data.users.splice(0, data.users.length, ...crowd);
    for (const user of users) accounts.set(user.name, { ...company, user });
  },
};

/** The profile's user that plays each of the six, in the order in which they log in. */
export const players = ['full', 'mfa', 'second', 'restricted', 'full', 'second'] as const satisfies readonly UserName[];

const json = ({ outcome }: Exchange): Loose =>
  outcome.kind === 'answered' && outcome.response.body.length > 0
    ? JSON.parse(Buffer.from(outcome.response.body).toString())
    : {};

/** Numbers from 0 to 1, the same for the same seed. */
const numbers = (seed: number) => () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return seed / 2 ** 32;
};

/** What the users have made, for their colleagues to read or change later. */
interface Desk {
  readonly payments: Loose[];
  readonly beneficiaries: Loose[];
}

const work = async (client: Client, user: User, desk: Desk, next: () => number, turns: number): Promise<void> => {
  let bearer = `Basic ${Buffer.from(`${user.username}:${user.password}`).toString('base64')}`;
  const basic = bearer;
  const send = async (method: string, path: string, body?: unknown, authorization = bearer): Promise<Loose> =>
    json(
      await client.send({
        method,
        path,
        headers: [
          ['authorization', authorization],
          ...(body === undefined ? [] : ([['content-type', 'application/json']] as const)),
        ],
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    );
  bearer = `Bearer ${(await send('POST', '/v3/auth/token', { fingerprint: 'a-device' })).access.token}`;
  const cards: Loose[] = (await send('GET', '/v2/card')).filter(
    ({ status, permissions }: Loose) => status === 'ACTIVE' && permissions.canSetLimits,
  );
  const one = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(next() * items.length)];
  const deeds: readonly (() => Promise<unknown>)[] = [
    () => send('GET', '/v2/card'),
    () => send('GET', '/v1/card'),
    () => send('GET', `/v2/card/${one(cards.slice(0, 3))!.id}`),
    () => send('GET', `/v1/card/${one(cards.slice(0, 3))!.id}/limits`),
    () =>
      send('PATCH', `/v2/card/${one(cards.slice(0, 3))!.id}/sms-balance-notification`, {
        enabled: next() < 0.5 ? 0 : 1,
      }),
    () => send('PATCH', `/v2/card/${one(cards.slice(0, 3))!.id}/limits`, { atmLimit: Math.floor(next() * 1000) }),
    async () => {
      const made = await send('POST', '/v3/payment', {
        walletUuid: one(cards)!.walletId,
        amount: 1 + Math.floor(next() * 10_000) / 100,
        currencyId: 'EUR',
        reference: `of ${user.name}`,
      });
      if (made.data) desk.payments.push(made.data);
    },
    async () => {
      const draft = one(desk.payments);
      if (draft) await send('GET', `/v2/payment/${next() < 0.5 ? draft.id : draft.uuid}`);
    },
    async () => {
      const draft = desk.payments.shift();
      if (draft) await send('POST', `/v1/payment/${draft.id}/cancel`);
      if (draft) desk.payments.push(draft);
    },
    async () => {
      const draft = one(desk.payments);
      if (draft === undefined) return;
      const asked = await send('POST', '/v3/payment/sign?validate=0', { id: [draft.uuid] });
      if (asked.mfaToken === undefined) return;
      const confirmed = await send('POST', `/v2/mfa/sms/sign/${asked.mfaToken}`, { code: user.smsCode }, basic);
      await send('POST', `/v3/payment/sign?validate=0&signToken=${confirmed.data.signToken}`, { id: [draft.uuid] });
    },
  ];
  for (let turn = 0; turn < turns; turn += 1) {
    await one(deeds)!();
    await pause(next() * 60);
  }
};

/** `seed` decides who does what; `turns` is the number of actions of each user. */
export const recordCrowd = async (url: string, path: string, { seed = 1, turns = 20 } = {}): Promise<number> => {
  const recording = openRecording(path, { redaction: createRedaction() });
  const client = createClient({
    baseUrl: url,
    timeouts: { connect: 10_000, response: 30_000 },
    onExchange: (exchange) => recording.append(exchange),
  });
  const desk: Desk = { payments: [], beneficiaries: [] };
  try {
    await Promise.all(crowd.map((user, index) => work(client, user, desk, numbers(seed * 100 + index), turns)));
  } finally {
    await client.close();
    await recording.close();
  }
  return recording.count;
};
