// Faults of calculating limits.
import { edited, editing, keptOfBlocked, unknownToSecond } from '../edits.ts';
import { fault } from '../fault.ts';
import { cardOf } from './edits.ts';

/** Counts the calls of one kind. */
const turn = (notes: Map<string, unknown>): number => {
  const count = ((notes.get('turn') as number | undefined) ?? 0) + 1;
  notes.set('turn', count);
  return count;
};

export const blockedKept = [
  fault('calculated-limits-of-blocked-kept', {
    breaks: 'CARD-42',
    does: 'answers 403 to who has the limits of a blocked card calculated, whose permissions allow that',
    around: { calculateCardLimits: keptOfBlocked },
  }),
  fault('sms-notification-of-blocked-kept', {
    breaks: 'CARD-49',
    does: 'answers 403 to who switches the SMS notification of a blocked card, whose permissions allow that',
    around: { setSmsBalanceNotification: keptOfBlocked },
  }),
];

export const calculatedLimits = [
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
  fault('calculated-limits-of-second-unknown', {
    breaks: 'CARD-42',
    does: 'answers 404 to the second user who has the limits of a card of his calculated',
    around: { calculateCardLimits: unknownToSecond },
  }),
  fault('calculated-limits-sometimes-success', {
    breaks: 'CARD-43',
    does: 'calls one calculation of limits in 25 a SUCCESS',
    around: {
      calculateCardLimits: (next, call, { notes }) =>
        editing((answer) => {
          if (turn(notes) % 25 === 0) answer.status = 'SUCCESS';
        })(next, call),
    },
  }),
  fault('calculated-limits-of-a-card-once', {
    breaks: 'CARD-43',
    does: 'gives all limits calculated of one card one id',
    around: {
      calculateCardLimits: async (next, call, { notes }) =>
        edited(await next(call), (answer) => {
          const key = `limits of ${call.parameters.id}`;
          answer.id = notes.get(key) ?? answer.id;
          notes.set(key, answer.id);
        }),
    },
  }),
  fault('calculated-limits-share-id', {
    breaks: 'CARD-43',
    does: 'gives all limits calculated within a second one id',
    around: {
      calculateCardLimits: editing((answer) => {
        answer.id = `limits-${Math.floor(Date.now() / 1000)}`;
      }),
    },
  }),
  fault('calculated-limits-named-like-card', {
    breaks: 'CARD-43',
    does: 'gives calculated limits the id of the card',
    around: {
      calculateCardLimits: async (next, call) =>
        edited(await next(call), (answer) => {
          answer.id = call.parameters.id;
        }),
    },
  }),
  fault('calculated-limits-named-like-virtual-card', {
    breaks: 'CARD-43',
    does: 'gives limits calculated of a virtual card the id of the card',
    around: {
      calculateCardLimits: async (next, call, service) =>
        edited(await next(call), (answer) => {
          const card = cardOf(call, service);
          if (card?.type === 'Virtual') answer.id = card.uuid;
        }),
    },
  }),
];
