// Bank details that pass validation: real bank codes with their BIC, and IBANs with right check digits.
import fc from 'fast-check';

export interface Bank {
  readonly country: string;
  readonly bic: string;
  /** The bank code, with which the domestic account number begins. */
  readonly code: string;
  /** Digits of the account number after the bank code. */
  readonly digits: number;
}

// Only countries whose domestic numbers have no check digits of their own, because some servers verify those too.
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

/** A British bank with a simple account check: a weighted sum of the digits is a multiple of eleven. */
const sortCode = 107999;

const weights = [8, 7, 6, 5, 4, 3, 2] as const;

/** How many such accounts are made up. None begins with a zero, which would be lost in a number. */
const localAccounts = 9_000_000;

/** The local account with that number, modulo `localAccounts`; the next one where no last digit makes the sum right. */
export function localAccountAt(number: number): { readonly sort_code: number; readonly account_number: number } {
  const beginning = 1_000_000 + (number % localAccounts);
  const sum = weights.reduce((total, weight, place) => total + weight * Number(String(beginning)[place]), 0);
  const last = (11 - (sum % 11)) % 11;
  return last > 9 ? localAccountAt(number + 1) : { sort_code: sortCode, account_number: beginning * 10 + last };
}

/** An IBAN with check digits by ISO 13616 (MOD 97-10). */
export function ibanOf(country: string, domestic: string): string {
  const check = 98 - remainder(`${domestic}${country}00`);
  return `${country}${String(check).padStart(2, '0')}${domestic}`;
}

/** The remainder modulo 97, with letters written as numbers (A is 10). */
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

/** The account with that number, modulo `accountsOfBank`. */
export const accountAt = (bank: Bank, number: number): Account => ({
  bank,
  iban: ibanOf(bank.country, bank.code + String((number % accountsOfBank) + 1).padStart(bank.digits, '0')),
});

/** Without fast-check's bias to small numbers, which would repeat accounts: a target may take each account once. */
const accountNumbers = fc.noBias(fc.nat(accountsOfBank - 1));

/** With another `fresh`, the same seed draws other accounts. */
export const accounts = (banks: readonly Bank[], fresh = 0): fc.Arbitrary<Account> =>
  fc.tuple(fc.constantFrom(...banks), accountNumbers).map(([bank, number]) => accountAt(bank, number + fresh));

export const localAccountsFrom = (fresh: number): fc.Arbitrary<ReturnType<typeof localAccountAt>> =>
  accountNumbers.map((number) => localAccountAt(number + fresh));
