// Accounts at banks of further countries of the euro, with the check digits that their domestic numbers have of their own.
import type { Claimed } from '../../contract/claims.ts';
import { ibanOf, remainder } from './banks.ts';

interface EuroBank {
  readonly country: string;
  readonly bic: string;
  readonly city: string;
  readonly postalCode: string;
  /** The whole domestic number, made from nine digits that identify the account. */
  domestic(account: string): string;
}

export const euroBanks: readonly EuroBank[] = [
  {
    country: 'FI',
    bic: 'NDEAFIHH',
    city: 'Helsinki',
    postalCode: '00100',
    domestic: (account) => byLuhn(`1020${account}`),
  },
  { country: 'FR', bic: 'PSSTFRPPPAR', city: 'Paris', postalCode: '75001', domestic: withFrenchKey },
  { country: 'NL', bic: 'ABNANL2A', city: 'Utrecht', postalCode: '3511 AB', domestic: elevenProof },
  { country: 'ES', bic: 'CAIXESBBXXX', city: 'Madrid', postalCode: '28001', domestic: withSpanishDigits },
  { country: 'BE', bic: 'GKCCBEBB', city: 'Brussels', postalCode: '1000', domestic: withBelgianDigits },
  { country: 'PT', bic: 'CGDIPTPL', city: 'Lisboa', postalCode: '1000-001', domestic: withPortugueseDigits },
  { country: 'GR', bic: 'ETHNGRAA', city: 'Athens', postalCode: '105 57', domestic: filledUp('0110125', 23) },
  { country: 'CY', bic: 'BCYPCY2N', city: 'Nicosia', postalCode: '1010', domestic: filledUp('00200128', 24) },
  { country: 'MT', bic: 'VALLMTMT', city: 'Valletta', postalCode: 'VLT 1117', domestic: filledUp('VALL22013', 27) },
  { country: 'LU', bic: 'BCEELULL', city: 'Luxembourg', postalCode: '1111', domestic: filledUp('001', 16) },
];

/** How many accounts of such a bank are made up. */
export const accountsOfEuroBank = 999_999_999;

interface EuroAccount {
  readonly details: Claimed<'BeneficiaryDraft'>;
  /** The members that an account outside SEPA needs in addition. */
  readonly asOutside: Claimed<'BeneficiaryDraft'>;
}

export function euroAccount({ country, bic, city, postalCode, domestic }: EuroBank, number: number): EuroAccount {
  return {
    details: {
      bank_details_type: 'DEFAULT',
      currency_id: 'EUR',
      bank_country: country,
      iban: ibanOf(country, domestic(String(number + 1).padStart(9, '0'))),
    },
    asOutside: {
      bic_swift: bic,
      street: 'Station Road',
      house: '1',
      city,
      country_id: country,
      postal_code: postalCode,
    },
  };
}

function filledUp(bank: string, length: number): EuroBank['domestic'] {
  return (account) => bank + account.padStart(length - bank.length, '0');
}

/** Each second digit from the right counts twice, by its own digits. */
function byLuhn(digits: string): string {
  const doubled = [...digits].toReversed().map((digit, place) => Number(digit) * (place % 2 === 0 ? 2 : 1));
  const sum = doubled.reduce((total, value) => total + (value > 9 ? value - 9 : value), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

const weighed = (digits: string, weights: readonly number[]): number =>
  weights.reduce((sum, weight, place) => sum + weight * Number(digits[place]), 0);

function withFrenchKey(account: string): string {
  const [bank, branch, number] = ['20041', '01005', `05${account}`];
  const key = 97 - ((89 * Number(bank) + 15 * Number(branch) + 3 * Number(number)) % 97);
  return `${bank}${branch}${number}${String(key).padStart(2, '0')}`;
}

/** A Dutch account: the sum of its digits weighted 10 to 1 is a multiple of eleven. A digit is changed where no last digit does that. */
function elevenProof(account: string): string {
  const numbers = ['0', '1'].map((last) => `${account.slice(1)}${last}`);
  const missing = (digits: string) => (11 - (weighed(digits, [10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 11;
  const number = numbers.find((digits) => missing(digits) < 10)!;
  return `ABNA${number}${missing(number)}`;
}

function withSpanishDigits(account: string): string {
  const [bank, number] = ['21000418', `0${account}`];
  const digitOf = (digits: string) => {
    const digit = 11 - (weighed(digits, [1, 2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11);
    return digit < 10 ? digit : 11 - digit;
  };
  return `${bank}${digitOf(`00${bank}`)}${digitOf(number)}${number}`;
}

function withBelgianDigits(account: string): string {
  const number = `096${account.slice(2)}`;
  return `${number}${String(remainder(number) || 97).padStart(2, '0')}`;
}

function withPortugueseDigits(account: string): string {
  const number = `00350651${account.padStart(11, '0')}`;
  return `${number}${String(98 - remainder(`${number}00`)).padStart(2, '0')}`;
}
