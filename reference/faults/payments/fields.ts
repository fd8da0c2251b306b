// Faults of the fields of a payment.

import { editing, fieldOf, type Loose, withFields } from '../edits.ts';
import { fault } from '../fault.ts';
import { paymentsOf, reading } from './edits.ts';

export const references = [
  fault('payment-reference-too-long', {
    breaks: 'PAY-18',
    does: 'shows references of 34 characters',
    around: {
      readPayment: editing((payment) => {
        if (payment.reference !== undefined) payment.reference = payment.reference.padEnd(34, '.');
      }),
    },
  }),
  fault('payment-made-with-longer-reference', {
    breaks: 'PAY-18',
    does: 'takes and shows references of any length when a payment is made',
    around: {
      createPayment: async (next, call, service) => {
        const reference = fieldOf(call, 'reference');
        if (typeof reference !== 'string') return next(call);
        const answer = await next(withFields(call, { reference: reference.slice(0, 33) }));
        const { id } = (answer.body as Loose)?.data ?? {};
        const made = paymentsOf(call, service).find(String(id));
        if (made) Object.assign(made.occasional, { reference });
        return answer;
      },
    },
  }),
  fault('payment-holder-of-credits-in-snake-case', {
    breaks: 'PAY-08',
    does: 'names the account holder of a credit account_holder_name',
    ...reading((payment) => {
      if (payment.type !== 'credit' || payment.counterparty === undefined) return;
      const { accountHolderName, ...rest } = payment.counterparty;
      payment.counterparty = { ...rest, account_holder_name: accountHolderName };
    }),
  }),
];

