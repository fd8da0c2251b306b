// Faults by which an id or number in one thing leads to something else than it should.
import { createCollection } from '../../store/collection.ts';
import { uuidOf } from '../../store/random.ts';
import { edited, editing } from '../edits.ts';
import { fault } from '../fault.ts';
import { inV1, oneUp } from './edits.ts';

/** Ids of payments that are added to those of the service. */
const manyIds = Array.from({ length: 700 }, (_, index) => 1_020_001 + index);

export const references = [
  fault('expansion-card-of-one-in-hundreds', {
    breaks: 'PAR-21',
    does: 'expands the card of a cash withdrawal with another number than the payment shows, which is the only one among hundreds of payments',
    seed: ({ accounts }) => {
      const account = accounts.get('full')!;
      const plain = account.payments.find('1010701')!;
      const more = manyIds.map((id) => ({ ...plain, id, uuid: uuidOf(`one of many payments ${id}`) }));
      account.payments = createCollection([...account.payments, ...more]);
    },
    around: {
      readPayment: editing((payment) => {
        if (payment.operationType === 'ATM_WITHDRAWAL' && payment.card)
          payment.card.maskedNumber = oneUp(payment.card.maskedNumber);
      }),
    },
    profile: { fixtures: { payments: { others: [...manyIds.map(String), '1010832'] } } },
  }),
  fault('legacy-wallet-of-closed-cards-0', {
    breaks: 'PAR-28',
    does: 'gives 0 for the wallet_id of closed v1 cards',
    around: inV1((card) => {
      if (card.status === 'CLOSED') card.wallet_id = 0;
    }),
  }),
  fault('payment-wallet-of-fees-0', {
    breaks: 'PAR-29',
    does: 'gives 0 for the walletId of fees',
    around: {
      readPayment: editing((payment) => {
        if (payment.isFee) payment.walletId = 0;
      }),
    },
  }),
  fault('expansion-of-another-card', {
    breaks: 'PAR-21',
    does: 'expands the card of a payment with another number than the payment shows',
    around: {
      readPayment: editing((payment) => {
        if (payment.card) payment.card.maskedNumber = oneUp(payment.card.maskedNumber);
      }),
    },
  }),
  fault('expansion-card-by-number-among-others', {
    breaks: 'PAY-38',
    does: 'gives the number of a card as its uuid where other expansions are asked for as well',
    around: {
      readPayment: async (next, call, { settings }) =>
        edited(await next(call), (payment) => {
          if (payment.card && /[,&[]/.test(call.query[settings.names.expand] ?? ''))
            payment.card.uuid = `${payment.card.id}`;
        }),
    },
  }),
  fault('expansion-holder-named-as-the-merchant', {
    breaks: 'PAY-38',
    does: 'gives the name of the merchant as that of the card holder where both are asked for',
    around: {
      readPayment: editing((payment) => {
        if (payment.merchant && payment.cardholder) payment.cardholder.name = payment.merchant.name;
      }),
    },
  }),
  fault('expansion-file-lost-among-others', {
    breaks: 'PAY-38',
    does: 'leaves the last of several files out where other expansions are asked for as well',
    around: {
      readPayment: editing((payment) => {
        if (payment.currency && payment.files?.length > 1) payment.files.pop();
      }),
    },
  }),
  fault('expansion-card-renumbered', {
    breaks: 'PAR-30',
    does: 'gives a card another number in payments that are completed',
    around: {
      readPayment: editing((payment) => {
        if (payment.card && payment.status === 'completed') payment.card.id += 1_000_000;
      }),
    },
  }),
  fault('expansion-card-of-other-digits', {
    breaks: 'PAR-30',
    does: 'shows other last digits of a card in payments than in lists',
    around: {
      readPayment: editing((payment) => {
        if (payment.card) payment.card.maskedNumber = payment.cardMaskedNumber = oneUp(payment.card.maskedNumber);
      }),
    },
  }),
];

export const referencesOfPayments = [
  fault('payment-exchanges-of-one-number', {
    breaks: 'PAR-29',
    does: 'gives every currency exchange the same number',
    around: {
      readPayment: editing((payment) => {
        if (payment.currencyExchangeId) payment.currencyExchangeId = 500_001;
        if (payment.currencyExchange) payment.currencyExchange.id = 500_001;
      }),
    },
  }),
  fault('payment-wallet-of-its-own', {
    breaks: 'PAR-29',
    does: 'gives a completed payment its own UUID for that of its wallet',
    around: {
      readPayment: editing((payment) => {
        if (payment.status === 'completed') payment.walletUuid = payment.uuid;
      }),
    },
  }),
];
