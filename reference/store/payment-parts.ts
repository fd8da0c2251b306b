// The made-up objects inside a payment: its recipient, the exchange of its currency, its shop and its files.
import type { Random } from './random.ts';

export const cents = (amount: number): number => Math.round(amount * 100) / 100;

export const counterpartyOf = (random: Random) => {
  const number = random.integer(10, 99);
  return {
    name: `Made-up Trading ${number}`,
    accountHolderName: `Made-up Trading ${number} Ltd`,
    bic: 'TESTDEFFXXX',
    iban: `DE00000000000000000${number}`,
  };
};

export const exchangeOf = (random: Random, id: number, uuid: string, from: string, amount: number, at: number) => {
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

export const merchantOf = (random: Random) => {
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

export const filesOf = (random: Random, id: number) =>
  Array.from({ length: random.integer(1, 3) }, (_, index) => ({
    name: `file-${id}-${index}`,
    type: 'invoice',
    url: `https://files.example.com/${id}/${index}`,
    originalName: `invoice ${index}.pdf`,
  }));