export const fields = [
  fault('payment-version-text', {
    breaks: 'PAY-01',
    does: 'gives the version of a rejected payment as text',
    ...reading((payment) => {
      if (payment.status === 'rejected') payment.version = String(payment.version);
    }),
  }),
  fault('payment-wallet-uuid-cut', {
    breaks: 'PAY-02',
    does: 'gives walletUuid without its last character for incoming payments',
    ...reading((payment) => {
      if (payment.type === 'credit') payment.walletUuid = payment.walletUuid.slice(0, -1);
    }),
  }),
  fault('payment-cancelled-misspelt', {
    breaks: 'PAY-03',
    does: 'says of a payment that was cancelled through the API that it is cancelled, with two l',
    around: {
      readPayment: editing((payment) => {
        if (payment.status === 'canceled' && payment.entity === 'PAYMENT') payment.status = 'cancelled';
      }),
    },
  }),
  fault('payment-type-of-fee', {
    breaks: 'PAY-04',
    does: 'gives fees the type fee',
    ...reading((payment) => {
      if (payment.isFee) payment.type = 'fee';
    }),
  }),
  fault('payment-fee-unmarked', {
    breaks: 'PAY-05',
    does: 'does not mark a card delivery fee as a fee',
    ...reading((payment) => {
      if (payment.operationType === 'CARD_DELIVERY_FEE') payment.isFee = false;
    }),
  }),
  fault('payment-purchase-marked-fee', {
    breaks: 'PAY-05',
    does: 'marks a purchase in a shop as a fee',
    ...reading((payment) => {
      if (payment.operationType === 'POS_PURCHASE') payment.isFee = true;
    }),
  }),
  fault('payment-total-text', {
    breaks: 'PAY-07',
    does: 'gives the total of a compliance case as text',
    ...reading((payment) => {
      if (payment.status === 'compliance') payment.total = payment.total.toFixed(2);
    }),
  }),
  fault('payment-purpose-flat', {
    breaks: 'PAY-08',
    does: 'gives purposeCode as the code alone',
    ...reading((payment) => {
      payment.purposeCode &&= payment.purposeCode.code;
    }),
  }),
  fault('payment-rate-number', {
    breaks: 'PAY-10',
    does: 'gives transactionExchangeRate as a number',
    ...reading((payment) => {
      if (payment.transactionExchangeRate) payment.transactionExchangeRate = Number(payment.transactionExchangeRate);
    }),
  }),
  fault('payment-icon-unlisted', {
    breaks: 'PAY-14',
    does: 'gives a cash withdrawal the icon CASH',
    ...reading((payment) => {
      if (payment.operationType === 'ATM_WITHDRAWAL') payment.icon = 'CASH';
    }),
  }),
  fault('payment-entity-lower-case', {
    breaks: 'PAY-15',
    does: 'writes the entity of an exchange in lower case',
    ...reading((payment) => {
      if (payment.entity === 'CONVERT') payment.entity = 'convert';
    }),
  }),
  fault('payment-operation-misspelt', {
    breaks: 'PAY-22',
    does: 'spells E_COMMERCE_PURCHASE without its first underscore',
    ...reading((payment) => {
      if (payment.operationType === 'E_COMMERCE_PURCHASE') payment.operationType = 'ECOMMERCE_PURCHASE';
    }),
  }),
  fault('payment-completed-seconds-text', {
    breaks: 'PAY-23',
    does: 'gives completedAtUnix of incoming payments as text',
    ...reading((payment) => {
      if (payment.type === 'credit' && payment.completedAtUnix) {
        payment.completedAtUnix = String(payment.completedAtUnix);
      }
    }),
  }),
  fault('payment-created-text', {
    breaks: 'PAY-24',
    does: 'gives createdAt of drafts as text',
    ...reading((payment) => {
      if (payment.status === 'draft') payment.createdAt = String(payment.createdAt);
    }),
  }),
  fault('payment-permission-missing', {
    breaks: 'PAY-27',
    does: 'leaves canDownloadConfirmation out where it is false for an exchange',
    ...reading(({ entity, permissions }) => {
      if (entity === 'CONVERT' && !permissions.canDownloadConfirmation) delete permissions.canDownloadConfirmation;
    }),
  }),
  fault('payment-currency-nameless', {
    breaks: 'PAY-28',
    does: 'expands the currency without its name',
    ...reading(({ currency }) => {
      if (currency) delete currency.name;
    }),
  }),
  fault('payment-exchange-seconds', {
    breaks: 'PAY-29',
    does: 'gives createdAtMs of an expanded exchange in seconds',
    ...reading(({ currencyExchange }) => {
      if (currencyExchange) currencyExchange.createdAtMs = Math.floor(currencyExchange.createdAtMs / 1000);
    }),
  }),
  fault('payment-exchange-rate-text', {
    breaks: 'PAY-29',
    does: 'gives the rate of an expanded exchange as text',
    ...reading(({ currencyExchange }) => {
      if (currencyExchange) currencyExchange.rate = String(currencyExchange.rate);
    }),
  }),
  fault('payment-merchant-id-text', {
    breaks: 'PAY-32',
    does: 'gives the id of an expanded merchant as text',
    ...reading(({ merchant }) => {
      if (merchant) merchant.id = String(merchant.id);
    }),
  }),
  fault('payment-card-anonymous', {
    breaks: 'PAY-33',
    does: 'expands the card without its uuid',
    ...reading(({ card }) => {
      if (card) delete card.uuid;
    }),
  }),
  fault('payment-cardholder-without-channel', {
    breaks: 'PAY-34',
    does: 'gives the channel of a cardholder as null',
    ...reading(({ cardholder }) => {
      if (cardholder) cardholder.channel = null;
    }),
  }),
  fault('payment-single-file-bare', {
    breaks: 'PAY-35',
    does: 'gives a single file without the list around it',
    ...reading((payment) => {
      if (payment.files?.length === 1) payment.files = payment.files[0];
    }),
  }),
];

export const fieldsNeverFilled = [
  fault('payment-merchants-without-domain', {
    breaks: 'PAY-71',
    does: 'tells the domain of no merchant',
    around: {
      readPayment: editing(({ merchant }) => {
        if (merchant) delete merchant.domain;
      }),
    },
  }),
  fault('payment-purposes-by-code-alone', {
    breaks: 'PAY-71',
    does: 'tells no purpose beside the code of one',
    around: {
      readPayment: editing(({ purposeCode }) => {
        if (purposeCode) purposeCode.purpose = '';
      }),
    },
  }),
  fault('payment-never-rejected-with-reason', {
    breaks: 'PAY-71',
    does: 'gives no reason with any rejected payment',
    ...reading((payment) => {
      delete payment.rejectReason;
    }),
  }),
];
