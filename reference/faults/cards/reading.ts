// Faults of reading one card.
import { refusalKept, unknownToSecond } from '../edits.ts';
import { fault } from '../fault.ts';

export const reading = [
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
