// Payments as the service keeps them, in plenty: drafts to sign, payments to cancel, and one of every kind to read.
import { type CardRecord, maskedPan } from './cards.ts';
import {
  type Entity,
  entityOf,
  type Icon,
  iconOf,
  isExchange,
  isFee,
  isPurchase,
  type OperationType,
  operationTypes,
  type PaymentType,
  typeOf,
} from './operation-types.ts';
import { createRandom, type Random, uuidOf } from './random.ts';
import type { Wallet } from './wallets.ts';

export const paymentStatuses = ['new', 'process', 'completed', 'rejected', 'canceled', 'compliance', 'draft'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

export const expansionNames = ['currency', 'currencyExchange', 'merchant', 'card', 'cardholder', 'files'] as const;
export type ExpansionName = (typeof expansionNames)[number];

export interface PaymentRecord {
  readonly id: number;
  readonly uuid: string;
  status: PaymentStatus;
  readonly type: PaymentType;
  readonly isFee: boolean;
  readonly entity: Entity;
  readonly icon: Icon;
  readonly operationType: OperationType;
  readonly wallet: Wallet;
  readonly fee: { readonly amount: number; readonly currencyId: string };
  readonly amount: number;
  readonly total: number;
  readonly currencyId: string;
  /** Milliseconds, as are the other instants. */
  readonly createdAt: number;
  updatedAt: number;
  completedAt?: number;
  version: number;
  /** Fields that only some payments have, by their names in the API. */
  readonly occasional: Readonly<Record<string, unknown>>;
  readonly expansions: Readonly<Partial<Record<ExpansionName, unknown>>>;
}

const beginning = Date.UTC(2025, 1, 1);
const day = 86_400_000;
const currencyNames: Readonly<Record<string, string>> = { EUR: 'Euro', USD: 'US dollar', GBP: 'Pound sterling' };

const cents = (amount: number): number => Math.round(amount * 100) / 100;

const counterpartyOf = (random: Random) => {
  const number = random.integer(10, 99);
  return {
    name: `Made-up Trading ${number}`,
    accountHolderName: `Made-up Trading ${number} Ltd`,
    bic: 'TESTDEFFXXX',
    iban: `DE00000000000000000${number}`,
  };
};

const exchangeOf = (random: Random, id: number, uuid: string, from: string, amount: number, at: number) => {
  const rate = random.integer(8000, 12_000) / 10_000;
  return {
    id,
    uuid,
    status: random.pick(['NEW', 'COMPLETED']),
    debitCurrencyId: from,
    creditCurrencyId: from === 'EUR' ? 'USD' : 'EUR',
    debitAmount: amount,
    creditAmount: cents(amount * rate),
    fee: random.amount(0, 5),
    total: amount,
    rate,
    createdAt: Math.floor(at / 1000),
    createdAtMs: at,
    updatedAtMs: at + 1234,
    ...(random.chance(0.7) && { completedAt: Math.floor((at + 1234) / 1000) }),
    version: random.integer(1, 5),
  };
};

const merchantOf = (random: Random) => {
  const number = random.integer(1, 500);
  return {
    id: number,
    name: `Made-up Shop ${number}`,
    externalId: `shop-${number}`,
    categoryCode: String(random.integer(1000, 9999)),
    categoryName: 'Groceries',
    ...(random.chance(0.7) && { groupId: 'g1', groupName: 'Shops' }),
    ...(random.chance(0.7) && { address: `${number} Example Street` }),
    ...(random.chance(0.7) && { url: `https://shop${number}.example.com/`, domain: `shop${number}.example.com` }),
    ...(random.chance(0.5) && { phone: '+15550100000' }),
    ...(random.chance(0.5) && { iconUrl: `https://shop${number}.example.com/icon.png` }),
  };
};

const filesOf = (random: Random, id: number) =>
  Array.from({ length: random.integer(1, 3) }, (_, index) => ({
    name: `file-${id}-${index}`,
    type: 'invoice',
    url: `https://files.example.com/${id}/${index}`,
    originalName: `invoice ${index}.pdf`,
  }));

interface Kind {
  readonly status: PaymentStatus;
  readonly operationType: OperationType;
  readonly type: PaymentType;
}

const paymentOf = (
  random: Random,
  owner: string,
  id: number,
  { status, operationType, type }: Kind,
  wallets: readonly Wallet[],
  cards: readonly CardRecord[],
): PaymentRecord => {
  const label = `${owner}/payment/${id}`;
  const wallet = random.pick(wallets);
  const amount = random.amount(1, 9000);
  const fee = { amount: isFee(operationType) ? 0 : random.amount(0, 9), currencyId: wallet.currency };
  const createdAt = beginning + random.integer(0, 100) * day + random.integer(0, day - 1);
  const updatedAt = createdAt + random.integer(0, 3_600_000);
  const done = status === 'completed';
  const card = isPurchase(operationType) ? random.pick(cards) : undefined;
  const exchange = isExchange(operationType)
    ? exchangeOf(random, id + 500_000, uuidOf(`${label}/exchange`), wallet.currency, amount, createdAt)
    : undefined;
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
    ...(done && { completedAt: updatedAt }),
    version: random.integer(1, 9),
    occasional: {
      ...(operationType === 'MAIN' && { counterparty: counterpartyOf(random), beneficiaryId: random.integer(1, 9999) }),
      ...(random.chance(0.7) && { reference: `Made-up reference ${id}`.slice(0, 33) }),
      ...(ownTransfer && { targetWalletUuid: random.pick(wallets).uuid }),
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
      ...(operationType === 'MAIN' &&
        random.chance(0.3) && { purposeCode: { code: 'SUPP', purpose: 'Supplier payment' } }),
      ...(operationType === 'CARD_TO_CARD_PAYMENT' && {
        recipientCardholder: {
          id: random.integer(1, 9999),
          uuid: uuidOf(`${label}/recipient`),
          name: 'MADE UP RECIPIENT',
          channel: 'VISA',
          maskedCardNumber: '400000******0002',
        },
      }),
    },
    expansions: {
      currency: { id: wallet.currency, name: currencyNames[wallet.currency] },
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
    },
  };
};

export interface PaymentCounts {
  readonly drafts: number;
  readonly cancellable: number;
  readonly others: number;
}

const settled: readonly PaymentStatus[] = ['completed', 'process', 'rejected', 'canceled', 'completed'];

/** Ids count on from the base: first the drafts, then what can be cancelled, then all kinds in turn. */
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

export interface NewPayment {
  readonly id: number;
  readonly uuid: string;
  readonly wallet: Wallet;
  readonly amount: number;
  readonly currencyId: string;
  readonly reference?: string;
  readonly counterparty?: unknown;
  readonly beneficiaryId?: number;
  readonly at: number;
}

/** What a client asks for becomes a draft, to be signed later. */
export const draftOf = ({ id, uuid, wallet, amount, currencyId, at, ...occasional }: NewPayment): PaymentRecord => ({
  id,
  uuid,
  status: 'draft',
  type: 'debit',
  isFee: false,
  entity: 'PAYMENT',
  icon: 'DEBIT',
  operationType: 'MAIN',
  wallet,
  fee: { amount: 0, currencyId },
  amount,
  total: amount,
  currencyId,
  createdAt: at,
  updatedAt: at,
  version: 1,
  occasional,
  expansions: { currency: { id: currencyId, name: currencyNames[currencyId] ?? currencyId } },
});
