// Faults in the expansions of a payment.

import { refused } from '../../errors.ts';
import type { Around } from '../../http/seams.ts';
import { isUuid } from '../../operations/payments.ts';
import { edited, editing, fieldOf, type Loose, without } from '../edits.ts';
import { fault } from '../fault.ts';
import { onceSigned, paymentsOf, reading } from './edits.ts';

/** Loses the currency of a payment that was moved, for example to another table. */
const withoutCurrencyOnceMoved: Around = async (next, call, { notes }) =>
  edited(await next(call), (payment) => {
    if (notes.has(`moved ${payment.uuid}`)) delete payment.currency;
  });

export const uninvited = [
  fault('payment-currency-uninvited', {
    breaks: 'PAY-37',
    does: 'always shows the currency expansion',
    around: {
      readPayment: editing((payment) => {
        payment.currency ??= { id: payment.currencyId, name: payment.currencyId };
      }),
    },
  }),
];

export const expanded = [
  fault('payment-recipient-only-expanded', {
    breaks: 'PAY-36',
    does: 'shows recipientCardholder only where an expansion is asked for',
    around: {
      readPayment: async (next, call, { settings }) =>
        edited(await next(call), (payment) => {
          if (!call.query[settings.names.expand]) delete payment.recipientCardholder;
        }),
    },
  }),
  fault('payment-recipient-unmasked', {
    breaks: 'PAY-75',
    does: 'shows all digits of the card of a recipient as its masked number',
    ...reading(({ recipientCardholder }) => {
      if (recipientCardholder) recipientCardholder.maskedCardNumber = '4242424242424242';
    }),
  }),
  fault('payment-recipient-id-text', {
    breaks: 'PAY-36',
    does: 'gives the id of a recipient as text',
    ...reading(({ recipientCardholder }) => {
      if (recipientCardholder) recipientCardholder.id = String(recipientCardholder.id);
    }),
  }),
  fault('payment-recipient-never-expanded', {
    breaks: 'PAY-36',
    does: 'shows no recipientCardholder where an expansion is asked for',
    around: {
      readPayment: async (next, call, { settings }) =>
        edited(await next(call), (payment) => {
          if (call.query[settings.names.expand]) payment.recipientCardholder = null;
        }),
    },
  }),
  fault('payment-main-with-fee-is-a-fee', {
    breaks: 'PAY-05',
    does: 'says of a plain payment for which a fee is taken that it is a fee',
    ...reading((payment) => {
      if (payment.operationType === 'MAIN' && payment.fee?.amount > 0) payment.isFee = true;
    }),
  }),
  fault('payment-currency-not-of-the-first', {
    breaks: 'PAY-38',
    does: 'expands no currency of the first two payments, where the name of the expansions is yet to be found',
    around: {
      readPayment: editing((payment) => {
        if (payment.id <= 1010702) delete payment.currency;
      }),
    },
    profile: { open: { expand: 'discover' } },
  }),
  fault('payment-exchange-alone-in-another-zone', {
    breaks: 'PAY-38',
    does: 'gives the time of a currency exchange two hours later where nothing else is expanded',
    ...reading((payment) => {
      if (!payment.currencyExchange || payment.currency) return;
      payment.currencyExchange.createdAt += 7200;
      payment.currencyExchange.createdAtMs += 7_200_000;
    }),
  }),
  fault('payment-files-alone-of-another-name', {
    breaks: 'PAY-38',
    does: 'gives the name under which a file is kept as its original name where nothing else is expanded',
    ...reading((payment) => {
      if (payment.currency) return;
      for (const file of payment.files ?? []) file.originalName = file.name;
    }),
  }),
  fault('payment-canceled-of-unknown-type', {
    breaks: 'PAY-76',
    does: 'shows the type of operation of a payment as UNKNOWN once it is canceled',
    ...reading((payment) => {
      if (payment.status === 'canceled') payment.operationType = 'UNKNOWN';
    }),
  }),
  fault('payment-signed-of-another-entity', {
    breaks: 'PAY-76',
    does: 'shows another entity of a payment once it is signed',
    ...onceSigned((payment) => {
      payment.entity = 'CONVERT';
    }),
  }),
  fault('payment-cancelled-in-another-zone', {
    breaks: 'PAY-25',
    does: 'takes the instant of a cancellation for one of another zone, two hours behind',
    around: {
      cancelPayment: async (next, call, service) => {
        const payment = paymentsOf(call, service).find(call.parameters.id ?? '');
        const before = payment?.updatedAt;
        const answer = await next(call);
        if (payment && payment.updatedAt !== before) payment.updatedAt -= 7_200_000;
        return answer;
      },
    },
  }),
  fault('payment-signed-in-another-zone', {
    breaks: 'PAY-25',
    does: 'takes the instant of a signature for one of another zone, two hours behind',
    ...onceSigned((payment) => {
      payment.updatedAt -= 7_200_000;
      payment.updatedAtUnix -= 7200;
    }),
  }),
  fault('payment-currency-not-expanded-once-cancelled', {
    breaks: 'PAY-38',
    does: 'expands no currency of a payment that was cancelled through it',
    around: {
      cancelPayment: async (next, call, { data, notes }) => {
        const answer = await next(call);
        const payment = data.accounts.get(call.user!.name)!.payments.find(call.parameters.id ?? '');
        if (answer.status === 200) notes.set(`moved ${payment?.uuid}`, true);
        return answer;
      },
      readPayment: withoutCurrencyOnceMoved,
    },
  }),
  fault('payment-currency-not-expanded-once-signed', {
    breaks: 'PAY-38',
    does: 'expands no currency of a payment that was signed through it',
    around: {
      signPayments: async (next, call, { notes }) => {
        const answer = await next(call);
        const isSigned = call.query.validate === '0' && (answer.body as Loose).status === 'ACCEPTED';
        for (const uuid of isSigned ? [fieldOf(call, 'id')].flat() : []) notes.set(`moved ${uuid}`, true);
        return answer;
      },
      readPayment: withoutCurrencyOnceMoved,
    },
  }),
  fault('payment-card-expanded-empty', {
    breaks: 'PAY-38',
    does: 'expands the card of a cash withdrawal as an empty object',
    ...reading((payment) => {
      if (payment.card && payment.operationType === 'ATM_WITHDRAWAL') payment.card = {};
    }),
  }),
];

