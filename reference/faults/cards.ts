// Faults of cards in their current version: their fields, their lists, and which of them is read.
import type { Answer, Call, Handler } from '../http/call.ts';
import { cardStatuses, cardTypes } from '../store/cards.ts';
import { createCollection } from '../store/collection.ts';
import { cardCredentialFaults } from './card-credentials.ts';
import { cardOperationFaults } from './card-operations.ts';
import {
  byOrdinal,
  edited,
  editing,
  editingEach,
  type Loose,
  refusalKept,
  sortingByAny,
  unknownToSecond,
  without,
  withQuery,
} from './edits.ts';
import { fault } from './fault.ts';

const everywhere = (change: (card: Loose) => void) => ({ listCards: editingEach(change), readCard: editing(change) });

const isPlain = (call: Call): boolean => Object.keys(call.query).length === 0;

/** Answers an empty list in place of a 400, when the other parameters are absent. */
const emptyInsteadOfRefusal =
  (...others: readonly string[]) =>
  async (next: Handler, call: Call): Promise<Answer> => {
    const answer = await next(call);
    const isAlone = others.every((name) => call.query[name] === undefined);
    return answer.status === 400 && isAlone ? { status: 200, body: [] } : answer;
  };

const fieldFaults = [
  fault('card-id-prefixed', {
    breaks: 'CARD-01',
    does: 'writes a word before the id of a card that is read alone',
    around: {
      readCard: editing((card) => {
        card.id = `card-${card.id}`;
      }),
    },
  }),
  fault('card-wallet-as-number', {
    breaks: 'CARD-02',
    does: 'names the wallet of closed cards by a number',
    around: everywhere((card) => {
      if (card.status === 'CLOSED') card.walletId = '77';
    }),
  }),
  fault('card-type-renamed', {
    breaks: 'CARD-03',
    does: 'calls a disposable card that is read alone SingleUse',
    around: {
      readCard: editing((card) => {
        if (card.type === 'Disposable') card.type = 'SingleUse';
      }),
    },
  }),
  fault('card-mask-too-short', {
    breaks: 'CARD-04',
    does: 'leaves one asterisk out of the number of disposable cards read alone',
    around: {
      readCard: editing((card) => {
        if (card.type === 'Disposable') card.maskedPan = card.maskedPan.replace('******', '*****');
      }),
    },
  }),
  fault('card-status-renamed', {
    breaks: 'CARD-05',
    does: 'calls a dispatched card that is read alone SENT',
    around: {
      readCard: editing((card) => {
        if (card.status === 'DISPATCHED') card.status = 'SENT';
      }),
    },
  }),
  fault('card-date-of-closed-left-out', {
    breaks: 'CARD-06',
    does: 'leaves the date out of closed cards',
    around: everywhere((card) => {
      if (card.status === 'CLOSED') delete card.validUntilDate;
    }),
  }),
  fault('card-design-as-number', {
    breaks: 'CARD-06',
    does: 'gives the design of virtual cards as a number',
    around: everywhere((card) => {
      if (card.type === 'Virtual') card.designId = 7;
    }),
  }),
  fault('card-notification-type-as-number', {
    breaks: 'CARD-07',
    does: 'gives the type of a notification as a number',
    around: everywhere((card) => {
      card.notification.type = 3;
    }),
  }),
  fault('card-delivery-as-text', {
    breaks: 'CARD-08',
    does: 'gives the delivery of an order as text',
    around: everywhere((card) => {
      card.orderInfo.delivery = 'by post';
    }),
  }),
  fault('card-dispatch-as-date', {
    breaks: 'CARD-09',
    does: 'gives the time of dispatch as a date',
    around: everywhere(({ orderInfo }) => {
      if (orderInfo.dispatchedAt) orderInfo.dispatchedAt = new Date(orderInfo.dispatchedAt * 1000).toISOString();
    }),
  }),
  fault('card-dispatch-in-milliseconds', {
    breaks: 'CARD-09',
    does: 'counts the milliseconds to the dispatch of a blocked card',
    around: everywhere(({ orderInfo, status }) => {
      if (status === 'BLOCKED' && orderInfo.dispatchedAt) orderInfo.dispatchedAt *= 1000;
    }),
  }),
  fault('card-permission-missing', {
    breaks: 'CARD-10',
    does: 'leaves canSetOperations out of the permissions',
    around: everywhere((card) => {
      delete card.permissions.canSetOperations;
    }),
  }),
  fault('card-updated-in-milliseconds', {
    breaks: 'CARD-11',
    does: 'gives updatedAt of v2 cards in milliseconds',
    around: everywhere((card) => {
      card.updatedAt *= 1000;
    }),
  }),
  fault('card-notification-flag-as-number', {
    breaks: 'CARD-12',
    does: 'gives isSmsBalanceNotification of closed cards as a number',
    around: everywhere((card) => {
      if (card.status === 'CLOSED') card.isSmsBalanceNotification = Number(card.isSmsBalanceNotification);
    }),
  }),
  fault('card-version-as-text', {
    breaks: 'CARD-13',
    does: 'writes version as text',
    around: everywhere((card) => {
      card.version = String(card.version);
    }),
  }),
];

