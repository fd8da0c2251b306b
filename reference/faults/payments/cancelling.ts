// Faults of cancelling.

import { setTimeout as pause } from 'node:timers/promises';
import { refused } from '../../errors.ts';
import { isUuid } from '../../operations/payments.ts';
import { paymentPermissions } from '../../permissions.ts';
import type { PaymentRecord } from '../../store/payments.ts';
import { edited, withParameters } from '../edits.ts';
import { fault } from '../fault.ts';
import { paymentsOf } from './edits.ts';

export const cancelling = [
  fault('other-payment-cancelled-by-uuid', {
    breaks: 'PAY-44',
    does: 'cancels a payment that was read lately in place of the one that a UUID names',
    around: {
      readPayment: (next, call, service) => {
        const read = paymentsOf(call, service).find(call.parameters.id ?? '');
        const earlier = (service.notes.get('read') ?? []) as readonly PaymentRecord[];
        if (read) service.notes.set('read', [read, ...earlier]);
        return next(call);
      },
      cancelPayment: (next, call, { notes }) => {
        const read = (notes.get('read') ?? []) as readonly PaymentRecord[];
        const other = read.find((one) => one.uuid !== call.parameters.id && paymentPermissions(one).canCancel);
        const isByUuid = isUuid(call.parameters.id ?? '') && other !== undefined;
        return next(isByUuid ? withParameters(call, { id: String(other.id) }) : call);
      },
    },
  }),
  fault('payment-cancel-cancels-another', {
    breaks: 'PAY-44',
    does: 'cancels a payment that is under way with each one that it cancels',
    around: {
      cancelPayment: async (next, call, service) => {
        const answer = await next(call);
        const other = [...paymentsOf(call, service)].find(({ status }) => status === 'process');
        if (answer.status === 200 && other) other.status = 'canceled';
        return answer;
      },
    },
  }),
  fault('payment-cancel-undone-after-a-moment', {
    breaks: 'PAY-77',
    does: 'takes a cancellation back two seconds later',
    around: {
      cancelPayment: async (next, call, service) => {
        const payment = paymentsOf(call, service).find(call.parameters.id ?? '');
        const before = payment && { ...payment };
        const answer = await next(call);
        if (before && answer.status === 200) {
          service.notes.set(`before ${before.id}`, { before, at: service.clock() });
        }
        return answer;
      },
      readPayment: (next, call, service) => {
        const payment = paymentsOf(call, service).find(call.parameters.id ?? '');
        const key = `before ${payment?.id}`;
        const kept = service.notes.get(key) as { readonly before: PaymentRecord; readonly at: number } | undefined;
        if (payment && kept && service.clock() - kept.at > 2000) Object.assign(payment, kept.before);
        return next(call);
      },
    },
  }),
  fault('payment-cancel-refused-and-done-later', {
    breaks: 'PAY-45',
    does: 'refuses to cancel a completed payment, and shows it as canceled two seconds later',
    around: {
      cancelPayment: async (next, call, service) => {
        const answer = await next(call);
        const payment = paymentsOf(call, service).find(call.parameters.id ?? '');
        const key = `refused ${payment?.id}`;
        const isMeant = answer.status === 403 && payment?.status === 'completed';
        if (isMeant && !service.notes.has(key)) service.notes.set(key, service.clock());
        return answer;
      },
      readPayment: async (next, call, service) =>
        edited(await next(call), (payment) => {
          const at = service.notes.get(`refused ${payment.id}`) as number | undefined;
          if (at !== undefined && service.clock() - at > 2000) payment.status = 'canceled';
        }),
    },
  }),
  fault('payment-cancel-of-one-status-lost', {
    breaks: 'PAY-77',
    does: 'answers success to the cancelling of a payment in compliance, and leaves it as it was',
    around: {
      cancelPayment: (next, call, service) => {
        const payment = paymentsOf(call, service).find(call.parameters.id ?? '');
        const isMeant = payment?.status === 'compliance' && paymentPermissions(payment).canCancel;
        return isMeant ? { status: 200, body: { success: true } } : next(call);
      },
    },
  }),
  fault('payment-cancelled-twice-at-once-fails', {
    breaks: 'ERR-01',
    does: 'answers 500 to the cancelling of a payment that is being cancelled, which takes 5 ms',
    around: {
      cancelPayment: async (next, call, service) => {
        const { notes } = service;
        const payment = paymentsOf(call, service).find(call.parameters.id ?? '');
        if (payment === undefined || !paymentPermissions(payment).canCancel) return next(call);
        const key = `being cancelled ${payment.id}`;
        if (notes.has(key)) return refused(500, 'Something went wrong.');
        notes.set(key, true);
        await pause(5);
        notes.delete(key);
        return next(call);
      },
    },
  }),
  fault('payment-cancel-of-fourth-sort-lost', {
    breaks: 'PAY-77',
    does: 'shows fees among what can be cancelled, and answers success to the cancelling of a new payment that is none, which stays as it was',
    around: {
      readPayment: async (next, call, { notes }) =>
        edited(await next(call), (payment) => {
          const key = `shown as a fee ${payment.id}`;
          if (payment.permissions?.canCancel && payment.id % 2 === 1) notes.set(key, true);
          if (notes.has(key)) payment.isFee = true;
        }),
      cancelPayment: (next, call, service) => {
        const payment = paymentsOf(call, service).find(call.parameters.id ?? '');
        const isMeant = payment?.status === 'new' && payment.id % 2 === 0 && paymentPermissions(payment).canCancel;
        return isMeant ? { status: 200, body: { success: true } } : next(call);
      },
    },
  }),
];

