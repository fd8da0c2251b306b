// All the data of one running service, made from a seed and kept in memory only.
import { type User, users } from '../users.ts';
import { type BeneficiaryRecord, seedBeneficiaries } from './beneficiaries.ts';
import { type CardRecord, seedCards } from './cards.ts';
import { type Collection, createCollection } from './collection.ts';
import type { PaymentRecord } from './payments.ts';
import { type PaymentCounts, seedPayments } from './seeded-payments.ts';
import { seedWallets, type Wallet } from './wallets.ts';
import { type EventDescriptor, eventList, seedWebhook, type WebhookOptions, type WebhookRecord } from './webhooks.ts';

export interface Account {
  readonly user: User;
  readonly wallets: Wallet[];
  cards: Collection<CardRecord>;
  payments: Collection<PaymentRecord>;
  beneficiaries: Collection<BeneficiaryRecord>;
  webhook: WebhookRecord;
}

export interface Data {
  readonly users: User[];
  readonly accounts: ReadonlyMap<string, Account>;
  readonly events: EventDescriptor[];
  /** The next number for anything created while the service runs. */
  nextId(): number;
}

interface Plenty {
  readonly cards: number;
  readonly payments: PaymentCounts;
}

const plenty: Readonly<Record<User['name'], Plenty>> = {
  full: { cards: 40, payments: { drafts: 400, cancellable: 300, others: 147 } },
  mfa: { cards: 17, payments: { drafts: 40, cancellable: 40, others: 49 } },
  second: { cards: 17, payments: { drafts: 20, cancellable: 20, others: 49 } },
  restricted: { cards: 4, payments: { drafts: 5, cancellable: 5, others: 10 } },
};

/** Payments and beneficiaries that clients create are kept up to this many, so that load never fills the memory. */
const most = 20_000;

const accountOf = (seed: number, user: User, index: number, webhook: WebhookOptions): Account => {
  const base = (index + 1) * 1_000_000;
  const { cards: cardCount, payments: paymentCounts } = plenty[user.name];
  const wallets = seedWallets(user.name, base);
  const cards = seedCards(seed, user.name, base + 1000, cardCount, wallets);
  return {
    user,
    wallets,
    cards: createCollection(cards),
    payments: createCollection(seedPayments(seed, user.name, base + 10_000, paymentCounts, wallets, cards), most),
    beneficiaries: createCollection(seedBeneficiaries(seed, user.name, base + 2000), most),
    webhook: seedWebhook(seed, user.name, webhook),
  };
};

export const createData = (seed: number, webhook: WebhookOptions): Data => {
  let id = 100_000_000;
  return {
    users: [...users],
    accounts: new Map(users.map((user, index) => [user.name, accountOf(seed, user, index, webhook)])),
    events: eventList.map((event) => ({ ...event })),
    nextId: () => ++id,
  };
};

/** Gives the first two users the same things, as users of one company have. */
export const seeTheSame = ({ accounts }: Data): void => {
  const [full, mfa] = [accounts.get('full')!, accounts.get('mfa')!];
  const { cards, payments, beneficiaries } = full;
  Object.assign(mfa, { cards, payments, beneficiaries });
  mfa.wallets.splice(0, mfa.wallets.length, ...full.wallets);
};
