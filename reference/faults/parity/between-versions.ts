// Faults by which the two versions show the same thing differently.
import type { Call } from '../../http/call.ts';
import type { Service } from '../../service-state.ts';
import { editedEach, editing, editingEach, type Loose } from '../edits.ts';
import { fault } from '../fault.ts';
import { inV1, oneUp } from './edits.ts';

const minute = 60_000;

/** Makes v1 keep showing a card's notification as it showed it the first time. */
const remembered = (card: Loose, { notes }: Service): void => {
  const key = `notification of ${card.uuid}`;
  if (!notes.has(key)) notes.set(key, card.isSmsBalanceNotification);
  card.isSmsBalanceNotification = notes.get(key);
};

const isActiveVirtual = (call: Call, { data }: Service): boolean => {
  const card = data.accounts.get(call.user!.name)!.cards.find(call.parameters.id ?? '');
  return card?.type === 'Virtual' && card.status === 'ACTIVE';
};

export const betweenVersions = [
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
