// The wallets that cards and payments belong to.
import { uuidOf } from './random.ts';

export interface Wallet {
  readonly id: number;
  readonly uuid: string;
  readonly currency: string;
}

export const seedWallets = (owner: string, base: number): Wallet[] =>
  ['EUR', 'USD', 'GBP'].map((currency, index) => ({
    id: base + index + 1,
    uuid: uuidOf(`${owner}/wallet/${index}`),
    currency,
  }));
