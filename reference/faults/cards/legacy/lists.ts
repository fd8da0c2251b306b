// Faults of the list of version 1, and of reading one of its cards.
import type { Answer, Call, Handler } from '../../../http/call.ts';
import { cardTypes } from '../../../store/cards.ts';
import {
  byOrdinal,
  edited,
  editedEach,
  editingEach,
  type Loose,
  sortingByAny,
  unknownToSecond,
  without,
  withQuery,
} from '../../edits.ts';
import { fault } from '../../fault.ts';

/** The call for the card whose number is at the beginning of the id; the rest of the id is ignored. */
const byLeadingNumber = (next: Handler, call: Call): Answer | Promise<Answer> => {
  const number = /^\d+(?=[^\d-])(?![\da-f]*-)/.exec(call.parameters.id ?? '')?.[0];
  return next(number === undefined ? call : { ...call, parameters: { id: number } });
};

export const lists = [
  fault('legacy-listed-twice', {
    breaks: 'LEG-16',
    does: 'names the first card of the whole v1 list at its end again',
    around: {
      listCardsV1: async (next, call) => {
        const answer = await next(call);
        return Object.keys(call.query).length === 0 ? edited(answer, (cards) => cards.push(cards[0])) : answer;
      },
    },
  }),
  fault('legacy-list-leaks-pin', {
    breaks: 'LEG-18',
    does: 'shows the pin of every card in the v1 list',
    around: {
      listCardsV1: editingEach((card) => {
        card.pin = 1234;
      }),
    },
  }),
  fault('legacy-list-leaks-number-as-pan', {
    breaks: 'LEG-18',
    does: 'shows the number of virtual cards in the v1 list by its name of v2',
    around: {
      listCardsV1: editingEach((card) => {
        if (card.type === 'Virtual') card.pan = '4000000000000002';
      }),
    },
  }),
  fault('legacy-list-includes-pin', {
    breaks: 'LEG-18',
    does: 'shows the pin of every card in the v1 list to whoever asks that list to include it',
    around: {
      listCardsV1: async (next, call, { settings }) => {
        const answer = await next(call);
        if (call.query[settings.names.include] !== 'pin') return answer;
        return editedEach(answer, (card) => {
          card.pin = 1234;
        });
      },
    },
  }),
  fault('legacy-filter-by-type-ignored', {
    breaks: 'LEG-19',
    does: 'forgets the type when the v1 list is filtered by both',
    around: { listCardsV1: (next, call) => next(call.query.status === undefined ? call : without(call, 'type')) },
  }),
  fault('legacy-status-forgotten-for-others', {
    breaks: 'LEG-19',
    does: 'forgets a status that is asked for alone of the v1 list, unsorted, for all users but the first',
    around: {
      listCardsV1: (next, call, { data }) => {
        const isFirst = call.user!.name === data.users[0]?.name;
        const isAlone = call.query.type === undefined && call.query.sort === undefined;
        return next(isAlone && !isFirst ? without(call, 'status') : call);
      },
    },
  }),
  fault('legacy-cvv-alone-left-out-by-number', {
    breaks: 'PAR-31',
    does: 'shows no cvv of a v1 card that is asked for it alone by its number',
    around: {
      readCardV1: (next, call, { settings: { names } }) =>
        next(
          /^\d+$/.test(call.parameters.id ?? '') && call.query[names.include] === 'cvv'
            ? without(call, names.include)
            : call,
        ),
    },
  }),
  fault('legacy-type-behind-sort-ignored', {
    breaks: 'LEG-22',
    does: 'ignores the type that is asked for behind an order of the v1 list',
    around: { listCardsV1: (next, call) => next(/sort=.*&type=/.test(call.url) ? without(call, 'type') : call) },
  }),
  fault('legacy-sorted-by-uuid', {
    breaks: 'LEG-22',
    does: 'sorts the v1 list by the text of the uuid',
    around: {
      listCardsV1: async (next, call) => {
        const answer = await next(call);
        const direction = { id: 1, '-id': -1 }[call.query.sort ?? ''];
        if (direction === undefined) return answer;
        return edited(answer, (cards) =>
          cards.sort((one: Loose, other: Loose) => (one.uuid < other.uuid ? -1 : 1) * direction),
        );
      },
    },
  }),
  fault('legacy-sort-of-another', {
    breaks: 'LEG-22',
    does: 'answers the second user the cards of the main user when the v1 list is sorted',
    around: {
      listCardsV1: (next, call, { data }) => {
        const main = data.users.find(({ name }) => name === 'full');
        const isSuch = call.query.sort !== undefined && call.user?.name === 'second';
        return next(isSuch && main ? { ...call, user: main } : call);
      },
    },
  }),
  fault('legacy-process-filter-accepted', {
    breaks: 'LEG-24',
    does: 'answers an empty list when PROCESS is asked for in v1',
    around: {
      listCardsV1: (next, call) => (call.query.status === 'PROCESS' ? { status: 200, body: [] } : next(call)),
    },
  }),
  fault('legacy-type-unchecked', {
    breaks: 'LEG-25',
    does: 'answers an empty v1 list to a type that does not exist',
    around: {
      listCardsV1: async (next, call) => {
        const answer = await next(call);
        return answer.status === 400 && call.query.type !== undefined ? { status: 200, body: [] } : answer;
      },
    },
  }),
  fault('legacy-type-by-ordinal', {
    breaks: 'LEG-25',
    does: 'takes a number for the type in this place in v1',
    around: { listCardsV1: byOrdinal('type', cardTypes) },
  }),
  fault('legacy-sort-by-any-member', {
    breaks: 'LEG-26',
    does: 'sorts the v1 list by whatever member of a card is named',
    around: { listCardsV1: sortingByAny },
  }),
  fault('legacy-sort-unchecked', {
    breaks: 'LEG-26',
    does: 'sorts the v1 list ascending when another order than that of ids is asked for',
    around: {
      listCardsV1: async (next, call) => {
        const answer = await next(call);
        return answer.status === 400 && call.query.sort !== undefined ? next(withQuery(call, 'sort', 'id')) : answer;
      },
    },
  }),
  fault('legacy-closed-not-read', {
    breaks: 'LEG-27',
    does: 'answers 404 when a closed card is read in v1',
    around: {
      readCardV1: (next, call, { data }) => {
        const card = data.accounts.get(call.user!.name)!.cards.find(call.parameters.id ?? '');
        return next(card?.status === 'CLOSED' ? { ...call, parameters: { id: '0' } } : call);
      },
    },
  }),
  fault('legacy-card-of-second-user-unknown', {
    breaks: 'LEG-27',
    does: 'answers 404 to the second user who reads a v1 card of his own',
    around: { readCardV1: unknownToSecond },
  }),
  fault('legacy-number-with-a-tail', {
    breaks: 'LEG-29',
    does: 'reads the number at the beginning of an id and overlooks what follows',
    around: { readCardV1: byLeadingNumber, readCardLimitsV1: byLeadingNumber },
  }),
];
