// Writes members that do not apply as null or as the empty value of their type, instead of leaving them out.

import { editedEach, editingEach, type Loose } from '../faults/edits.ts';
import type { Answer, Call, Handler } from '../http/call.ts';
import { variant } from './variant.ts';

/** Members with the empty value of their type, which an answer may contain instead of leaving them out. */
type Empties = Readonly<Record<string, unknown>>;

const order = { title: '', message: '', delivery: {} };

const empties = {
  card: { updatedAt: 0, notification: {}, orderInfo: {} },
  order: { ...order, orderedAt: 0, dispatchedAt: 0 },
  legacyCard: {
    ...{ updatedAtMs: 0, notification: {}, orderInfo: {}, version: 0 },
    ...{ password: '', cvv: 0, pin: 0, number: 0, phone3ds: '', limits: {} },
  },
  legacyOrder: { ...order, ordered_at: 0, dispatched_at: 0 },
  credentials: { password: '', cvv: '', pin: '', pan: '', phone: '', email: '' },
  payment: {
    ...{ fee: {}, counterparty: {}, beneficiaryId: 0, targetWalletUuid: '', parentPaymentId: '', purposeCode: {} },
    ...{ currencyExchangeId: 0, currencyExchangeUuid: '', reference: '', transactionAmount: 0, cardMaskedNumber: '' },
    ...{ transactionCurrencyId: '', transactionExchangeRate: '', retrievalReferenceNumber: '', rejectReason: '' },
    ...{ updatedAt: 0, updatedAtUnix: 0, completedAt: 0, completedAtUnix: 0, recipientCardholder: {} },
    ...{ currency: {}, currencyExchange: {}, merchant: {}, card: {}, cardholder: {}, files: [] },
  },
  exchange: { updatedAtMs: 0, completedAt: 0 },
  merchant: {
    ...{ externalId: '', groupId: '', groupName: '', address: '' },
    ...{ url: '', domain: '', phone: '', iconUrl: '' },
  },
  beneficiary: {
    ...{ bank_country: '', iban: '', bic_swift: '', account_number: 0, sort_code: 0 },
    ...{ street: '', house: '', city: '', country_id: '', postal_code: '' },
    ...{ company_name: '', first_name: '', last_name: '' },
  },
  webhook: { updatedAt: 0 },
  key: { d: '', p: '', q: '', dp: '', dq: '', qi: '', oth: [], k: '' },
} as const;

const writtenAs = (write: (empty: unknown) => unknown) => {
  const fill = (owner: Loose, members: Empties): void => {
    for (const [name, empty] of Object.entries(members)) owner[name] ??= write(empty);
  };
  const withhold = (owner: Loose, ...names: readonly string[]): void => {
    for (const name of names) owner[name] = null;
  };

  /** validUntilDate has to be a text, but may be any text. */
  const end = (body: Loose): void => {
    if (body.status === 'CLOSED') body.validUntilDate = write('') ?? body.validUntilDate;
  };
  const card = (body: Loose): void => {
    end(body);
    if (body.status === 'ORDERED') withhold(body, 'updatedAt', 'notification');
    fill(body.orderInfo, empties.order);
    fill(body, empties.card);
  };
  const legacyCard = (body: Loose): void => {
    end(body);
    if (body.status === 'ORDERED') withhold(body, 'updatedAtMs', 'notification');
    if (body.limits && body.type === 'Virtual') body.limits.updatedAtMs = write(0);
    fill(body.orderInfo, empties.legacyOrder);
    fill(body, empties.legacyCard);
  };
  const payment = (body: Loose): void => {
    if (body.fee.amount === 0) withhold(body, 'fee');
    if (body.status === 'draft') withhold(body, 'updatedAt', 'updatedAtUnix');
    if (body.purposeCode) body.purposeCode.purpose = write('');
    if (body.currencyExchange) fill(body.currencyExchange, empties.exchange);
    if (body.merchant) fill(body.merchant, empties.merchant);
    fill(body, empties.payment);
  };
  const webhook = (body: Loose): void => {
    withhold(body, 'updatedAt');
    fill(body, empties.webhook);
    fill(body.publicJwk, empties.key);
  };

  return {
    around: {
      listCards: editingEach(card),
      readCard: editingEach(card),
      listCardsV1: editingEach(legacyCard),
      readCardV1: editingEach(legacyCard),
      readCardCredentials: editingEach((body) => fill(body, empties.credentials)),
      readPayment: editingEach(payment),
      readBeneficiary: editingEach((body) => fill(body, empties.beneficiary)),
      readWebhook: editingEach(webhook),
      every: async (next: Handler, call: Call): Promise<Answer> => {
        const answer = await next(call);
        const isOpen = Array.isArray(answer.body) || answer.body === undefined || answer.body instanceof Buffer;
        return isOpen ? answer : { ...answer, body: { mfaToken: write(''), ...(answer.body as object) } };
      },
    },
  };
};

const reads = 'how a member is written that does not apply';

/** Adds links to each object of a payment. A call that asks for all expansions gets objects of each kind. */
const withLinks = async (next: Handler, call: Call): Promise<Answer> => {
  const asked = call.query.expand?.split(',') ?? [];
  const answer = await next(call);
  return editedEach(answer, (payment) => {
    payment.links = { self: call.url };
    const names = ['counterparty', 'purposeCode', 'recipientCardholder', ...asked.filter((name) => name !== 'files')];
    for (const name of names) payment[name] = { ...payment[name], links: payment.links };
  });
};

export const inapplicableVariants = [
  variant('empty-objects-with-links', {
    reads,
    does: 'writes an object that holds nothing but the links that every object of a payment has',
    around: { readPayment: withLinks },
  }),
  variant('cards-of-other-banks', {
    reads,
    does: "tells of the card that money came from, which is another bank's, nothing but its masked number",
    around: {
      readPayment: editingEach((payment) => {
        if (!/^(REPLENISHMENT_FROM_CARD|CARD_TO_CARD)/.test(payment.operationType)) return;
        payment.cardMaskedNumber = '555555******4444';
        delete payment.card;
      }),
    },
  }),
  variant('masks-of-four-digits', {
    reads: 'how a payment masks the number of a card',
    does: 'shows four digits of it in the expansion, with fewer stars',
    around: {
      readPayment: editingEach(({ card }) => {
        if (card) card.maskedNumber = `**** ${card.maskedNumber.slice(-4)}`;
      }),
    },
  }),
  variant('nulls', { reads, does: 'writes null for it', ...writtenAs(() => null) }),
  variant('empty-values', { reads, does: 'writes the empty value of its type for it', ...writtenAs((empty) => empty) }),
];
