// Faults of payments.
import { refused } from '../errors.ts';
import { paymentPermissions } from '../permissions.ts';
import { editing, fieldOf, withQuery } from './edits.ts';
import { fault } from './fault.ts';

export const paymentFaults = [
  fault('payment-reference-too-long', {
    breaks: 'PAY-18',
    does: 'shows references of 34 characters',
    around: {
      readPayment: editing((payment) => {
        if (payment.reference !== undefined) payment.reference = payment.reference.padEnd(34, '.');
      }),
    },
  }),
  fault('payment-seconds-behind', {
    breaks: 'PAY-25',
    does: 'gives createdAtUnix two seconds before createdAt',
    around: {
      readPayment: editing((payment) => {
        payment.createdAtUnix -= 2;
      }),
    },
  }),
  fault('payment-currency-uninvited', {
    breaks: 'PAY-37',
    does: 'always shows the currency expansion',
    around: {
      readPayment: editing((payment) => {
        payment.currency ??= { id: payment.currencyId, name: payment.currencyId };
      }),
    },
  }),
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
  fault('payment-validation-signs', {
    breaks: 'PAY-52',
    does: 'signs the drafts that it was asked to validate',
    around: {
      signPayments: async (next, call, { tokens, settings }) => {
        const answer = await next(call);
        if (call.query.validate !== '1' || answer.status !== 200) return answer;
        const { token } = tokens.issue('sign', call.user!);
        return next(withQuery(withQuery(call, 'validate', '0'), settings.names.signToken, token));
      },
    },
  }),
  fault('payment-sign-token-unchecked', {
    breaks: 'PAY-54',
    does: 'signs with any sign token',
    around: {
      signPayments: (next, call, { tokens, settings }) => {
        const { signToken } = settings.names;
        const { token } = tokens.issue('sign', call.user!);
        return next(call.query[signToken] ? withQuery(call, signToken, token) : call);
      },
    },
  }),
  fault('payment-draft-unsignable', {
    breaks: 'PAY-55',
    does: 'refuses a valid sign token',
    around: {
      signPayments: (next, call, { tokens, data, settings }) => {
        const isSigned = tokens.owner('sign', call.query[settings.names.signToken] ?? '') === call.user;
        const { payments } = data.accounts.get(call.user!.name)!;
        const id = fieldOf(call, 'id');
        const areDrafts =
          Array.isArray(id) &&
          id.every((uuid) => {
            const payment = payments.byUuid(String(uuid));
            return payment !== undefined && paymentPermissions(payment).canSign;
          });
        return isSigned && areDrafts && call.query.validate === '0' ? refused(403, 'Not now.') : next(call);
      },
    },
  }),
];
