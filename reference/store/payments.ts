// A payment as the service stores it, and the draft that is made from a client's request.
import type { Entity, Icon, OperationType, PaymentType } from './operation-types.ts';
import type { Wallet } from './wallets.ts';

const paymentStatuses = ['new', 'process', 'completed', 'rejected', 'canceled', 'compliance', 'draft'] as const;
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
  readonly occasional: Record<string, unknown>;
  readonly expansions: Readonly<Partial<Record<ExpansionName, unknown>>>;
}

const currencyNames: Readonly<Record<string, string>> = { EUR: 'Euro', USD: 'US dollar', GBP: 'Pound sterling' };

export const currencyOf = (id: string) => ({ id, name: currencyNames[id] ?? id });

interface NewPayment {
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

/** The draft that is made from a client's request, to be signed later. */
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
  expansions: { currency: currencyOf(currencyId) },
});
