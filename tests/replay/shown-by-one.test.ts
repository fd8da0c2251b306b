// A broken must that one answer of the candidate shows by itself is reported in every kind of replay.
import { expect, test } from '@playwright/test';
import type { Call, Handler, OperationName } from '../../reference/http/call.ts';
import type { Seams } from '../../reference/http/seams.ts';
import { startReference } from '../../reference/service.ts';
import type { ReplayResult } from '../../replay/verdict/result.ts';
import { actors, recordFlow } from './flow.ts';
import { writeMade } from './made.ts';
import { type Replaying, replayed } from './replaying.ts';

type Query = Readonly<Record<string, string>>;

const changed = (operation: OperationName, change: (body: never, query: Query) => unknown): Seams => ({
  around: {
    [operation]: async (next: Handler, call: Call) => {
      const answer = await next(call);
      return answer.status === 200 ? { ...answer, body: change(answer.body as never, call.query) as never } : answer;
    },
  },
});

const played = async (seams: Seams, more: Partial<Replaying> = {}): Promise<ReplayResult> => {
  const path = test.info().outputPath('recording.ndjson');
  const before = await startReference({ port: 0, seed: 1 });
  await recordFlow({ url: before.url, path, actors: [actors.full] });
  await before.close();
  const build = await startReference({ port: 0, seed: 1, seams });
  const result = await replayed({ url: build.url, recordings: [path], ...more });
  await build.close();
  return result;
};

const broken = ({ violations }: ReplayResult) =>
  violations.filter(({ level }) => level === 'must').map(({ requirement, operation }) => `${operation} ${requirement}`);

type Cards = readonly { readonly status: string }[];

const unfiltered = changed('listCards', (cards: Cards, query) =>
  query['status'] === undefined ? cards : [...cards, { ...cards[0], status: 'BLOCKED' }],
);
const unsorted = changed('listCards', (cards: Cards, query) => (query['sort'] ? cards.toReversed() : cards));

for (const [how, more] of [
  ['by values', {}],
  ['by shapes', { shape: {} }],
  ['by statuses, as load', { load: true }],
] as const)
  test(`a filter and an order that are not kept are broken musts where answers are compared ${how}`, async () => {
    expect(broken(await played(unfiltered, more))).toEqual(['listCards CARD-14']);
    expect(broken(await played(unsorted, more))).toEqual(['listCards CARD-18']);
  });

type Payment = { readonly createdAt: number; readonly currency?: object };

for (const [what, requirement, change] of [
  [
    'isFee beside operationType',
    'PAY-05',
    (payment: Payment) => ({ ...payment, isFee: true, operationType: 'MAIN', fee: { amount: 1, currencyId: 'EUR' } }),
  ],
  [
    'seconds and milliseconds',
    'PAY-25',
    (payment: Payment) => ({ ...payment, createdAt: payment.createdAt + 3_600_000 }),
  ],
  [
    'an expansion and what is named beside it',
    'PAR-21',
    (payment: Payment) => (payment.currency ? { ...payment, currency: { ...payment.currency, id: 'XTS' } } : payment),
  ],
] as const)
  test(`a payment that contradicts itself is a broken must where shapes are compared: ${what}`, async () => {
    expect(broken(await played(changed('readPayment', change), { shape: {} }))).toEqual([`readPayment ${requirement}`]);
  });

const error = { name: 'Unauthorized', message: 'who are you', code: 0, status: 401 };

test('who is let in without the token that the recorded server asked for is a broken must', async () => {
  const open: Seams = {
    authenticate: (next, call, { data }) =>
      next(call) ??
      (call.operation === 'readWebhook' || call.operation === 'listWebhookEvents' ? data.users[0] : undefined),
  };
  const path = await writeMade(test.info().outputPath('made.ndjson'), [
    { path: '/v2/webhook', status: 401, answer: error },
    { path: '/v2/webhook/event', status: 401, answer: error },
    { path: '/v2/card', status: 401, answer: error },
  ]);
  const build = await startReference({ port: 0, seed: 1, seams: open });
  const result = await replayed({ url: build.url, recordings: [path] });
  await build.close();

  expect(broken(result).toSorted()).toEqual(['listWebhookEvents AUTH-07', 'readWebhook AUTH-01']);
});
