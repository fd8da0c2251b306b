// Faults by which lists, single things and expansions of one version disagree.
import { unknownPayment } from '../../errors.ts';
import type { Call } from '../../http/call.ts';
import type { Around } from '../../http/seams.ts';
import { isUuid } from '../../operations/payments.ts';
import type { Service } from '../../service-state.ts';
import { edited, editedEach, editing, editingEach, type Loose } from '../edits.ts';
import { fault } from '../fault.ts';
import { oneUp } from './edits.ts';

/** Changes the design of every card in the lists that such calls get. */
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

/** Changes the payments that are shown to the second user. */
const forSecond =
  (change: (payment: Loose, call: Call) => void): Around =>
  async (next, call) => {
    const answer = await next(call);
    return call.user?.name === 'second' ? edited(answer, (payment) => change(payment, call)) : answer;
  };

/** Payments of the second user; an exchange and a purchase are among them. */
const richForeignPayments = { fixtures: { foreign: { payments: [3010001, 3010026, 3010043, 3010073, 3010075] } } };

export const views = [
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
];