export const cancellingWhatCannotBe = [
  fault('payment-cancels-anything', {
    breaks: 'PAY-45',
    does: 'says that a payment is cancelled which cannot be',
    around: {
      cancelPayment: async (next, call) => {
        const answer = await next(call);
        return answer.status === 403 ? { status: 200, body: { success: true } } : answer;
      },
    },
  }),
  fault('payment-cancel-by-uuid-unchecked', {
    breaks: 'PAY-45',
    does: 'cancels a completed payment that is named by its UUID',
    around: {
      cancelPayment: (next, call, service) => {
        const payment = paymentsOf(call, service).find(call.parameters.id ?? '');
        const isNamed = payment?.status === 'completed' && payment.uuid === call.parameters.id;
        return isNamed ? { status: 200, body: { success: true } } : next(call);
      },
    },
  }),
  fault('payment-cancel-unknown-user', {
    breaks: 'PAY-45',
    does: 'answers 401 to who may cancel payments and names one that cannot be cancelled',
    around: {
      cancelPayment: async (next, call) => {
        const answer = await next(call);
        return answer.status === 403 ? refused(401, 'This cannot be cancelled.') : answer;
      },
    },
  }),
];

export const cancellingByIds = [
  fault('payment-cancelled-by-number-with-exponent', {
    breaks: 'PAY-42',
    does: 'cancels what can be cancelled by its number with an exponent',
    around: {
      cancelPayment: (next, call, service) => {
        const [, digits] = /^(\d+)e0$/.exec(call.parameters.id ?? '') ?? [];
        const payment = digits === undefined ? undefined : paymentsOf(call, service).find(digits);
        const isMeant = payment && paymentPermissions(payment).canCancel;
        return next(isMeant ? withParameters(call, { id: digits! }) : call);
      },
    },
  }),
  fault('payment-cancelled-by-first-digits', {
    breaks: 'PAY-42',
    does: 'cancels the payment whose number is at the beginning of an id, whatever follows',
    around: {
      cancelPayment: (next, call) => {
        const [digits] = /^\d+(?=[a-z]+$)/i.exec(call.parameters.id ?? '') ?? [];
        return next(digits === undefined ? call : withParameters(call, { id: digits }));
      },
    },
  }),
  fault('payment-cancel-success-text', {
    breaks: 'PAY-44',
    does: 'answers the cancelling of a payment in compliance with success as text',
    around: {
      cancelPayment: async (next, call, service) => {
        const isCompliance = paymentsOf(call, service).find(call.parameters.id ?? '')?.status === 'compliance';
        return edited(await next(call), (body) => {
          if (isCompliance) body.success = String(body.success);
        });
      },
    },
  }),
];

export const cancellingUnderWay = [
  fault('payment-cancels-what-is-under-way', {
    breaks: 'PAY-45',
    does: 'cancels payments in process although canCancel is false',
    around: {
      cancelPayment: async (next, call, service) => {
        const payment = paymentsOf(call, service).find(call.parameters.id ?? '');
        if (payment?.status !== 'process') return next(call);
        payment.status = 'canceled';
        return { status: 200, body: { success: true } };
      },
    },
  }),
];