export const expandedTogether = [
  fault('payment-last-of-six-missing', {
    breaks: 'PAY-38',
    does: 'leaves out the last of six expansions',
    around: {
      readPayment: async (next, call, { settings }) => {
        const asked = (call.query[settings.names.expand] ?? '').split(settings.separator);
        return edited(await next(call), (payment) => {
          if (asked.length === 6) delete payment[asked[5]!];
        });
      },
    },
  }),
  fault('payment-without-a-merchant-refused-expanded', {
    breaks: 'PAY-38',
    does: 'answers 400 to several expansions of a payment that has no merchant',
    around: {
      readPayment: async (next, call, { settings: { names, separator } }) => {
        const answer = await next(call);
        const asked = call.query[names.expand]?.split(separator) ?? [];
        const isMeant = asked.length > 1 && asked.includes('merchant') && answer.status === 200;
        return isMeant && !(answer.body as Loose).merchant ? refused(400, 'This payment has no merchant.') : answer;
      },
    },
  }),
  fault('payment-cardholder-needs-card', {
    breaks: 'PAY-38',
    does: 'expands the cardholder only together with the card',
    around: {
      readPayment: async (next, call, { settings }) =>
        edited(await next(call), (payment) => {
          if (!/card(?!holder)/.test(call.query[settings.names.expand] ?? '')) delete payment.cardholder;
        }),
    },
  }),
  fault('payment-card-hides-cardholder', {
    breaks: 'PAY-38',
    does: 'expands no cardholder beside the card',
    around: {
      readPayment: async (next, call, { settings }) =>
        edited(await next(call), (payment) => {
          if (/card(?!holder)/.test(call.query[settings.names.expand] ?? '')) delete payment.cardholder;
        }),
    },
  }),
];

export const merchantByUuid = [
  fault('payment-merchant-alone-left-out-by-uuid', {
    breaks: 'PAY-38',
    does: 'shows no merchant of a payment that is asked for it alone by its UUID',
    around: {
      readPayment: (next, call, { settings: { names } }) =>
        next(
          isUuid(call.parameters.id!) && call.query[names.expand] === 'merchant' ? without(call, names.expand) : call,
        ),
    },
  }),
];