/** The plain service has no pages. */
const withPages = { open: { paging: { style: 'page', page: 'page', size: 'per_page', length: 100, first: 1 } } };

const cut = ({ query }: Call, answer: Answer): Answer => {
  const [page, length] = [Number(query.page ?? 1), Number(query.per_page ?? 100)];
  return Array.isArray(answer.body)
    ? { ...answer, body: answer.body.slice((page - 1) * length, page * length) }
    : answer;
};

const listFaults = [
  fault('card-filter-forgotten-on-later-pages', {
    breaks: 'CARD-16',
    does: 'looks at the status and type that are asked for in the first page of a list alone',
    profile: withPages,
    around: {
      listCards: async (next, call) =>
        cut(call, await next(Number(call.query.page ?? 1) > 1 ? without(without(call, 'status'), 'type') : call)),
    },
  }),
  fault('card-page-cut-before-sorting', {
    breaks: 'CARD-18',
    does: 'cuts a page out of the list and sorts that page by id',
    profile: withPages,
    around: {
      listCards: async (next, call) => {
        const answer = cut(call, await next(without(call, 'sort')));
        const sign = call.query.sort === '-id' ? -1 : 1;
        const sorts = call.query.sort !== undefined && Array.isArray(answer.body);
        return sorts
          ? edited(answer, (cards) => cards.sort((a: Loose, b: Loose) => (a.id < b.id ? -sign : sign)))
          : answer;
      },
    },
  }),
  fault('card-filter-blocked', {
    breaks: 'CARD-14',
    does: 'answers the whole list when BLOCKED is asked for',
    around: { listCards: (next, call) => next(call.query.status === 'BLOCKED' ? without(call, 'status') : call) },
  }),
  fault('card-filter-loses-last', {
    breaks: 'CARD-15',
    does: 'leaves the last virtual card out when only that type is asked for',
    around: {
      listCards: async (next, call) => {
        const answer = await next(call);
        if (call.query.type !== 'Virtual' || call.query.status !== undefined) return answer;
        return edited(answer, (cards) => cards.pop());
      },
    },
  }),
  fault('card-status-known-at-the-start-alone', {
    breaks: 'CARD-16',
    does: 'looks for the status at the start of the query alone',
    around: { listCards: (next, call) => next(/&status=/.test(call.url) ? without(call, 'status') : call) },
  }),
  fault('card-filters-not-combined', {
    breaks: 'CARD-16',
    does: 'forgets the type when a status is asked for as well',
    around: { listCards: (next, call) => next(call.query.status === undefined ? call : without(call, 'type')) },
  }),
  fault('card-filters-not-combined-for-others', {
    breaks: 'CARD-16',
    does: 'forgets the type when a status is asked for as well, for all users but the first',
    around: {
      listCards: (next, call, { data }) => {
        const isFirst = call.user!.name === data.users[0]?.name;
        return next(isFirst || call.query.status === undefined ? call : without(call, 'type'));
      },
    },
  }),
  fault('card-filter-of-type-kept-for-everybody', {
    breaks: 'CARD-16',
    does: 'keeps the unsorted list of a type alone that it answered first for all users',
    around: {
      listCards: async (next, call, { notes }) => {
        const { sort, status, type } = call.query;
        if (type === undefined || status !== undefined || sort !== undefined) return next(call);
        const key = `the list of ${type}`;
        const answer = (notes.get(key) as Answer | undefined) ?? (await next(call));
        notes.set(key, answer);
        return answer;
      },
    },
  }),
  fault('card-filter-without-fit-sorts-all', {
    breaks: 'CARD-16',
    does: 'answers the whole list, sorted, where no card fits the filter of a sorted one',
    around: {
      listCards: async (next, call) => {
        const answer = await next(call);
        const isNothing = call.query.sort !== undefined && Array.isArray(answer.body) && answer.body.length === 0;
        return isNothing ? next(without(without(call, 'status'), 'type')) : answer;
      },
    },
  }),
  fault('card-filter-forgets-direction', {
    breaks: 'CARD-16',
    does: 'sorts ascending whatever is asked for when there is a filter as well',
    around: {
      listCards: (next, call) => {
        const isFiltered = call.query.status !== undefined || call.query.type !== undefined;
        return next(isFiltered && call.query.sort === '-id' ? withQuery(call, 'sort', 'id') : call);
      },
    },
  }),
  fault('card-sort-descending-ignored', {
    breaks: 'CARD-18',
    does: 'sorts by id ascending when -id is asked for',
    around: { listCards: (next, call) => next(call.query.sort === '-id' ? withQuery(call, 'sort', 'id') : call) },
  }),
  fault('card-status-unchecked', {
    breaks: 'CARD-21',
    does: 'answers an empty list to a status that does not exist',
    around: { listCards: emptyInsteadOfRefusal('type', 'sort') },
  }),
  fault('card-type-unchecked', {
    breaks: 'CARD-22',
    does: 'answers an empty list to a type that does not exist',
    around: { listCards: emptyInsteadOfRefusal('status', 'sort') },
  }),
  fault('card-type-unchecked-among-equals', {
    breaks: 'CARD-22',
    does: 'answers an empty list to a type that does not exist, where all cards are of one type and the filter is yet to be found',
    seed: ({ accounts }) => {
      const account = accounts.get('full')!;
      account.cards = createCollection([...account.cards].filter(({ type }) => type === 'Virtual'));
    },
    around: { listCards: emptyInsteadOfRefusal('status', 'sort') },
    profile: { open: { typeFilter: 'discover' } },
  }),
  fault('card-status-by-ordinal', {
    breaks: 'CARD-21',
    does: 'takes a number for the status in this place',
    around: { listCards: byOrdinal('status', cardStatuses) },
  }),
  fault('card-status-looked-up', {
    breaks: 'CARD-21',
    does: 'takes a status that every object has a member of, and finds no card with it',
    around: {
      listCards: (next, call) => (String(call.query.status) in {} ? { status: 200, body: [] } : next(call)),
    },
  }),
  fault('card-type-by-ordinal', {
    breaks: 'CARD-22',
    does: 'takes a number for the type in this place',
    around: { listCards: byOrdinal('type', cardTypes) },
  }),
  fault('card-sort-by-any-member', {
    breaks: 'CARD-23',
    does: 'sorts by whatever member of a card is named',
    around: { listCards: sortingByAny },
  }),
  fault('card-sort-descending-of-another', {
    breaks: 'CARD-18',
    does: 'answers the second user the cards of the main user when -id is asked for',
    around: {
      listCards: (next, call, { data }) => {
        const main = data.users.find(({ name }) => name === 'full');
        const isSuch = call.query.sort === '-id' && call.user?.name === 'second';
        return next(isSuch && main ? { ...call, user: main } : call);
      },
    },
  }),
  fault('card-sort-unchecked', {
    breaks: 'CARD-23',
    does: 'leaves the list as it is when another order than that of ids is asked for',
    around: {
      listCards: async (next, call) => {
        const answer = await next(call);
        return answer.status === 400 && call.query.sort !== undefined ? next(without(call, 'sort')) : answer;
      },
    },
  }),
  fault('card-listed-twice', {
    breaks: 'CARD-24',
    does: 'names the first card of the whole list at its end again',
    around: {
      listCards: async (next, call) => {
        const answer = await next(call);
        return isPlain(call) ? edited(answer, (cards) => cards.push(cards[0])) : answer;
      },
    },
  }),
];

