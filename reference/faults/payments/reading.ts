// Faults of reading one payment, and of what the second user is shown.

import { refused, unknownPayment } from '../../errors.ts';
import type { Seams } from '../../http/seams.ts';
import { edited, type Loose, refusalKept, withParameters } from '../edits.ts';
import { fault } from '../fault.ts';
import { paymentsOf } from './edits.ts';

/** Changes the payments that are shown to the second user. */
const readingForSecond = (change: (payment: Loose) => void): Pick<Seams, 'around'> => ({
  around: {
    readPayment: async (next, call) => {
      const answer = await next(call);
      return call.user?.name === 'second' ? edited(answer, change) : answer;
    },
  },
});

export const readingByIds = [
  fault('payment-neighbour', {
    breaks: 'PAY-40',
    does: 'answers the payment after the one asked for, for one payment in twenty',
    around: {
      readPayment: (next, call, service) => {
        const payment = paymentsOf(call, service).find(call.parameters.id ?? '');
        if (payment === undefined || payment.id % 20 !== 7) return next(call);
        return next(withParameters(call, { id: String(payment.id + 1) }));
      },
    },
  }),
  fault('payment-unknown-403', {
    breaks: 'PAY-41',
    does: 'answers 403 where an unknown payment is to be cancelled',
    around: {
      cancelPayment: async (next, call) => {
        const answer = await next(call);
        return answer.status === 404 ? refused(403, 'This is not yours.') : answer;
      },
    },
  }),
  fault('payment-drafts-between-own-wallets-unknown', {
    breaks: 'PAY-40',
    does: 'knows no draft between own wallets when it is read',
    around: {
      readPayment: async (next, call) => {
        const answer = await next(call);
        const { status, targetWalletUuid } = (answer.body ?? {}) as Loose;
        const isMeant = status === 'draft' && targetWalletUuid !== undefined;
        return isMeant ? unknownPayment('There is no such payment.') : answer;
      },
    },
  }),
  fault('payment-unknown-expanded-400', {
    breaks: 'PAY-41',
    does: 'answers 400 where an unknown payment is read with an expansion',
    around: {
      readPayment: async (next, call, { settings: { names } }) => {
        const answer = await next(call);
        const isExpanded = call.query[names.expand] !== undefined;
        return isExpanded && answer.status === 404 ? refused(400, 'There is nothing to expand.') : answer;
      },
    },
  }),
  fault('payment-id-half-read', {
    breaks: 'PAY-42',
    does: 'reads the digits at the beginning of an id and leaves the rest',
    around: {
      readPayment: (next, call) => {
        const [digits] = /^\d+(?=[a-z]+$)/i.exec(call.parameters.id ?? '') ?? [];
        return next(digits === undefined ? call : withParameters(call, { id: digits }));
      },
    },
  }),
  fault('payment-id-read-as-number', {
    breaks: 'PAY-42',
    does: 'reads ids as programs read numbers',
    around: {
      readPayment: (next, call) => {
        const number = Number(call.parameters.id);
        return next(Number.isFinite(number) ? withParameters(call, { id: String(number) }) : call);
      },
    },
  }),
];

export const shownToSecond = [
  fault('payment-of-second-user-unexpanded', {
    breaks: 'PAY-38',
    does: 'expands nothing for the second user',
    ...readingForSecond((payment) => {
      for (const name of ['currency', 'currencyExchange', 'merchant', 'card', 'cardholder', 'files'])
        delete payment[name];
    }),
  }),
  fault('payment-of-second-user-without-card', {
    breaks: 'PAY-38',
    does: 'expands for the second user the card of a purchase alone that has been completed',
    profile: { fixtures: { foreign: { payments: [3010001, 3010073, 3010075] } } },
    ...readingForSecond((payment) => {
      if (payment.status !== 'completed') delete payment.card;
    }),
  }),
  fault('payment-of-second-user-other', {
    breaks: 'PAY-40',
    does: 'answers the second user who asks for a payment by its number with the one before',
    around: {
      readPayment: (next, call) => {
        const id = Number(call.parameters.id);
        const isMeant = call.user?.name === 'second' && id > 3_010_001;
        return next(isMeant ? withParameters(call, { id: String(id - 1) }) : call);
      },
    },
  }),
  fault('payment-refusal-kept-for-anybody', {
    breaks: 'PAY-40',
    does: 'answers a second long to whoever reads a payment what it refused to somebody else',
    around: { readPayment: refusalKept },
  }),
  fault('payment-seconds-of-second-user', {
    breaks: 'PAY-25',
    does: 'gives the second user updatedAtUnix an hour before updatedAt',
    ...readingForSecond((payment) => {
      payment.updatedAtUnix = Math.floor(payment.updatedAt / 1000) - 3600;
    }),
  }),
  fault('payment-of-second-user-may-be-signed', {
    breaks: 'PAY-73',
    does: 'shows the second user canSign true of every payment',
    ...readingForSecond((payment) => {
      payment.permissions.canSign = true;
    }),
  }),
];
