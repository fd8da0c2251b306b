// Faults of agreement: two answers about one thing that differ.
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { unknownPayment, unknownResource } from '../errors.ts';
import type { Answer, Call, Handler } from '../http/call.ts';
import type { Around } from '../http/seams.ts';
import { isUuid } from '../operations/payments.ts';
import type { Service } from '../service-state.ts';
import { createCollection } from '../store/collection.ts';
import { uuidOf } from '../store/random.ts';
import { edited, editedEach, editing, editingEach, type Loose } from './edits.ts';
import { fault } from './fault.ts';

const inV1 = (change: (card: Loose) => void) => ({ listCardsV1: editingEach(change), readCardV1: editing(change) });

const minute = 60_000;

/** Of payments beside those that the service has anyway. */
const manyIds = Array.from({ length: 700 }, (_, index) => 1_020_001 + index);

/** Makes v1 keep showing a card's notification as it showed it the first time. */
const remembered = (card: Loose, { notes }: Service): void => {
  const key = `notification of ${card.uuid}`;
  if (!notes.has(key)) notes.set(key, card.isSmsBalanceNotification);
  card.isSmsBalanceNotification = notes.get(key);
};

const oneUp = (digits: string): string => digits.replace(/.$/, (last) => String((Number(last) + 1) % 10));

const isActiveVirtual = (call: Call, { data }: Service): boolean => {
  const card = data.accounts.get(call.user!.name)!.cards.find(call.parameters.id ?? '');
  return card?.type === 'Virtual' && card.status === 'ACTIVE';
};

/** Another design of every card in the lists that are asked for so. */
const ofAnotherDesign =
  (isSuch: (call: Call) => boolean): Around =>
  async (next, call) => {
    const answer = await next(call);
    return isSuch(call) ? editedEach(answer, (card) => (card.designId = 'filtered')) : answer;
  };

const paymentOf = (call: Call, { data }: Service) =>
  data.accounts.get(call.user!.name)!.payments.find(call.parameters.id ?? '');

const closingTurnedForSecond: Around = async (next, call) =>
  edited(await next(call), (card) => {
    if (call.user?.name === 'second') card.permissions.canClose = !card.permissions.canClose;
  });

/** Answers every caller as the owner of the card. */
const asTheOwner = (next: Handler, call: Call, { data }: Service) => {
  const owner = [...data.accounts.values()].find(({ cards }) => cards.find(call.parameters.id ?? '') !== undefined);
  return next(owner === undefined ? call : { ...call, user: owner.user });
};

/** Changes what the second user is shown of a payment. */
const forSecond =
  (change: (payment: Loose, call: Call) => void): Around =>
  async (next, call) => {
    const answer = await next(call);
    return call.user?.name === 'second' ? edited(answer, (payment) => change(payment, call)) : answer;
  };

/** Looks things up for the user who asked last, as a service does that keeps the user of a request where all requests find him. */
const forTheLatestUser: Around = async (next, call, { notes }) => {
  notes.set('latest user', call.user);
  await pause(3);
  return next({ ...call, user: notes.get('latest user') as Call['user'] });
};

/** An exchange and a purchase among what belongs to the second user. */
const richForeignPayments = { fixtures: { foreign: { payments: [3010001, 3010026, 3010043, 3010073, 3010075] } } };

