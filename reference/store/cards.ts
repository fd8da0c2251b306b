// Cards as the service stores them: one record, from which both versions of the API are made.
import { createRandom, type Random, uuidOf } from './random.ts';
import type { Wallet } from './wallets.ts';

export const cardTypes = ['ChipAndPin', 'Virtual', 'Disposable'] as const;
export const cardStatuses = ['PROCESS', 'ORDERED', 'DISPATCHED', 'ACTIVE', 'BLOCKED', 'CLOSED'] as const;
type CardType = (typeof cardTypes)[number];
export type CardStatus = (typeof cardStatuses)[number];

interface SimpleLimits {
  atmLimit: number;
  posLimit: number;
  cardNotPresentLimit: number;
  contactlessLimit: number;
  monthlyLimit: number;
  currency: string;
}

interface Usage {
  readonly total: number;
  readonly used: number;
  readonly available: number;
  readonly reset: number;
}

interface UsageLimit {
  readonly value: string;
  readonly switch: { readonly enabled: boolean; readonly value: boolean };
  readonly usage: {
    readonly currency_id: string;
    readonly transaction: number;
    readonly daily: Usage;
    readonly monthly: Usage;
  };
}

const usageLimits = ['purchase', 'withdrawal', 'internet_purchase', 'contactless_purchase'] as const;

export interface CardRecord {
  readonly id: number;
  readonly uuid: string;
  readonly wallet: Wallet;
  readonly type: CardType;
  status: CardStatus;
  readonly pan: string;
  readonly cvv: number;
  readonly pin: number;
  readonly password: string;
  readonly phone: string;
  readonly email: string;
  readonly validUntilDate: string;
  readonly cardholderName: string;
  readonly notification: { readonly type: string; readonly title: string; readonly message: string };
  readonly order: {
    readonly title: string;
    readonly message: string;
    /** Milliseconds, as are all instants of a record. */
    readonly orderedAt?: number;
    readonly dispatchedAt?: number;
    readonly delivery: Readonly<Record<string, unknown>>;
  };
  updatedAt: number;
  smsBalanceNotification: boolean;
  readonly designId: string;
  version: number;
  limits: SimpleLimits;
  limitsUpdatedAt: number;
  readonly usage: Readonly<Record<(typeof usageLimits)[number], UsageLimit>>;
}

/** Only physical cards are sent by post. */
const makesSense = (type: CardType, status: CardStatus): boolean => status !== 'DISPATCHED' || type === 'ChipAndPin';

const kinds = cardStatuses.flatMap((status) =>
  cardTypes.filter((type) => makesSense(type, status)).map((type) => ({ type, status })),
);

const day = 86_400_000;
const beginning = Date.UTC(2025, 0, 15);

const luhnDigit = (digits: string): number => {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index]);
    const doubled = index % 2 === 0 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return (10 - (sum % 10)) % 10;
};

/** Begins with 400000, as made-up numbers commonly do. */
const panOf = (id: number): string => {
  const digits = `400000${String(id).padStart(9, '0')}`;
  return `${digits}${luhnDigit(digits)}`;
};

/** The number as it is shown to users who may not see all of it. */
export const maskedPan = (pan: string): string => `${pan.slice(0, 6)}******${pan.slice(-4)}`;

const notices: Record<CardStatus, { type: string; title: string; message: string }> = {
  PROCESS: { type: 'info', title: 'In progress', message: 'The card is being made.' },
  ORDERED: { type: 'info', title: 'Ordered', message: 'The card will be dispatched soon.' },
  DISPATCHED: { type: 'info', title: 'On its way', message: 'Activate the card once it is there.' },
  ACTIVE: { type: 'none', title: '', message: '' },
  BLOCKED: { type: 'warning', title: 'Blocked', message: 'Unblock the card to pay with it.' },
  CLOSED: { type: 'none', title: 'Closed', message: 'The card cannot be used any more.' },
};

