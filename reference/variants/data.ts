// Other data, and other ways to show it.

import { refused, unknownResource } from '../errors.ts';
import { edited, editedEach, editing, type Loose } from '../faults/edits.ts';
import type { Answer, Call, Handler } from '../http/call.ts';
import type { Around } from '../http/seams.ts';
import { paymentPermissions } from '../permissions.ts';
import type { Service } from '../service-state.ts';
import { type CardRecord, seedCards } from '../store/cards.ts';
import { createCollection } from '../store/collection.ts';
import type { PaymentRecord } from '../store/payments.ts';
import type { Wallet } from '../store/wallets.ts';
import { variant } from './variant.ts';

const pageLength = 10;

/** Milliseconds. */
const day = 86_400_000;

/** Payments that can be cancelled, in pairs: the second is the other leg of the first, and so on. */
const firstInTwoLegs = 1010401;
const lastInTwoLegs = 1010408;

const dateless = async (next: Handler, call: Call, { data }: Service): Promise<Answer> => {
  const { cards } = data.accounts.get(call.user!.name)!;
  const undated = (card: Loose) => {
    if (cards.byUuid(card.uuid ?? card.id)?.status === 'PROCESS') delete card.validUntilDate;
  };
  const answer = await next(call);
  if (answer.status !== 200) return answer;
  return Array.isArray(answer.body) ? editedEach(answer, undated) : edited(answer, undated);
};

const paged = async (next: Handler, call: Call): Promise<Answer> => {
  const answer = await next(call);
  if (!Array.isArray(answer.body)) return answer;
  const page = Math.max(1, Number.parseInt(call.query.page ?? '1', 10) || 1);
  return { ...answer, body: answer.body.slice((page - 1) * pageLength, page * pageLength) };
};

const plain: Around = (next, call) => next(call);
const ofPages = ['page', 'per_page', 'status', 'type', 'sort'];

/** Refuses unknown parameters before it asks for credentials. */
const pagedStrictly =
  (known: readonly string[], next: Around): Around =>
  (handler, call, service) =>
    Object.keys(call.query).every((name) => known.includes(name))
      ? next(handler, call, service)
      : refused(400, 'There is no such query parameter.');

const turned = async (next: Handler, call: Call, { settings, notes }: Service): Promise<Answer> => {
  const answer = await next(call);
  if (!Array.isArray(answer.body) || call.query[settings.names.sort] !== undefined) return answer;
  const turns = Number(notes.get('turns') ?? 0) + 7;
  notes.set('turns', turns);
  const first = turns % Math.max(1, answer.body.length);
  return { ...answer, body: [...answer.body.slice(first), ...answer.body.slice(0, first)] };
};

const activeOf = (cards: Iterable<CardRecord>, wanted: CardRecord['type']): CardRecord =>
  [...cards].find(({ status, type }) => status === 'ACTIVE' && type === wanted)!;

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

const inUpperCase = (value: unknown): unknown => {
  if (typeof value === 'string') return uuid.test(value) ? value.toUpperCase() : value;
  if (Array.isArray(value)) return value.map(inUpperCase);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, inUpperCase(inner)]));
};

function changedNow(card: Loose): void {
  const now = Date.now();
  if ('updatedAtMs' in card) card.updatedAtMs = now;
  else card.updatedAt = Math.floor(now / 1000);
}

