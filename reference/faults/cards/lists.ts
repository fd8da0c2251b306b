// Faults of the list of cards: filters, order, pages.
import type { Answer, Call, Handler } from '../../http/call.ts';
import { cardStatuses, cardTypes } from '../../store/cards.ts';
import { createCollection } from '../../store/collection.ts';
import { byOrdinal, edited, type Loose, sortingByAny, without, withQuery } from '../edits.ts';
import { fault } from '../fault.ts';

const isPlain = (call: Call): boolean => Object.keys(call.query).length === 0;

/** Answers an empty list in place of a 400, when the other parameters are absent. */
const emptyInsteadOfRefusal =
  (...others: readonly string[]) =>
  async (next: Handler, call: Call): Promise<Answer> => {
    const answer = await next(call);
    const isAlone = others.every((name) => call.query[name] === undefined);
    return answer.status === 400 && isAlone ? { status: 200, body: [] } : answer;
  };

/** A profile with pages, because the service has none by itself. */
const withPages = { open: { paging: { style: 'page', page: 'page', size: 'per_page', length: 100, first: 1 } } };

const cut = ({ query }: Call, answer: Answer): Answer => {
  const [page, length] = [Number(query.page ?? 1), Number(query.per_page ?? 100)];
  return Array.isArray(answer.body)
    ? { ...answer, body: answer.body.slice((page - 1) * length, page * length) }
    : answer;
};

export const lists = [
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