const betweenVersions = [
  fault('legacy-card-of-anybody', {
    breaks: 'PAR-27',
    does: 'shows a v1 card to whoever knows its id',
    around: { readCardV1: asTheOwner },
  }),
  fault('card-of-anybody', {
    breaks: 'AUTH-21',
    does: 'shows a card to whoever knows its id, in either version',
    around: { readCard: asTheOwner, readCardV1: asTheOwner },
  }),
  fault('card-of-anybody-to-one-user', {
    breaks: 'AUTH-21',
    does: 'shows the user with a second factor every card whose id he knows',
    around: {
      readCard: (next, call, service) => (call.user?.name === 'mfa' ? asTheOwner(next, call, service) : next(call)),
    },
  }),
  fault('card-of-another-wallet', {
    breaks: 'AUTH-21',
    does: 'lists for the restricted user the cards of one wallet of the company, and shows him those of the others by their ids',
    seed: ({ accounts }) => {
      const [full, restricted] = [accounts.get('full')!, accounts.get('restricted')!];
      const [first] = full.cards;
      restricted.cards = createCollection([...full.cards].filter(({ wallet }) => wallet === first!.wallet));
    },
    permit: (next, call) => next(call) || /^(list|read)Card/.test(call.operation),
    around: Object.fromEntries(
      ['readCard', 'readCardV1'].map((operation) => [
        operation,
        (next: Handler, call: Call, service: Service) =>
          call.user?.name === 'restricted' ? asTheOwner(next, call, service) : next(call),
      ]),
    ),
  }),
  fault('legacy-list-incomplete', {
    breaks: 'PAR-01',
    does: 'leaves blocked virtual cards out of the v1 list',
    around: {
      listCardsV1: async (next, call) => {
        const answer = await next(call);
        const isShown = (card: Loose) => card.status !== 'BLOCKED' || card.type !== 'Virtual';
        return Array.isArray(answer.body) ? { ...answer, body: answer.body.filter(isShown) } : answer;
      },
    },
  }),
  fault('legacy-list-of-second-user-short', {
    breaks: 'PAR-01',
    does: 'leaves the first card out of the v1 list of the second user',
    around: {
      listCardsV1: async (next, call) => {
        const answer = await next(call);
        const isShort = call.user?.name === 'second' && Array.isArray(answer.body);
        return isShort ? { ...answer, body: answer.body.slice(1) } : answer;
      },
    },
  }),
  fault('legacy-type-of-blocked', {
    breaks: 'PAR-02',
    does: 'shows a blocked disposable card as virtual when it is read in v1',
    around: {
      readCardV1: editing((card) => {
        if (card.status === 'BLOCKED' && card.type === 'Disposable') card.type = 'Virtual';
      }),
    },
  }),
  fault('legacy-blocked-as-active', {
    breaks: 'PAR-03',
    does: 'shows a blocked card as active when it is read in v1',
    around: {
      readCardV1: editing((card) => {
        if (card.status === 'BLOCKED') card.status = 'ACTIVE';
      }),
    },
  }),
  fault('legacy-holder-shortened', {
    breaks: 'PAR-05',
    does: 'leaves the last word out of the v1 card holder',
    around: inV1((card) => {
      card.cardholder_name = card.cardholder_name.replace(/ \S+$/, '');
    }),
  }),
  fault('legacy-validity-no-date', {
    breaks: 'PAR-05',
    does: 'shows "Invalid Date" in v1 for the end of validity of an active card',
    around: inV1((card) => {
      if (card.status === 'ACTIVE') card.validUntilDate = 'Invalid Date';
    }),
  }),
  fault('legacy-validity-of-shorter-month', {
    breaks: 'PAR-05',
    does: 'writes October in v1 as the month 1 of its year, without the zero behind it',
    around: inV1((card) => {
      card.validUntilDate &&= card.validUntilDate.replace('-10-', '-1-');
    }),
  }),
  fault('legacy-dispatched-later', {
    breaks: 'PAR-07',
    does: 'shows the dispatch of a card a minute later in v1',
    around: inV1(({ orderInfo }) => {
      if (orderInfo.dispatched_at) orderInfo.dispatched_at += minute;
    }),
  }),
  fault('legacy-dispatch-in-another-unit', {
    breaks: 'PAR-07',
    does: 'counts seconds to the dispatch of a card in v1, and milliseconds to its order',
    around: inV1(({ orderInfo }) => {
      if (orderInfo.dispatched_at) orderInfo.dispatched_at = Math.floor(orderInfo.dispatched_at / 1000);
    }),
  }),
  fault('legacy-delivery-forgotten', {
    breaks: 'PAR-07',
    does: 'leaves out the delivery of an order in v1',
    around: inV1(({ orderInfo }) => {
      delete orderInfo.delivery;
    }),
  }),
  fault('card-delivery-in-v1-alone', {
    breaks: 'PAR-07',
    does: 'shows the delivery of an order as {} in v2',
    around: {
      listCards: editingEach(({ orderInfo }) => {
        orderInfo.delivery = {};
      }),
      readCard: editing(({ orderInfo }) => {
        orderInfo.delivery = {};
      }),
    },
  }),
  fault('legacy-dispatch-forgotten', {
    breaks: 'PAR-07',
    does: 'shows 0 for the dispatch of a card in v1',
    around: inV1(({ orderInfo }) => {
      orderInfo.dispatched_at = 0;
    }),
  }),
  fault('legacy-change-forgotten', {
    breaks: 'PAR-09',
    does: 'shows 0 for the last change of a blocked card in v1',
    around: inV1((card) => {
      if (card.status === 'BLOCKED') card.updatedAtMs = 0;
    }),
  }),
  fault('legacy-phone-forgotten', {
    breaks: 'PAR-16',
    does: 'shows an empty telephone number in v1',
    around: {
      readCardV1: editing((card) => {
        if (card.phone3ds) card.phone3ds = '';
      }),
    },
  }),
  fault('legacy-phone-of-another', {
    breaks: 'PAR-16',
    does: 'shows another last digit of the telephone number in v1',
    around: {
      readCardV1: editing((card) => {
        if (card.phone3ds) card.phone3ds = oneUp(card.phone3ds);
      }),
    },
  }),
  fault('legacy-phone-cut', {
    breaks: 'PAR-16',
    does: 'shows the last four digits of the telephone number alone in v1',
    around: {
      readCardV1: editing((card) => {
        if (card.phone3ds) card.phone3ds = card.phone3ds.slice(-4);
      }),
    },
  }),
  fault('legacy-permission-kept', {
    breaks: 'PAR-08',
    does: 'allows closing every card in v1',
    around: inV1((card) => {
      card.permissions.canClose = true;
    }),
  }),
  fault('legacy-permissions-of-second-user', {
    breaks: 'PAR-08',
    does: 'allows the second user to close every card in the v1 list',
    around: {
      listCardsV1: async (next, call) =>
        editedEach(await next(call), (card) => {
          if (call.user?.name === 'second') card.permissions.canClose = true;
        }),
    },
  }),
  fault('legacy-updated-later', {
    breaks: 'PAR-09',
    does: 'shows the last change of a card a minute later in v1',
    around: inV1((card) => {
      card.updatedAtMs += minute;
    }),
  }),
  fault('legacy-notification-stale', {
    breaks: 'PAR-15',
    does: 'keeps showing the SMS notification in v1 as it was when first shown there',
    around: {
      listCardsV1: (next, call, service) => editingEach((card) => remembered(card, service))(next, call),
      readCardV1: (next, call, service) => editing((card) => remembered(card, service))(next, call),
    },
  }),
  fault('legacy-cvv-of-another', {
    breaks: 'PAR-16',
    does: 'shows another cvv in v1 than among the credentials',
    around: {
      readCardV1: editing((card) => {
        if (card.cvv !== undefined) card.cvv = 100 + ((card.cvv + 1) % 900);
      }),
    },
  }),
  fault('card-number-of-another', {
    breaks: 'PAR-17',
    does: 'gives active virtual cards a number that ends otherwise than shown',
    around: {
      readCardCredentials: (next, call, service) =>
        editing((credentials) => {
          if (credentials.pan && isActiveVirtual(call, service)) credentials.pan = oneUp(credentials.pan);
        })(next, call),
      readCardV1: (next, call, service) =>
        editing((card) => {
          if (card.number && isActiveVirtual(call, service)) card.number = Number(oneUp(String(card.number)));
        })(next, call),
    },
  }),
];

