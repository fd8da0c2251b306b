// Faults in the times at which a payment was created, changed and completed.

import type { Call, Handler } from '../../http/call.ts';
import type { Service } from '../../service-state.ts';
import { edited, editing } from '../edits.ts';
import { fault } from '../fault.ts';
import { paymentsOf, reading } from './edits.ts';

export const instantsAlone = [
  fault('payment-seconds-behind', {
    breaks: 'PAY-25',
    does: 'gives createdAtUnix two seconds before createdAt',
    around: {
      readPayment: editing((payment) => {
        payment.createdAtUnix -= 2;
      }),
    },
  }),
  ...(
    [
      ['cancelPayment', 'cancelled'],
      ['signPayments', 'signed'],
      ['createPayment', 'made'],
    ] as const
  ).map(([operation, done]) =>
    fault(`payment-seconds-not-renewed-when-${done}`, {
      breaks: 'PAY-25',
      does: `renews the milliseconds of a payment's last change alone when it is ${done}`,
      around: {
        [operation]: async (next: Handler, call: Call, service: Service) => {
          const before = new Map([...paymentsOf(call, service)].map(({ id, updatedAt }) => [id, updatedAt]));
          const answer = await next(call);
          for (const { id, updatedAt } of paymentsOf(call, service)) {
            const stale = before.get(id) ?? 0;
            if (stale !== updatedAt) service.notes.set(`stale seconds of ${id}`, Math.floor(stale / 1000));
          }
          return answer;
        },
        readPayment: async (next, call, { notes }) =>
          edited(await next(call), (payment) => {
            payment.updatedAtUnix = notes.get(`stale seconds of ${payment.id}`) ?? payment.updatedAtUnix;
          }),
      },
    }),
  ),
  fault('payment-instants-two-hours-behind', {
    breaks: 'PAY-25',
    does: 'takes the instants of payments for those of another zone, two hours behind',
    ...reading((payment) => {
      for (const name of ['createdAt', 'updatedAt', 'completedAt']) {
        if (payment[name]) payment[name] -= 7_200_000;
        if (payment[`${name}Unix`]) payment[`${name}Unix`] -= 7200;
      }
    }),
  }),
  fault('payment-exchanges-made-in-two-units', {
    breaks: 'PAY-25',
    does: 'tells in milliseconds when the exchange of a completed payment was made, and in seconds for others',
    around: {
      readPayment: editing(({ status, currencyExchange }) => {
        if (status === 'completed' && currencyExchange) currencyExchange.createdAt = currencyExchange.createdAtMs;
      }),
    },
  }),
  fault('payment-exchanges-completed-in-two-units', {
    breaks: 'PAY-25',
    does: 'tells in milliseconds when the exchange of a completed payment was completed, and in seconds for others',
    around: {
      readPayment: editing(({ status, currencyExchange }) => {
        if (status === 'completed' && currencyExchange?.completedAt) currencyExchange.completedAt *= 1000;
      }),
    },
  }),
  fault('payment-exchange-an-hour-apart', {
    breaks: 'PAY-25',
    does: 'gives createdAt of a currency exchange an hour before its createdAtMs',
    ...reading((payment) => {
      if (payment.currencyExchange) payment.currencyExchange.createdAt -= 3600;
    }),
  }),
];

export const instantsMissing = [
  fault('payment-completed-in-seconds-alone', {
    breaks: 'PAY-25',
    does: 'gives 0 for completedAt beside the seconds of it',
    ...reading((payment) => {
      if (payment.completedAt) payment.completedAt = 0;
    }),
  }),
  fault('payment-completed-as-empty-text', {
    breaks: 'PAY-24',
    does: 'gives an empty text for completedAt of what is not completed',
    ...reading((payment) => {
      if (payment.status !== 'completed') payment.completedAt = '';
    }),
  }),
  fault('payment-received-never-completed', {
    breaks: 'PAY-24',
    does: 'leaves out when a payment was completed that came in',
    ...reading((payment) => {
      if (payment.type !== 'credit') return;
      delete payment.completedAt;
      delete payment.completedAtUnix;
    }),
  }),
  fault('payment-created-never', {
    breaks: 'PAY-24',
    does: 'gives 0 for createdAt of fees',
    ...reading((payment) => {
      if (payment.isFee) payment.createdAt = 0;
    }),
  }),
];
