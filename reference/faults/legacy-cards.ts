// Faults of the first version of cards.
import type { Answer, Call, Handler } from '../http/call.ts';
import { cardTypes } from '../store/cards.ts';
import {
  byOrdinal,
  edited,
  editedEach,
  editing,
  editingEach,
  keptOfBlocked,
  type Loose,
  sortingByAny,
  unknownToSecond,
  without,
  withQuery,
} from './edits.ts';
import { fault } from './fault.ts';

const everywhere = (change: (card: Loose) => void) => ({
  listCardsV1: editingEach(change),
  readCardV1: editing(change),
});

const alone = (change: (card: Loose) => void) => ({ readCardV1: editing(change) });

const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);

/** The call for the card whose number the id begins with, whatever follows. */
const byLeadingNumber = (next: Handler, call: Call): Answer | Promise<Answer> => {
  const number = /^\d+(?=[^\d-])(?![\da-f]*-)/.exec(call.parameters.id ?? '')?.[0];
  return next(number === undefined ? call : { ...call, parameters: { id: number } });
};

const fieldFaults = [
  fault('legacy-id-as-text', {
    breaks: 'LEG-01',
    does: 'writes the id of a v1 card that is read alone as text',
    around: alone((card) => {
      card.id = String(card.id);
    }),
  }),
  fault('legacy-uuid-in-braces', {
    breaks: 'LEG-02',
    does: 'puts the uuid of a v1 card that is read alone in braces',
    around: alone((card) => {
      card.uuid = `{${card.uuid}}`;
    }),
  }),
  fault('legacy-type-renamed', {
    breaks: 'LEG-04',
    does: 'calls a virtual v1 card that is read alone VIRTUAL',
    around: alone((card) => {
      if (card.type === 'Virtual') card.type = 'VIRTUAL';
    }),
  }),
  fault('legacy-mask-of-crosses', {
    breaks: 'LEG-05',
    does: 'hides digits of blocked v1 cards behind crosses',
    around: everywhere((card) => {
      if (card.status === 'BLOCKED') card.masked_number = card.masked_number.replaceAll('*', 'x');
    }),
  }),
  fault('legacy-process-shown', {
    breaks: 'LEG-06',
    does: 'lists cards in PROCESS in v1 as that',
    settings: { processInV1: 'as ORDERED' },
    around: {
      listCardsV1: (next, call, { data }) =>
        editingEach((card) => {
          const { status } = data.accounts.get(call.user!.name)!.cards.byUuid(card.uuid)!;
          if (status === 'PROCESS') card.status = status;
        })(next, call),
    },
  }),
  fault('legacy-holder-in-camel-case', {
    breaks: 'LEG-07',
    does: 'calls the holder cardholderName in the v1 list',
    around: {
      listCardsV1: editingEach((card) => {
        card.cardholderName = card.cardholder_name;
        delete card.cardholder_name;
      }),
    },
  }),
  fault('legacy-notification-flat', {
    breaks: 'LEG-08',
    does: 'gives the notification of a v1 card as its message alone',
    around: everywhere((card) => {
      card.notification = card.notification.message;
    }),
  }),
  fault('legacy-order-time-as-date', {
    breaks: 'LEG-09',
    does: 'gives ordered_at of a v1 card as a date',
    around: everywhere(({ orderInfo }) => {
      if (orderInfo.ordered_at) orderInfo.ordered_at = new Date(orderInfo.ordered_at).toISOString();
    }),
  }),
  fault('legacy-order-in-seconds', {
    breaks: 'LEG-55',
    does: 'counts seconds to the order and the dispatch of a card in v1',
    around: everywhere(({ orderInfo }) => {
      for (const name of ['ordered_at', 'dispatched_at'])
        if (orderInfo[name]) orderInfo[name] = seconds(orderInfo[name]);
    }),
  }),
  fault('legacy-permission-renamed', {
    breaks: 'LEG-11',
    does: 'leaves canGetNumber out of the permissions in the v1 list',
    around: {
      listCardsV1: editingEach((card) => {
        delete card.permissions.canGetNumber;
      }),
    },
  }),
  fault('legacy-version-shown', {
    breaks: 'LEG-12',
    does: 'shows version on v1 cards',
    around: everywhere((card) => {
      card.version = 1;
    }),
  }),
  fault('legacy-pan-permission-shown', {
    breaks: 'LEG-12',
    does: 'shows the permission canGetPan beside canGetNumber in the v1 list',
    around: {
      listCardsV1: editingEach((card) => {
        card.permissions.canGetPan = card.permissions.canGetNumber;
      }),
    },
  }),
  fault('legacy-updated-in-seconds', {
    breaks: 'LEG-13',
    does: 'gives updatedAtMs of a v1 card that is read alone in seconds',
    around: alone((card) => {
      card.updatedAtMs = seconds(card.updatedAtMs);
    }),
  }),
];