const withinOneVersion = [
  fault('card-list-behind', {
    breaks: 'PAR-12',
    does: 'shows another design in the card list than in the card',
    around: {
      listCards: editingEach((card) => {
        card.designId = `${card.designId}-old`;
      }),
      listCardsV1: editingEach((card) => {
        card.designId = `${card.designId}-old`;
      }),
    },
  }),
  fault('wallet-of-each-disposable-card', {
    breaks: 'PAR-28',
    does: 'gives a disposable card of v2 its own id for that of its wallet',
    around: {
      listCards: editingEach((card) => {
        if (card.type === 'Disposable') card.walletId = card.id;
      }),
      readCard: editing((card) => {
        if (card.type === 'Disposable') card.walletId = card.id;
      }),
    },
  }),
  fault('legacy-wallet-of-each-card-of-second-user', {
    breaks: 'PAR-28',
    does: 'gives each card of the second user a wallet_id of its own in v1',
    around: {
      listCardsV1: async (next, call) =>
        editedEach(await next(call), (card) => {
          if (call.user?.name === 'second') card.wallet_id = card.id;
        }),
    },
  }),
  fault('expanded-card-of-another-for-second-user', {
    breaks: 'PAR-21',
    does: 'expands for the second user the card of another purchase',
    profile: richForeignPayments,
    around: {
      readPayment: forSecond(({ card }) => {
        if (card) card.maskedNumber = oneUp(card.maskedNumber);
      }),
    },
  }),
  fault('card-of-payments-of-second-user-renumbered', {
    breaks: 'PAR-30',
    does: 'shows the second user other digits of the card of a payment than his list does',
    profile: richForeignPayments,
    around: {
      readPayment: forSecond((payment) => {
        if (payment.cardMaskedNumber) payment.cardMaskedNumber = oneUp(payment.cardMaskedNumber);
        if (payment.card) payment.card.maskedNumber = oneUp(payment.card.maskedNumber);
      }),
    },
  }),
  fault('expanded-payment-of-second-user-elsewhere', {
    breaks: 'PAR-14',
    does: 'gives the second user another reference of a payment where he asks for an expansion',
    around: {
      readPayment: forSecond((payment, { query }) => {
        if (query.expand !== undefined) payment.reference = 'Expanded';
      }),
    },
  }),
  fault('payment-of-second-user-otherwise-by-number', {
    breaks: 'PAR-31',
    does: 'gives the second user another reference of a payment by its number',
    around: {
      readPayment: forSecond((payment, { parameters }) => {
        if (!isUuid(parameters.id ?? '')) payment.reference = 'By number';
      }),
    },
  }),
  fault('card-list-delivery-elsewhere', {
    breaks: 'PAR-12',
    does: 'shows another delivery of an order in the card list than in the card',
    around: {
      listCards: editingEach((card) => {
        if (Object.keys(card.orderInfo.delivery).length > 0) card.orderInfo.delivery = { country: 'EE' };
      }),
    },
  }),
  fault('card-of-second-user-allows-closing', {
    breaks: 'PAR-12',
    does: 'turns the permission to close a card around where the second user reads the card alone',
    around: { readCard: closingTurnedForSecond },
  }),
  fault('legacy-card-of-second-user-allows-closing', {
    breaks: 'PAR-12',
    does: 'turns the permission to close a v1 card around where the second user reads the card alone',
    around: { readCardV1: closingTurnedForSecond },
  }),
  fault('card-list-filtered-otherwise', {
    breaks: 'PAR-12',
    does: 'shows another design of a card in a list that is filtered by its status',
    around: { listCards: ofAnotherDesign(({ query }) => query.status !== undefined) },
  }),
  fault('legacy-list-filtered-by-type-otherwise', {
    breaks: 'PAR-12',
    does: 'shows another design of a v1 card in a list that is filtered by its type alone',
    around: {
      listCardsV1: ofAnotherDesign(({ query }) => query.type !== undefined && Object.keys(query).length === 1),
    },
  }),
  fault('card-list-filtered-and-sorted-otherwise', {
    breaks: 'PAR-12',
    does: 'shows another design of a card in a list that is filtered by its status and sorted',
    around: { listCards: ofAnotherDesign(({ query }) => query.status !== undefined && query.sort !== undefined) },
  }),
  fault('expansion-changes-total', {
    breaks: 'PAR-14',
    does: 'leaves the fee out of the total when the currency is asked for',
    around: {
      readPayment: (next, call) =>
        editing((payment) => {
          if (payment.currency !== undefined) payment.total = payment.amount - 0.5;
        })(next, call),
    },
  }),
  fault('expansion-of-files-joined', {
    breaks: 'PAR-14',
    does: 'answers that a payment is unknown where its files are asked for and it has none',
    around: {
      readPayment: async (next, call, { settings: { names, separator } }) => {
        const answer = await next(call);
        const isAsked = call.query[names.expand]?.split(separator).includes('files');
        const lacks = isAsked && answer.status === 200 && (answer.body as Loose).files === undefined;
        return lacks ? unknownPayment('There is no such payment.') : answer;
      },
    },
  }),
  fault('expansion-lost-once-cancelled', {
    breaks: 'PAR-14',
    does: 'answers that a payment is unknown where an expansion of it is asked for after it was cancelled',
    around: {
      cancelPayment: async (next, call, service) => {
        const answer = await next(call);
        if (answer.status === 200) service.notes.set(`cancelled ${paymentOf(call, service)?.id}`, true);
        return answer;
      },
      readPayment: (next, call, service) => {
        const isExpanded = call.query[service.settings.names.expand] !== undefined;
        const isLost = isExpanded && service.notes.has(`cancelled ${paymentOf(call, service)?.id}`);
        return isLost ? unknownPayment('There is no such payment.') : next(call);
      },
    },
  }),
  fault('legacy-extra-changes-holder', {
    breaks: 'PAR-14',
    does: 'writes the holder of a v1 card in small letters when its usage limits are asked for',
    around: {
      readCardV1: editing((card) => {
        if (card.limits !== undefined) card.cardholder_name = card.cardholder_name.toLowerCase();
      }),
    },
  }),
  fault('expansion-card-of-one-in-hundreds', {
    breaks: 'PAR-21',
    does: 'expands the card of a cash withdrawal with another number than the payment shows, which is the only one among hundreds of payments',
    seed: ({ accounts }) => {
      const account = accounts.get('full')!;
      const plain = account.payments.find('1010701')!;
      const more = manyIds.map((id) => ({ ...plain, id, uuid: uuidOf(`one of many payments ${id}`) }));
      account.payments = createCollection([...account.payments, ...more]);
    },
    around: {
      readPayment: editing((payment) => {
        if (payment.operationType === 'ATM_WITHDRAWAL' && payment.card)
          payment.card.maskedNumber = oneUp(payment.card.maskedNumber);
      }),
    },
    profile: { fixtures: { payments: { others: [...manyIds.map(String), '1010832'] } } },
  }),
  fault('legacy-wallet-of-closed-cards-0', {
    breaks: 'PAR-28',
    does: 'gives 0 for the wallet_id of closed v1 cards',
    around: inV1((card) => {
      if (card.status === 'CLOSED') card.wallet_id = 0;
    }),
  }),
  fault('payment-wallet-of-fees-0', {
    breaks: 'PAR-29',
    does: 'gives 0 for the walletId of fees',
    around: {
      readPayment: editing((payment) => {
        if (payment.isFee) payment.walletId = 0;
      }),
    },
  }),
  fault('expansion-of-another-card', {
    breaks: 'PAR-21',
    does: 'expands the card of a payment with another number than the payment shows',
    around: {
      readPayment: editing((payment) => {
        if (payment.card) payment.card.maskedNumber = oneUp(payment.card.maskedNumber);
      }),
    },
  }),
  fault('expansion-card-by-number-among-others', {
    breaks: 'PAY-38',
    does: 'gives the number of a card as its uuid where other expansions are asked for as well',
    around: {
      readPayment: async (next, call, { settings }) =>
        edited(await next(call), (payment) => {
          if (payment.card && /[,&[]/.test(call.query[settings.names.expand] ?? ''))
            payment.card.uuid = `${payment.card.id}`;
        }),
    },
  }),
  fault('expansion-holder-named-as-the-merchant', {
    breaks: 'PAY-38',
    does: 'gives the name of the merchant as that of the card holder where both are asked for',
    around: {
      readPayment: editing((payment) => {
        if (payment.merchant && payment.cardholder) payment.cardholder.name = payment.merchant.name;
      }),
    },
  }),
  fault('expansion-file-lost-among-others', {
    breaks: 'PAY-38',
    does: 'leaves the last of several files out where other expansions are asked for as well',
    around: {
      readPayment: editing((payment) => {
        if (payment.currency && payment.files?.length > 1) payment.files.pop();
      }),
    },
  }),
  fault('expansion-card-renumbered', {
    breaks: 'PAR-30',
    does: 'gives a card another number in payments that are completed',
    around: {
      readPayment: editing((payment) => {
        if (payment.card && payment.status === 'completed') payment.card.id += 1_000_000;
      }),
    },
  }),
  fault('expansion-card-of-other-digits', {
    breaks: 'PAR-30',
    does: 'shows other last digits of a card in payments than in lists',
    around: {
      readPayment: editing((payment) => {
        if (payment.card) payment.card.maskedNumber = payment.cardMaskedNumber = oneUp(payment.card.maskedNumber);
      }),
    },
  }),
  fault('payment-by-uuid-as-before-cancelling', {
    breaks: 'PAR-31',
    does: 'keeps what a payment that can be cancelled reads by its UUID, and forgets to renew it when it is cancelled',
    around: {
      readPayment: async (next, call, { notes, settings }) => {
        const key = `kept by UUID ${call.parameters.id}`;
        const kept = notes.get(key) as Answer | undefined;
        if (call.query[settings.names.expand] !== undefined || !isUuid(call.parameters.id)) return next(call);
        const answer = kept ?? (await next(call));
        if ((answer.body as Loose)?.permissions?.canCancel) notes.set(key, answer);
        return answer;
      },
    },
  }),
  fault('payment-expanded-as-before-cancelling', {
    breaks: 'PAR-14',
    does: 'keeps what a payment that can be cancelled reads with an expansion, and forgets to renew it when it is cancelled',
    around: {
      readPayment: async (next, call, { notes, settings }) => {
        const expansion = call.query[settings.names.expand];
        if (expansion === undefined) return next(call);
        const key = `kept with ${expansion} of ${call.parameters.id}`;
        const answer = (notes.get(key) as Answer | undefined) ?? (await next(call));
        if ((answer.body as Loose)?.permissions?.canCancel) notes.set(key, answer);
        return answer;
      },
    },
  }),
  fault('payment-expanded-as-before-signing', {
    breaks: 'PAR-14',
    does: 'keeps what a draft reads with an expansion, and forgets to renew it when it is signed',
    around: {
      readPayment: async (next, call, { notes, settings }) => {
        const expansion = call.query[settings.names.expand];
        if (expansion === undefined) return next(call);
        const key = `draft with ${expansion} of ${call.parameters.id}`;
        const answer = (notes.get(key) as Answer | undefined) ?? (await next(call));
        if ((answer.body as Loose)?.status === 'draft') notes.set(key, answer);
        return answer;
      },
    },
  }),
  fault('payment-by-uuid-as-before-signing', {
    breaks: 'PAR-31',
    does: 'keeps what a draft reads by its UUID, and forgets to renew it when it is signed',
    around: {
      readPayment: async (next, call, { notes, settings }) => {
        const key = `kept by UUID ${call.parameters.id}`;
        const kept = notes.get(key) as Answer | undefined;
        if (call.query[settings.names.expand] !== undefined || !isUuid(call.parameters.id)) return next(call);
        const answer = kept ?? (await next(call));
        if ((answer.body as Loose)?.status === 'draft') notes.set(key, answer);
        return answer;
      },
    },
  }),
  fault('payment-by-uuid-expands-no-card', {
    breaks: 'PAR-31',
    does: 'expands no card where a payment is asked for by its UUID',
    around: {
      readPayment: async (next, call) =>
        edited(await next(call), (payment) => {
          if (isUuid(call.parameters.id)) delete payment.card;
        }),
    },
  }),
  fault('payment-credits-unknown-by-uuid', {
    breaks: 'PAR-31',
    does: 'knows no credit by its UUID',
    around: {
      readPayment: async (next, call) => {
        const answer = await next(call);
        const isLost = isUuid(call.parameters.id) && (answer.body as Loose)?.type === 'credit';
        return isLost ? unknownPayment('There is no such payment.') : answer;
      },
    },
  }),
  fault('payment-expanded-unknown-by-uuid', {
    breaks: 'PAR-31',
    does: 'knows no payment by its UUID where expansions of it are asked for, unless it is a draft',
    around: {
      readPayment: async (next, call, { settings: { names } }) => {
        const answer = await next(call);
        const isExpanded = isUuid(call.parameters.id) && call.query[names.expand] !== undefined;
        const isLost = isExpanded && answer.status === 200 && (answer.body as Loose).status !== 'draft';
        return isLost ? unknownPayment('There is no such payment.') : answer;
      },
    },
  }),
  fault('legacy-disposable-cards-unknown-by-number', {
    breaks: 'PAR-31',
    does: 'knows no disposable v1 card by its number',
    around: {
      readCardV1: async (next, call) => {
        const answer = await next(call);
        const isLost = /^\d+$/.test(call.parameters.id ?? '') && (answer.body as Loose)?.type === 'Disposable';
        return isLost ? unknownResource('There is no such card.') : answer;
      },
    },
  }),
  fault('legacy-card-by-number-of-other-holder', {
    breaks: 'PAR-31',
    does: 'writes the name of the holder of a v1 card that is asked for by its number in small letters',
    around: {
      readCardV1: async (next, call) =>
        edited(await next(call), (card) => {
          if (!isUuid(call.parameters.id)) card.cardholder_name = card.cardholder_name.toLowerCase();
        }),
    },
  }),
  fault('legacy-limits-by-number-of-another', {
    breaks: 'PAR-31',
    does: 'answers who reads the limits of a card by its number those of another card',
    around: {
      readCardLimitsV1: async (next, call) =>
        edited(await next(call), (limits) => {
          if (/^\d+$/.test(call.parameters.id ?? '')) limits.atmLimit += 100;
        }),
    },
  }),
  fault('currency-named-as-a-sibling', {
    breaks: 'PAR-21',
    does: 'names the currency of a card payment abroad as a dollar, whatever its id',
    around: {
      readPayment: editing((payment) => {
        if (payment.currency && payment.transactionCurrencyId) payment.currency.name = 'US dollar';
      }),
    },
  }),
  fault('payment-exchanges-of-one-number', {
    breaks: 'PAR-29',
    does: 'gives every currency exchange the same number',
    around: {
      readPayment: editing((payment) => {
        if (payment.currencyExchangeId) payment.currencyExchangeId = 500_001;
        if (payment.currencyExchange) payment.currencyExchange.id = 500_001;
      }),
    },
  }),
  fault('payment-wallet-of-its-own', {
    breaks: 'PAR-29',
    does: 'gives a completed payment its own UUID for that of its wallet',
    around: {
      readPayment: editing((payment) => {
        if (payment.status === 'completed') payment.walletUuid = payment.uuid;
      }),
    },
  }),
];

const againAndAtOnce = [
  fault('card-sometimes-of-another', {
    breaks: 'PAR-24',
    does: 'shows another holder in one of 25 card reads',
    around: {
      readCard: (next, call, { notes }) =>
        editing((card) => {
          const turn = ((notes.get('turn') as number | undefined) ?? 0) + 1;
          notes.set('turn', turn);
          if (turn % 25 === 0) card.cardholderName = 'SOMEBODY ELSE';
        })(next, call),
    },
  }),
  fault('card-version-counts-reads', {
    breaks: 'PAR-24',
    does: 'counts the version of a card up each time that the card is read alone',
    around: {
      readCard: async (next, call, { notes }) =>
        edited(await next(call), (card) => {
          const key = `reads of ${card.id}`;
          const reads = ((notes.get(key) as number | undefined) ?? 0) + 1;
          notes.set(key, reads);
          card.version += reads;
        }),
    },
  }),
  fault('payment-version-counts-reads', {
    breaks: 'PAR-24',
    does: 'counts the version of a completed payment up each time that it is read',
    around: {
      readPayment: async (next, call, { notes }) =>
        edited(await next(call), (payment) => {
          if (payment.status !== 'completed') return;
          const key = `reads of ${payment.id}`;
          const reads = ((notes.get(key) as number | undefined) ?? 0) + 1;
          notes.set(key, reads);
          payment.version += reads;
        }),
    },
  }),
  fault('webhook-key-of-each-read', {
    breaks: 'PAR-24',
    does: 'makes a new publicJwk each time that the webhook configuration is read',
    around: {
      readWebhook: editing(({ publicJwk }) => {
        // Its last character decides whether the modulus is odd.
        publicJwk.n = `${publicJwk.n.slice(0, 300)}${randomBytes(24).toString('base64url')}${publicJwk.n.slice(332)}`;
      }),
    },
  }),
  fault('webhook-updated-by-each-read', {
    breaks: 'PAR-24',
    does: 'counts the moment of the last change of the webhook configuration up each time that this is read',
    around: {
      readWebhook: async (next, call, { notes }) =>
        edited(await next(call), (webhook) => {
          const reads = ((notes.get('reads of the webhook') as number | undefined) ?? 0) + 1;
          notes.set('reads of the webhook', reads);
          webhook.updatedAt += reads;
        }),
    },
  }),
  fault('v1-card-updated-by-each-read', {
    breaks: 'PAR-24',
    does: 'counts updatedAtMs of a v1 card up each time that the card is read alone',
    around: {
      readCardV1: async (next, call, { notes }) =>
        edited(await next(call), (card) => {
          const key = `v1 reads of ${card.uuid}`;
          const reads = ((notes.get(key) as number | undefined) ?? 0) + 1;
          notes.set(key, reads);
          card.updatedAtMs += reads;
        }),
    },
  }),
  fault('card-of-the-later-read', {
    breaks: 'PAR-25',
    does: 'answers card reads that come at the same time with the card asked for last',
    around: {
      readCard: async (next, call, { notes }) => {
        notes.set('latest', call);
        await pause(3);
        const latest = notes.get('latest') as Call;
        return next(latest.user === call.user ? latest : call);
      },
    },
  }),
  fault('card-sought-for-the-later-user', {
    breaks: 'PAR-25',
    does: 'looks for a card, its limits or a v1 card among those of the user who asked last',
    around: { readCard: forTheLatestUser, readCardV1: forTheLatestUser, readCardLimitsV1: forTheLatestUser },
  }),
  fault('payment-sought-for-the-later-user', {
    breaks: 'PAR-25',
    does: 'looks for a payment among those of the user who asked last',
    around: { readPayment: forTheLatestUser },
  }),
  fault('beneficiary-sought-for-the-later-user', {
    breaks: 'PAR-25',
    does: 'looks for a beneficiary among those of the user who asked last',
    around: { readBeneficiary: forTheLatestUser },
  }),
];

export const parityFaults = [...betweenVersions, ...withinOneVersion, ...againAndAtOnce];