const orderOf = (random: Random, type: CardType, status: CardStatus, madeAt: number): CardRecord['order'] => {
  const ordered = status !== 'PROCESS';
  const dispatched = type === 'ChipAndPin' && ordered && status !== 'ORDERED';
  return {
    title: dispatched ? 'Dispatched' : ordered ? 'Ordered' : 'Waiting',
    message: type === 'ChipAndPin' ? 'By post' : 'No delivery',
    ...(ordered && { orderedAt: madeAt + random.integer(1, 999) }),
    ...(dispatched && { dispatchedAt: madeAt + 2 * day + random.integer(1, 999) }),
    delivery:
      type === 'ChipAndPin' ? { method: random.pick(['post', 'courier']), country: random.pick(['DE', 'LT']) } : {},
  };
};

const usageOf = (random: Random, total: number, reset: number): Usage => {
  const used = random.integer(0, total);
  return { total, used, available: total - used, reset };
};

const usageLimitOf = (random: Random, currency: string): UsageLimit => ({
  value: random.pick(['DEFAULT', 'CUSTOM']),
  switch: { enabled: random.chance(0.8), value: random.chance(0.7) },
  usage: {
    currency_id: currency,
    transaction: random.integer(1, 20) * 100,
    daily: usageOf(random, random.integer(1, 50) * 100, Math.floor((beginning + 200 * day) / 1000)),
    monthly: usageOf(random, random.integer(50, 500) * 100, Math.floor((beginning + 230 * day) / 1000)),
  },
});

const cardOf = (random: Random, owner: string, id: number, index: number, wallets: readonly Wallet[]): CardRecord => {
  const { type, status } = kinds[index % kinds.length]!;
  const wallet = wallets[index % wallets.length]!;
  const madeAt = beginning + random.integer(0, 100) * day + random.integer(0, day - 1);
  const number = String(index).padStart(2, '0');
  return {
    id,
    uuid: uuidOf(`${owner}/card/${index}`),
    wallet,
    type,
    status,
    pan: panOf(id),
    cvv: random.integer(100, 999),
    pin: random.integer(1000, 9999),
    password: `made-up-${random.integer(1000, 9999)}`,
    phone: `+1555010${String(random.integer(0, 9999)).padStart(4, '0')}`,
    email: `holder.${number}@example.com`,
    validUntilDate: `${random.integer(2028, 2031)}-${String(random.integer(1, 12)).padStart(2, '0')}-28`,
    cardholderName: `${owner.toUpperCase()} HOLDER ${number}`,
    notification: notices[status],
    order: orderOf(random, type, status, madeAt),
    updatedAt: madeAt + 5 * day + random.integer(1, 999),
    smsBalanceNotification: random.chance(0.5),
    designId: random.pick(['classic', 'night', 'forest']),
    version: random.integer(1, 40),
    limits: {
      atmLimit: random.integer(1, 20) * 50,
      posLimit: random.integer(1, 40) * 100,
      cardNotPresentLimit: random.integer(1, 40) * 100,
      contactlessLimit: random.integer(1, 10) * 25,
      monthlyLimit: random.integer(50, 200) * 100,
      currency: wallet.currency,
    },
    limitsUpdatedAt: madeAt + 6 * day + random.integer(1, 999),
    usage: {
      purchase: usageLimitOf(random, wallet.currency),
      withdrawal: usageLimitOf(random, wallet.currency),
      internet_purchase: usageLimitOf(random, wallet.currency),
      contactless_purchase: usageLimitOf(random, wallet.currency),
    },
  };
};

/** Newest first, as most services list cards, so that the default order is neither of the two that can be asked for. */
export const seedCards = (seed: number, owner: string, base: number, count: number, wallets: readonly Wallet[]) =>
  Array.from({ length: count }, (_, index) =>
    cardOf(createRandom(seed, `${owner}/card/${index}`), owner, base + index + 1, index, wallets),
  ).reverse();