const listFaults = [
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

const extraFaults = [
  fault('legacy-number-despite-permission', {
    breaks: 'CARD-40',
    does: 'shows the number in v1 of a card whose permissions forbid it',
    around: {
      readCardV1: async (next, call) => {
        const answer = await next(call);
        if (answer.status !== 403 || call.query.include !== 'number') return answer;
        return edited(await next({ ...call, query: {} }), (card) => {
          card.number = 4_000_000_000_000_002;
        });
      },
    },
  }),
  fault('legacy-include-brings-limits', {
    breaks: 'LEG-30',
    does: 'adds the usage limits whenever a phone number is asked for',
    around: {
      readCardV1: async (next, call) => {
        const answer = await next(call);
        if (call.query.include !== 'phone3ds') return answer;
        const rich = await next({ ...call, query: { ...call.query, include: 'phone3ds,limits' } });
        return rich.status === 200 ? rich : answer;
      },
    },
  }),
  fault('legacy-cvv-without-asking', {
    breaks: 'LEG-30',
    does: 'shows the cvv of virtual v1 cards to everybody who reads them',
    around: alone((card) => {
      if (card.type === 'Virtual') card.cvv ??= 123;
    }),
  }),
  fault('legacy-pin-forgotten', {
    breaks: 'LEG-31',
    does: 'leaves the pin of a v1 card out when the number is asked for as well',
    around: alone((card) => {
      if (card.number !== undefined) delete card.pin;
    }),
  }),
  fault('legacy-cvv-text', {
    breaks: 'LEG-32',
    does: 'writes cvv of a v1 card as text',
    around: alone((card) => {
      if (card.cvv !== undefined) card.cvv = String(card.cvv);
    }),
  }),
  fault('legacy-limits-empty', {
    breaks: 'LEG-31',
    does: 'gives an empty object for the usage limits',
    around: alone((card) => {
      if (card.limits !== undefined) card.limits = {};
    }),
  }),
  fault('legacy-limits-of-nothing-beside-others', {
    breaks: 'PAR-16',
    does: 'gives 0 for the totals of the usage limits where another field is asked for as well',
    around: alone((card) => {
      if (card.limits === undefined || card.pin === undefined) return;
      for (const { usage } of Object.values<Loose>(card.limits)) {
        if (usage) usage.daily.total = usage.monthly.total = 0;
      }
    }),
  }),
  fault('legacy-limits-without-withdrawal', {
    breaks: 'LEG-37',
    does: 'leaves withdrawal out of the usage limits',
    around: alone((card) => {
      if (card.limits !== undefined) delete card.limits.withdrawal;
    }),
  }),
  fault('legacy-limits-updated-in-seconds', {
    breaks: 'LEG-38',
    does: 'gives updatedAtMs of usage limits in seconds',
    around: alone((card) => {
      if (card.limits !== undefined) card.limits.updatedAtMs = seconds(card.limits.updatedAtMs);
    }),
  }),
  fault('legacy-limit-switch-as-number', {
    breaks: 'LEG-39',
    does: 'gives the switch of internet purchases as a number',
    around: alone((card) => {
      const limit = card.limits?.internet_purchase;
      if (limit !== undefined) limit.switch.value = Number(limit.switch.value);
    }),
  }),
  fault('legacy-limit-without-reset', {
    breaks: 'LEG-41',
    does: 'leaves reset out of the monthly usage of contactless purchases',
    around: alone((card) => {
      if (card.limits !== undefined) delete card.limits.contactless_purchase.usage.monthly.reset;
    }),
  }),
  fault('legacy-simple-limits-of-blocked-kept', {
    breaks: 'LEG-47',
    does: 'answers 403 to who reads the simple limits of a blocked card, whose permissions allow that',
    around: { readCardLimitsV1: keptOfBlocked },
  }),
  fault('legacy-simple-limit-as-text', {
    breaks: 'LEG-47',
    does: 'writes the monthly limit of the simple limits as text',
    around: {
      readCardLimitsV1: editing((limits) => {
        limits.monthlyLimit = limits.monthlyLimit.toFixed(2);
      }),
    },
  }),
];

export const legacyCardFaults = [...fieldFaults, ...listFaults, ...extraFaults];
