// Faults of the version and the time of change of a card.
import type { Around } from '../../http/seams.ts';
import { fault } from '../fault.ts';
import { cardOf, onceSwitched } from './edits.ts';

const countingDown: Around = async (next, call, service) => {
  const answer = await next(call);
  const card = cardOf(call, service);
  if (answer.status === 200 && card) card.version -= 2;
  return answer;
};

export const version = [
  fault('card-update-falls', {
    breaks: 'CARD-57',
    does: 'dates a card to 2001 when its SMS notification changes',
    around: {
      setSmsBalanceNotification: async (next, call, service) => {
        const answer = await next(call);
        const card = cardOf(call, service);
        if (answer.status === 200 && card) card.updatedAt = Date.UTC(2001);
        return answer;
      },
    },
  }),
  fault('card-switched-in-another-zone', {
    breaks: 'CARD-11',
    does: 'takes the instant of a switch for one of another zone, two hours ahead',
    around: {
      setSmsBalanceNotification: onceSwitched((card, { clock }) => {
        card.updatedAt = clock() + 7_200_000;
      }),
    },
  }),
  fault('card-version-stays', {
    breaks: 'CARD-65',
    does: 'leaves the version of a card as it is when its SMS notification changes',
    around: {
      setSmsBalanceNotification: async (next, call, service) => {
        const answer = await next(call);
        const card = cardOf(call, service);
        if (answer.status === 200 && card) card.version -= 1;
        return answer;
      },
    },
  }),
  fault('card-version-falls-by-form', {
    breaks: 'CARD-64',
    does: 'counts the version of a card down when a form changes its SMS notification',
    around: {
      setSmsBalanceNotification: (next, call, service) => {
        const isForm = call.body.kind === 'object' && call.body.as === 'form';
        return isForm ? countingDown(next, call, service) : next(call);
      },
    },
  }),
  fault('card-version-of-disposable-cards-falls', {
    breaks: 'CARD-64',
    does: 'counts the version of a disposable card down when its SMS notification changes',
    around: {
      setSmsBalanceNotification: (next, call, service) =>
        cardOf(call, service)?.type === 'Disposable' ? countingDown(next, call, service) : next(call),
    },
  }),
  fault('card-version-falls', {
    breaks: 'CARD-64',
    does: 'counts the version of a card down when its SMS notification changes',
    around: { setSmsBalanceNotification: countingDown },
  }),
];