const readingFaults = [
  fault('card-mistaken', {
    breaks: 'CARD-26',
    does: 'answers another card when one is asked for whose id ends in an even digit',
    around: {
      readCard: (next, call, { data }) => {
        const id = call.parameters.id ?? '';
        const cards = [...data.accounts.get(call.user!.name)!.cards];
        const other = cards.find(({ uuid }) => uuid !== id);
        const isMistaken = /[02468ace]$/i.test(id) && cards.some(({ uuid }) => uuid === id) && other !== undefined;
        return next(isMistaken ? { ...call, parameters: { id: other.uuid } } : call);
      },
    },
  }),
  fault('card-of-second-user-unknown', {
    breaks: 'CARD-26',
    does: 'answers 404 to the second user who reads a card of his own',
    around: { readCard: unknownToSecond },
  }),
  fault('card-refusal-kept-for-anybody', {
    breaks: 'CARD-26',
    does: 'answers a second long to whoever reads a card by v2 what it refused to somebody else',
    around: { readCard: refusalKept },
  }),
  fault('v1-card-refusal-kept-for-anybody', {
    breaks: 'LEG-27',
    does: 'answers a second long to whoever reads a card by v1 what it refused to somebody else',
    around: { readCardV1: refusalKept },
  }),
  fault('card-unknown-forbidden', {
    breaks: 'CARD-27',
    does: 'answers 403 to the calculation of limits of an unknown card',
    around: {
      calculateCardLimits: async (next, call) => {
        const answer = await next(call);
        const body = { name: 'Forbidden', message: 'This is not allowed to you.', status: 403 };
        return answer.status === 404 ? { status: 403, body } : answer;
      },
    },
  }),
  fault('card-unknown-switched-by-form', {
    breaks: 'CARD-27',
    does: 'answers success to a form that switches the notification of an unknown card',
    around: {
      setSmsBalanceNotification: async (next, call) => {
        const answer = await next(call);
        const isForm = /form/.test(call.headers['content-type'] ?? '');
        return isForm && answer.status === 404 ? { status: 200, body: { status: 'SUCCESS' } } : answer;
      },
    },
  }),
  fault('legacy-card-unknown-with-extra-403', {
    breaks: 'CARD-27',
    does: 'answers 403 where an unknown v1 card is read with an extra field',
    around: {
      readCardV1: async (next, call, { settings: { names } }) => {
        const answer = await next(call);
        const body = { name: 'Forbidden', message: 'This is not allowed to you.', status: 403 };
        return call.query[names.include] !== undefined && answer.status === 404 ? { status: 403, body } : answer;
      },
    },
  }),
  fault('card-found-by-prefix', {
    breaks: 'CARD-27',
    does: 'compares the first 30 characters of the id of a card',
    around: {
      readCard: (next, call, { data }) => {
        const id = call.parameters.id ?? '';
        const cards = [...data.accounts.get(call.user!.name)!.cards];
        const near = id.length === 36 ? cards.find(({ uuid }) => uuid.slice(0, 30) === id.slice(0, 30)) : undefined;
        return next(near ? { ...call, parameters: { id: near.uuid } } : call);
      },
    },
  }),
  fault('card-found-by-number', {
    breaks: 'CARD-28',
    does: 'takes the integer id of version 1 for a card of version 2',
    around: {
      readCard: (next, call, { data }) => {
        const card = data.accounts.get(call.user!.name)!.cards.find(call.parameters.id ?? '');
        return next(card ? { ...call, parameters: { id: card.uuid } } : call);
      },
    },
  }),
];

export const cardFaults = [
  ...fieldFaults,
  ...listFaults,
  ...readingFaults,
  ...cardCredentialFaults,
  ...cardOperationFaults,
];