export const dataVariants = [
  variant('one-card', {
    reads: 'how many cards there are',
    does: 'keeps one active card for the full user',
    seed: ({ accounts }) => {
      const account = accounts.get('full')!;
      account.cards = createCollection([activeOf(account.cards, 'ChipAndPin')]);
    },
  }),
  variant('closed-cards-alone', {
    reads: 'how the limits of a card are refused that has none',
    does: 'keeps closed cards alone for the full user, and answers 404 to who asks for the v1 limits of one',
    seed: ({ accounts }) => {
      const account = accounts.get('full')!;
      account.cards = createCollection([...account.cards].filter(({ status }) => status === 'CLOSED'));
    },
    around: {
      readCardLimitsV1: async (next, call) => {
        const answer = await next(call);
        return answer.status === 403 ? unknownResource('This card has no limits.') : answer;
      },
    },
  }),
  variant('empty-lists', {
    reads: 'how many cards and events there are',
    does: 'keeps no card for the full user and no webhook event',
    seed: ({ accounts, events }) => {
      events.length = 0;
      for (const account of accounts.values()) account.webhook.events = [];
      accounts.get('full')!.cards = createCollection();
    },
    profile: { fixtures: { cards: [] } },
  }),
  variant('paged', {
    reads: 'paging of card lists',
    does: 'answers ten cards at a time and takes the number of the page',
    around: { listCards: paged, listCardsV1: paged },
    profile: { open: { paging: { style: 'page', page: 'page', first: 1 } } },
  }),
  variant('paged-strictly', {
    reads: 'paging of card lists, and parameters that nobody knows',
    does: 'answers ten cards at a time, and 400 to other parameters of what reads, whoever asks',
    outside: {
      listCards: pagedStrictly(ofPages, paged),
      listCardsV1: pagedStrictly(ofPages, paged),
      readCard: pagedStrictly([], plain),
      readCardV1: pagedStrictly(['include'], plain),
      readCardLimitsV1: pagedStrictly([], plain),
      readPayment: pagedStrictly(['expand'], plain),
      readBeneficiary: pagedStrictly([], plain),
      readWebhook: pagedStrictly([], plain),
      listWebhookEvents: pagedStrictly([], plain),
      issueWebSocketToken: pagedStrictly([], plain),
    },
    profile: {
      open: {
        unknownParameters: 'refused',
        paging: { style: 'page', page: 'page', size: 'per_page', length: 10, first: 1 },
      },
    },
  }),
  variant('many-cards', {
    reads: 'how many cards there are',
    does: 'keeps 3,000 cards for the full user',
    seed: ({ accounts }) => {
      const account = accounts.get('full')!;
      // The earlier cards are kept, because payments name them.
      const more = seedCards(1, 'full', 5_000_000, 3000, account.wallets);
      account.cards = createCollection([...more.filter(({ uuid }) => !account.cards.byUuid(uuid)), ...account.cards]);
    },
  }),
  variant('lists-in-any-order', {
    reads: 'the order of lists that nobody asked to be sorted',
    does: 'begins each list of cards with another card than the one before',
    around: { listCards: turned, listCardsV1: turned },
  }),
  variant('two-cards-in-any-order', {
    reads: 'the order of short lists, and the name by which they are sorted',
    does: 'keeps two cards for the full user, which change places with each request that does not sort them by order',
    settings: { names: { sort: 'order' } },
    seed: ({ accounts }) => {
      const account = accounts.get('full')!;
      const kept = (['ChipAndPin', 'Virtual'] as const).map((type) => activeOf(account.cards, type));
      account.cards = createCollection(kept);
    },
    around: { listCards: turned, listCardsV1: turned },
    profile: { open: { sort: 'discover', sortV1: 'discover' } },
  }),
  variant('upper-case-uuids', {
    reads: 'the spelling of a UUID',
    does: 'writes them in upper case and takes either',
    around: {
      every: async (next, call) => {
        const answer = await next(call);
        return answer.body === undefined ? answer : { ...answer, body: inUpperCase(answer.body) };
      },
    },
  }),
  variant('exchanges-completed-in-milliseconds', {
    reads: 'the units of createdAt and completedAt of an exchange',
    does: 'tells the one in seconds and the other in milliseconds',
    around: {
      readPayment: editing(({ currencyExchange }) => {
        if (currencyExchange?.completedAt) currencyExchange.completedAt *= 1000;
      }),
    },
  }),
  variant('payments-in-two-legs', {
    reads: 'what is cancelled with a payment',
    does: 'cancels both legs of an exchange, and of a transfer between own wallets, with either',
    seed: ({ accounts }) => {
      const { payments, wallets } = accounts.get('full')!;
      for (let id = firstInTwoLegs; id < lastInTwoLegs; id += 2) {
        const [one, other] = [id, id + 1].map((leg) => payments.find(String(leg))!) as [PaymentRecord, PaymentRecord];
        const [from, to] = wallets as [Wallet, Wallet];
        Object.assign(other, { createdAt: one.createdAt, status: one.status, wallet: to });
        Object.assign(one, { wallet: from });
        Object.assign(one.occasional, { targetWalletUuid: to.uuid });
        Object.assign(other.occasional, { targetWalletUuid: from.uuid });
      }
    },
    around: {
      cancelPayment: async (next, call, { data }) => {
        const answer = await next(call);
        const { payments } = data.accounts.get(call.user!.name)!;
        const { id } = payments.find(call.parameters.id ?? '') ?? { id: 0 };
        const leg = id % 2 === firstInTwoLegs % 2 ? id + 1 : id - 1;
        const other = id < firstInTwoLegs || id > lastInTwoLegs ? undefined : payments.find(String(leg));
        if (answer.status === 200 && other) other.status = 'canceled';
        return answer;
      },
    },
    profile: {
      fixtures: {
        payments: { cancellable: Array.from({ length: 9 }, (_, place) => firstInTwoLegs + place) },
      },
    },
  }),
  variant('payments-go-on', {
    reads: 'when a payment changes its status by itself',
    does: 'carries the first payment of a user that is to be cancelled out just before it is asked',
    around: {
      cancelPayment: (next, call, { data, notes }) => {
        const payment = data.accounts.get(call.user!.name)!.payments.find(call.parameters.id ?? '');
        const isFirst = payment && paymentPermissions(payment).canCancel && !notes.has('gone on');
        if (isFirst) {
          notes.set('gone on', true);
          payment.status = 'process';
        }
        return next(call);
      },
    },
  }),
  variant('new-payments-looked-into', {
    reads: 'when a payment changes its status by itself',
    does: 'looks into a new draft after it was read once, and holds it',
    around: {
      readPayment: async (next, call, { data, notes }) => {
        const payment = data.accounts.get(call.user!.name)!.payments.find(call.parameters.id ?? '');
        const isNew = payment !== undefined && notes.has(`new payment ${payment.id}`);
        if (isNew && payment.status === 'draft' && notes.has(`seen ${payment.id}`)) payment.status = 'compliance';
        if (isNew) notes.set(`seen ${payment.id}`, true);
        return next(call);
      },
      createPayment: async (next, call, { notes }) => {
        const answer = await next(call);
        const id = (answer.body as Loose)?.data?.id;
        if (id !== undefined) notes.set(`new payment ${id}`, true);
        return answer;
      },
    },
  }),
  variant('payments-dated-to-the-day', {
    reads: 'how finely the instants of a payment are told',
    does: 'tells the midnight of the day in place of each',
    around: {
      readPayment: editing((payment) => {
        for (const name of ['createdAt', 'updatedAt', 'completedAt']) {
          if (!payment[name]) continue;
          payment[name] -= payment[name] % day;
          payment[`${name}Unix`] = payment[name] / 1000;
        }
      }),
    },
  }),
  variant('fees-of-the-type-of-their-payments', {
    reads: 'the operation type of a fee',
    does: 'gives a card delivery fee the type of the payment for which it is taken, which it names as its parent',
    around: {
      readPayment: editing((payment) => {
        if (payment.operationType === 'CARD_DELIVERY_FEE') payment.operationType = 'MAIN';
      }),
    },
  }),
  variant('costs-told-once-signed', {
    reads: 'how total follows from amount and fee',
    does: 'tells no fee of a draft, and of what is signed a total with another cost beside the fee',
    around: {
      readPayment: editing((payment) => {
        payment.total = payment.status === 'draft' ? payment.amount : payment.total + 2.5;
        if (payment.status === 'draft') payment.fee.amount = 0;
      }),
    },
  }),
  variant('fees-of-cancelled-payments-retained', {
    reads: 'how total follows from amount and fee',
    does: 'tells the fee of a canceled payment for its total',
    around: {
      readPayment: editing((payment) => {
        if (payment.status === 'canceled') payment.total = payment.fee.amount;
      }),
    },
  }),
  variant('changed-when-read', {
    reads: 'when something changed that is put together for each read',
    does: 'tells the moment of the read for the last change of cards and of a webhook configuration',
    around: {
      listCards: async (next, call) => editedEach(await next(call), changedNow),
      readCard: async (next, call) => edited(await next(call), changedNow),
      listCardsV1: async (next, call) => editedEach(await next(call), changedNow),
      readCardV1: async (next, call) => edited(await next(call), changedNow),
      readWebhook: editing((webhook) => {
        webhook.updatedAt = Date.now();
      }),
    },
  }),
  variant('process-as-ordered', {
    reads: 'how a card in PROCESS appears in v1',
    does: 'shows it as ORDERED',
    settings: { processInV1: 'as ORDERED' },
  }),
  variant('dateless-until-made', {
    reads: 'since when a card has a date until which it is good',
    does: 'leaves the date out of cards in PROCESS, which v1 shows as ORDERED',
    settings: { processInV1: 'as ORDERED' },
    around: { listCards: dateless, readCard: dateless, listCardsV1: dateless, readCardV1: dateless },
  }),
];
