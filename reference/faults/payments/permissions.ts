import { edited, editing } from '../edits.ts';
import { fault } from '../fault.ts';
import { reading } from './edits.ts';

export const permissions = [
  fault('payment-cancellable-for-good', {
    breaks: 'PAY-44',
    does: 'says that a payment can be cancelled which was cancelled through the API, and refuses it',
    around: {
      readPayment: editing((payment) => {
        if (payment.status === 'canceled' && payment.entity === 'PAYMENT') payment.permissions.canCancel = true;
      }),
    },
  }),
  fault('payment-cancellable-when-completed', {
    breaks: 'PAY-44',
    does: 'says of completed payments that they can be cancelled, and refuses it',
    ...reading((payment) => {
      if (payment.status === 'completed') payment.permissions.canCancel = true;
    }),
  }),
  fault('payment-signable-when-completed', {
    breaks: 'PAY-73',
    does: 'says of completed payments that they can be signed',
    ...reading((payment) => {
      if (payment.status === 'completed') payment.permissions.canSign = true;
    }),
  }),
  fault('payment-signable-when-cancelled', {
    breaks: 'PAY-73',
    does: 'says of a payment that was just cancelled that it can be signed',
    around: {
      cancelPayment: async (next, call, service) => {
        const answer = await next(call);
        if (answer.status === 200) service.notes.set(`cancelled ${call.parameters.id}`, true);
        return answer;
      },
      readPayment: async (next, call, { notes }) =>
        edited(await next(call), (payment) => {
          if (notes.has(`cancelled ${payment.id}`) || notes.has(`cancelled ${payment.uuid}`))
            payment.permissions.canSign = true;
        }),
    },
  }),
];
