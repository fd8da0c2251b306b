// The payments that the service begins with: drafts to sign, payments to cancel, and enough of every kind to read.
import { type CardRecord, maskedPan } from './cards.ts';
import {
  entityOf,
  iconOf,
  isExchange,
  isFee,
  isPurchase,
  type OperationType,
  operationTypes,
  type PaymentType,
  typeOf,
} from './operation-types.ts';
import { cents, counterpartyOf, exchangeOf, filesOf, merchantOf } from './payment-parts.ts';
import { currencyOf, type PaymentRecord, type PaymentStatus } from './payments.ts';
import { createRandom, type Random, uuidOf } from './random.ts';
import type { Wallet } from './wallets.ts';

const beginning = Date.UTC(2025, 1, 1);
const day = 86_400_000;

interface Kind {
  readonly status: PaymentStatus;
  readonly operationType: OperationType;
  readonly type: PaymentType;
}

/** The part of a payment that decides its occasional fields and its expansions. */
interface Outline {
  readonly id: number;
  /** The payment's label, which is the same with every seed. */
  readonly label: string;
  readonly kind: Kind;
  readonly wallet: Wallet;
  readonly card: CardRecord | undefined;
  readonly exchange: ReturnType<typeof exchangeOf> | undefined;
}

const paymentOf = (
  random: Random,
  owner: string,
  id: number,
  kind: Kind,
  wallets: readonly Wallet[],
  cards: readonly CardRecord[],
): PaymentRecord => {
  const { status, operationType, type } = kind;
  const label = `${owner}/payment/${id}`;
  const wallet = random.pick(wallets);
  const amount = random.amount(1, 9000);
  const fee = { amount: isFee(operationType) ? 0 : random.amount(0, 9), currencyId: wallet.currency };
  const createdAt = beginning + random.integer(0, 100) * day + random.integer(0, day - 1);
  const updatedAt = createdAt + random.integer(0, 3_600_000);
  const card = isPurchase(operationType) ? random.pick(cards) : undefined;
  const exchange = isExchange(operationType)
    ? exchangeOf(random, id + 500_000, uuidOf(`${label}/exchange`), wallet.currency, amount, createdAt)
    : undefined;
  const outline: Outline = { id, label, kind, wallet, card, exchange };
  const abroad = card !== undefined && random.chance(0.5);
  const ownTransfer = exchange !== undefined || (operationType === 'MAIN' && random.chance(0.2));
  return {
    id,
    uuid: uuidOf(label),
    status,
    type,
    isFee: isFee(operationType),
    entity: entityOf(operationType),
    icon: iconOf(operationType, type),
    operationType,
    wallet,
    fee,
    amount,
    total: cents(amount + fee.amount),
    currencyId: wallet.currency,
    createdAt,
    updatedAt,
    ...(status === 'completed' && { completedAt: updatedAt }),
    version: random.integer(1, 9),
    occasional: occasionalOf(random, outline, abroad, ownTransfer ? wallets : []),
    expansions: expansionsOf(random, outline),
  };
};

/** `targets`: the wallets that may have received the money. */
const occasionalOf = (
  random: Random,
  { id, label, kind: { status, operationType }, wallet, card, exchange }: Outline,
  abroad: boolean,
  targets: readonly Wallet[],
): PaymentRecord['occasional'] => ({
  ...(operationType === 'MAIN' && { counterparty: counterpartyOf(random), beneficiaryId: random.integer(1, 9999) }),
  ...(random.chance(0.7) && { reference: `Made-up reference ${id}`.slice(0, 33) }),
  ...(targets.length > 0 && { targetWalletUuid: random.pick(targets).uuid }),
  ...((isFee(operationType) || operationType.includes('RETURN')) && { parentPaymentId: uuidOf(`${label}/parent`) }),
  ...(exchange && { currencyExchangeId: exchange.id, currencyExchangeUuid: exchange.uuid }),
  ...(abroad && {
    transactionAmount: random.amount(1, 9000),
    transactionCurrencyId: wallet.currency === 'USD' ? 'GBP' : 'USD',
    transactionExchangeRate: (random.integer(8000, 12_000) / 10_000).toFixed(4),
  }),
  ...(card && {
    cardMaskedNumber: maskedPan(card.pan),
    retrievalReferenceNumber: String(random.integer(100_000_000_000, 999_999_999_999)),
  }),
  ...(status === 'rejected' && { rejectReason: 'Made-up reason' }),
  ...(operationType === 'MAIN' && random.chance(0.3) && { purposeCode: { code: 'SUPP', purpose: 'Supplier payment' } }),
  ...(operationType === 'CARD_TO_CARD_PAYMENT' && {
    recipientCardholder: {
      id: random.integer(1, 9999),
      uuid: uuidOf(`${label}/recipient`),
      name: 'MADE UP RECIPIENT',
      channel: 'VISA',
      maskedCardNumber: '400000******0002',
    },
  }),
});

const expansionsOf = (
  random: Random,
  { id, kind: { operationType }, wallet, card, exchange }: Outline,
): PaymentRecord['expansions'] => ({
  currency: currencyOf(wallet.currency),
  ...(exchange && { currencyExchange: exchange }),
  ...(card && {
    merchant: merchantOf(random),
    card: { id: card.id, uuid: card.uuid, maskedNumber: maskedPan(card.pan) },
    cardholder: {
      id: card.id + 40_000,
      name: card.cardholderName,
      channel: 'VISA',
      cardNumber: maskedPan(card.pan),
    },
  }),
  ...(operationType === 'MAIN' && id % 2 === 1 && { files: filesOf(random, id) }),
});

export interface PaymentCounts {
  readonly drafts: number;
  readonly cancellable: number;
  readonly others: number;
}

const settled: readonly PaymentStatus[] = ['completed', 'process', 'rejected', 'canceled', 'completed'];

/** Ids are consecutive from the base: first the drafts, then payments that can be cancelled, then all kinds in turn. */
const kindOf = (index: number, { drafts, cancellable }: PaymentCounts): Kind => {
  if (index < drafts) return { status: 'draft', operationType: 'MAIN', type: 'debit' };
  if (index < drafts + cancellable) {
    return { status: index % 3 === 0 ? 'compliance' : 'new', operationType: 'MAIN', type: 'debit' };
  }
  const turn = index - drafts - cancellable;
  const operationType = operationTypes[turn % operationTypes.length]!;
  return { status: settled[turn % settled.length]!, operationType, type: typeOf(operationType, turn) };
};

export const seedPayments = (
  seed: number,
  owner: string,
  base: number,
  counts: PaymentCounts,
  wallets: readonly Wallet[],
  cards: readonly CardRecord[],
): PaymentRecord[] =>
  Array.from({ length: counts.drafts + counts.cancellable + counts.others }, (_, index) => {
    const id = base + index + 1;
    return paymentOf(createRandom(seed, `${owner}/payment/${index}`), owner, id, kindOf(index, counts), wallets, cards);
  });
