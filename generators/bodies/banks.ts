// Bank details that hold up to checking: real bank codes with their BIC, and IBANs whose check digits are right.
import fc from 'fast-check';

export interface Bank {
  readonly country: string;
  readonly bic: string;
  /** The beginning of the domestic number: the bank, as the country writes it. */
  readonly code: string;
  /** How many digits of the account follow it. */
  readonly digits: number;
}

// Only countries whose domestic numbers have no check digits of their own: some readers verify those too.
export const sepaBanks: readonly Bank[] = [
  { country: 'DE', bic: 'COBADEFFXXX', code: '37040044', digits: 10 },
  { country: 'AT', bic: 'GIBAATWWXXX', code: '20111', digits: 11 },
  { country: 'IE', bic: 'AIBKIE2D', code: 'AIBK931152', digits: 8 },
  { country: 'LV', bic: 'HABALV22XXX', code: 'HABA', digits: 13 },
  { country: 'LT', bic: 'HABALT22', code: '73000', digits: 11 },
];

export const otherBanks: readonly Bank[] = [
  { country: 'AE', bic: 'EBILAEADXXX', code: '026', digits: 16 },
  { country: 'SA', bic: 'RJHISARI', code: '80', digits: 18 },
  { country: 'QA', bic: 'QNBAQAQAXXX', code: 'QNBA', digits: 21 },
  { country: 'KW', bic: 'CBKUKWKW', code: 'CBKU', digits: 22 },
  { country: 'AZ', bic: 'NABZAZ2CXXX', code: 'NABZ', digits: 20 },
];

/** The BIC of the bank of that IBAN; undefined where it is none of these. */
export const bicOf = (iban: string): string | undefined =>
  sepaBanks.find(({ country, code }) => iban.startsWith(country) && iban.slice(4).startsWith(code))?.bic;

/** Pairs that pass the modulus check of British accounts; none begins with a zero, which a number would lose. */
export const localAccounts: ReadonlyArray<readonly [sortCode: number, accountNumber: number]> = [
  [202959, 63748472],
  [107999, 88837491],
  [871427, 46238510],
  [820000, 73688637],
  [827999, 73988638],
  [134020, 63849203],
  [118765, 64371389],
  [200915, 41011166],
  [938063, 55065200],
  [772798, 99345694],
];

/** The check digits are those that make the whole, moved and spelt as a number, leave 1 when divided by 97. */
export function ibanOf(country: string, domestic: string): string {
  const check = 98 - remainder(`${domestic}${country}00`);
  return `${country}${String(check).padStart(2, '0')}${domestic}`;
}

/** When divided by 97, letters spelt as numbers. */
export const remainder = (text: string): number =>
  [...text].reduce((rest, character) => {
    const value = Number.parseInt(character, 36);
    return (rest * (value < 10 ? 10 : 100) + value) % 97;
  }, 0);

export interface Account {
  readonly bank: Bank;
  readonly iban: string;
}

/** How many accounts of a bank are made up. */
export const accountsOfBank = 99_999_999;

/** The account of that number, counted around. */
export const accountAt = (bank: Bank, number: number): Account => ({
  bank,
  iban: ibanOf(bank.country, bank.code + String((number % accountsOfBank) + 1).padStart(bank.digits, '0')),
});

/** With another `fresh`, the same seed draws other accounts. */
export const accounts = (banks: readonly Bank[], fresh = 0): fc.Arbitrary<Account> =>
  fc
    .tuple(fc.constantFrom(...banks), fc.nat(accountsOfBank - 1))
    .map(([bank, number]) => accountAt(bank, number + fresh));
