// Faults of cards in their current version.
import type { Answer } from '../call.ts';
import { editing, editingEach, type Loose, withFields, without } from './edits.ts';
import { fault } from './fault.ts';

const everywhere = (change: (card: Loose) => void) => ({ listCards: editingEach(change), readCard: editing(change) });

export const cardFaults = [
  fault('card-filter-blocked', {
    breaks: 'CARD-14',
    does: 'answers the whole list when BLOCKED is asked for',
    around: { listCards: (next, call) => next(call.query.status === 'BLOCKED' ? without(call, 'status') : call) },
  }),
  fault('card-sort-descending-ignored', {
    breaks: 'CARD-18',
    does: 'sorts by id ascending when -id is asked for',
    around: {
      listCards: (next, call) =>
        next(call.query.sort === '-id' ? { ...call, query: { ...call.query, sort: 'id' } } : call),
    },
  }),
  fault('card-status-unchecked', {
    breaks: 'CARD-21',
    does: 'answers an empty list to a status that does not exist',
    around: {
      listCards: async (next, call) => {
        const answer = await next(call);
        const isAlone = call.query.type === undefined && call.query.sort === undefined;
        return answer.status === 400 && isAlone ? { status: 200, body: [] } : answer;
      },
    },
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
  fault('credentials-uninvited', {
    breaks: 'CARD-31',
    does: 'adds the e-mail address to all credentials',
    around: {
      readCardCredentials: editing((credentials) => {
        credentials.email ??= 'uninvited@example.com';
      }),
    },
  }),
  fault('credentials-empty-list-accepted', {
    breaks: 'CARD-32',
    does: 'answers an empty object when no credentials are named',
    around: {
      readCardCredentials: async (next, call): Promise<Answer> => {
        const fields = call.body.kind === 'object' ? call.body.value.fields : undefined;
        if (!Array.isArray(fields) || fields.length > 0) return next(call);
        const twin = await next(withFields(call, { fields: ['phone'] }));
        return twin.status === 200 ? { status: 200, body: {} } : twin;
      },
    },
  }),
  fault('calculated-limits-200', {
    breaks: 'CARD-42',
    does: 'answers 200 to the calculation of limits',
    around: {
      calculateCardLimits: async (next, call) => {
        const answer = await next(call);
        return answer.status === 201 ? { ...answer, status: 200 } : answer;
      },
    },
  }),
  fault('sms-notification-lost', {
    breaks: 'CARD-49',
    does: 'says that the SMS notification is set and does nothing',
    around: {
      setSmsBalanceNotification: async (next, call, { data }) => {
        const card = data.accounts.get(call.user!.name)!.cards.byUuid(call.parameters.id ?? '');
        const before = card?.smsBalanceNotification;
        const answer = await next(call);
        if (card !== undefined && before !== undefined) card.smsBalanceNotification = before;
        return answer;
      },
    },
  }),
];
