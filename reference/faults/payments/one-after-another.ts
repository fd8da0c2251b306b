// Faults of payments that are cancelled or signed, and then read, cancelled or signed again.

import { setTimeout as pause } from 'node:timers/promises';
import { unknownPayment } from '../../errors.ts';
import type { Answer, Call } from '../../http/call.ts';
import type { Seams } from '../../http/seams.ts';
import { paymentPermissions } from '../../permissions.ts';
import type { Service } from '../../service-state.ts';
import type { PaymentRecord } from '../../store/payments.ts';
import type { Loose } from '../edits.ts';
import { fault } from '../fault.ts';
import { accepted, keeping, named, onceSigned, paymentsOf } from './edits.ts';

/** After a cancelling for which `isMeant` is true, the payment is unknown to everybody. */
const hidingAfter = (isMeant: (answer: Answer, payment: PaymentRecord) => boolean): Pick<Seams, 'around'> => ({
  around: {
    cancelPayment: async (next, call, service) => {
      const payment = anybodys(call, service);
      const answer = await next(call);
      if (payment && isMeant(answer, payment)) service.notes.set(`hidden ${payment.id}`, true);
      return answer;
    },
    readPayment: (next, call, service) =>
      service.notes.has(`hidden ${paymentsOf(call, service).find(call.parameters.id ?? '')?.id}`)
        ? unknownPayment('There is no such payment.')
        : next(call),
  },
});

const anybodys = ({ parameters: { id = '' } }: Call, { data }: Service): PaymentRecord | undefined =>
  [...data.accounts.values()].map(({ payments }) => payments.find(id)).find((payment) => payment !== undefined);

export const hiddenAfterwards = [
  fault('payment-hidden-where-cancelling-is-refused', {
    breaks: 'PAY-45',
    does: 'refuses to cancel a rejected payment, and shows it as unknown from then on',
    ...hidingAfter(({ status }, payment) => status === 403 && payment.status === 'rejected'),
  }),
  fault('payment-of-others-hidden-where-cancelling-is-refused', {
    breaks: 'AUTH-22',
    does: 'refuses to cancel the payment of another user, and shows its owner that it is unknown from then on',
    ...hidingAfter(({ status }) => status === 404),
  }),
  fault('payment-hidden-once-cancelled', {
    breaks: 'PAY-76',
    does: 'shows a payment as unknown once it is cancelled',
    ...hidingAfter(({ status }) => status === 200),
  }),
  fault('payments-cancelled-at-once-mixed-up', {
    breaks: 'PAY-77',
    does: 'cancels the later of two payments twice where a user cancels both at the same time',
    around: {
      cancelPayment: async (next, call, service) => {
        const payment = paymentsOf(call, service).find(call.parameters.id ?? '');
        if (payment === undefined || !paymentPermissions(payment).canCancel) return next(call);
        const key = `current payment of ${call.user!.name}`;
        service.notes.set(key, call.parameters);
        await pause(5);
        const current = { ...call, parameters: service.notes.get(key) as Call['parameters'] };
        const isDone = paymentsOf(call, service).find(current.parameters.id ?? '')?.status === 'canceled';
        return isDone && current.parameters.id !== call.parameters.id
          ? { status: 200, body: { success: true } }
          : next(current);
      },
    },
  }),
];

export const againAfterwards = [
  fault('payment-signed-lately-cancelled', {
    breaks: 'PAY-45',
    does: 'cancels what was signed since it was started, whatever its canCancel says',
    around: {
      signPayments: onceSigned(() => {}).around!.signPayments!,
      cancelPayment: (next, call, service) => {
        const payment = paymentsOf(call, service).find(call.parameters.id ?? '');
        if (payment === undefined || !service.notes.has(`signed ${payment.id}`)) return next(call);
        payment.status = 'canceled';
        return { status: 200, body: { success: true } };
      },
    },
  }),
  fault('payment-signed-said-to-be-cancellable', {
    breaks: 'PAY-44',
    does: 'says of what was signed since it was started that it can be cancelled, and refuses it',
    ...onceSigned((payment) => {
      payment.permissions.canCancel = true;
    }),
  }),
  fault('payment-signed-again', {
    breaks: 'PAY-56',
    does: 'accepts to sign what was signed since it was started',
    around: {
      signPayments: async (next, call, service) => {
        const payments = named(call, service);
        const areSigned = payments.length > 0 && payments.every(({ id }) => service.notes.has(`signed ${id}`));
        return areSigned && call.query.validate === '0'
          ? accepted
          : onceSigned(() => {}).around!.signPayments!(next, call, service);
      },
    },
  }),
  fault('payment-signed-in-front-of-a-draft', {
    breaks: 'PAY-56',
    does: 'looks at the last of several payments alone, and signs all of them when it is a draft',
    around: {
      signPayments: async (next, call, service) => {
        const payments = named(call, service);
        const last = payments.at(-1);
        if (payments.length < 2 || last?.status !== 'draft' || call.query.validate !== '0') return next(call);
        const answer = await next(keeping(call, (uuid) => uuid === last.uuid));
        if ((answer.body as Loose)?.status === 'ACCEPTED') for (const payment of payments) payment.status = 'process';
        return answer;
      },
    },
  }),
  fault('payment-cancelled-signed-all-the-same', {
    breaks: 'PAY-56',
    does: 'accepts to sign what was cancelled since it was started',
    around: {
      cancelPayment: async (next, call, service) => {
        const answer = await next(call);
        const payment = paymentsOf(call, service).find(call.parameters.id ?? '');
        if (payment && answer.status === 200) service.notes.set(`cancelled ${payment.id}`, true);
        return answer;
      },
      signPayments: (next, call, service) => {
        const payments = named(call, service);
        const areCancelled = payments.length > 0 && payments.every(({ id }) => service.notes.has(`cancelled ${id}`));
        return areCancelled && call.query.validate === '0' ? accepted : next(call);
      },
    },
  }),
  fault('payment-of-others-cancelled-by-uuid-in-capitals', {
    breaks: 'AUTH-22',
    does: 'cancels the payment of another user that is asked for by its UUID in capitals',
    around: {
      cancelPayment: (next, call, service) => {
        const id = call.parameters.id ?? '';
        if (!/[A-F]/.test(id)) return next(call);
        const all = [...service.data.accounts.values()].map(({ payments }) => payments.byUuid(id.toLowerCase()));
        const payment = all.find((each) => each !== undefined);
        if (payment === undefined || paymentsOf(call, service).byUuid(payment.uuid)) return next(call);
        payment.status = 'canceled';
        return { status: 200, body: { success: true } };
      },
    },
  }),
];
