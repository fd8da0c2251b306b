// Accounts of more euro countries: their check digits, compared with published example accounts.
import { expect, test } from '@playwright/test';
import { accountsOfEuroBank, euroAccount, euroBanks } from '../../generators/bodies/euro-accounts.ts';

const ibanIn = (country: string, number: number): string =>
  euroAccount(euroBanks.find((bank) => bank.country === country)!, number).details.iban as string;

for (const [iban, number] of [
  ['ES9121000418450200051332', 200_051_331],
  ['BE71096123456769', 1_234_566],
  ['NL91ABNA0417164300', 4_171_642],
] as const) {
  test(`${iban} is made up as it is published`, () => {
    expect(ibanIn(iban.slice(0, 2), number)).toBe(iban);
  });
}

const numbers = [0, 7, 12_345_678, 500_000_000, accountsOfEuroBank - 1];

const lengths = { FI: 18, FR: 27, NL: 18, ES: 24, BE: 16, PT: 25, GR: 27, CY: 28, MT: 31, LU: 20 };

for (const [country, length] of Object.entries(lengths)) {
  test(`accounts of ${country} have ${length} characters`, () => {
    for (const number of numbers) expect(ibanIn(country, number)).toHaveLength(length);
  });
}

const inFigures = (iban: string): bigint =>
  BigInt([...`${iban.slice(4)}${iban.slice(0, 4)}`].map((character) => Number.parseInt(character, 36)).join(''));

test('the check digits of every account are right, and those of French and Portuguese numbers', () => {
  for (const number of numbers) {
    for (const { country } of euroBanks) expect(inFigures(ibanIn(country, number)) % 97n).toBe(1n);
    expect(BigInt(ibanIn('FR', number).slice(4)) % 97n).toBe(0n);
    expect(BigInt(ibanIn('PT', number).slice(4)) % 97n).toBe(1n);
  }
});
