import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { fitsOf } from '../../contract/schema/validator.ts';
import { accounts, ibanOf, localAccountAt, otherBanks, sepaBanks } from '../../generators/bodies/banks.ts';
import { beneficiaries } from '../../generators/bodies/beneficiary.ts';
import type { Fields } from '../../subject/answers.ts';

const { kinds } = beneficiaries({});
const of = (name: string): readonly Fields[] =>
  fc.sample(kinds.find((kind) => kind.name === name)!.fields, { numRuns: 200, seed: 5 });

test('the check digits of known IBANs come out right', () => {
  expect(ibanOf('DE', '370400440532013000')).toBe('DE89370400440532013000');
  expect(ibanOf('AE', '0331234567890123456')).toBe('AE070331234567890123456');
});

test('every generated account has a lawful IBAN of the right length for its country', () => {
  const lengths: Readonly<Record<string, number>> = {
    DE: 22,
    AT: 20,
    IE: 22,
    LV: 21,
    LT: 20,
    AE: 23,
    SA: 24,
    QA: 29,
    KW: 30,
    AZ: 28,
  };

  const made = fc.sample(accounts([...sepaBanks, ...otherBanks]), { numRuns: 500, seed: 2 });

  for (const { iban, bank } of made) {
    expect(iban).toBe(ibanOf(bank.country, iban.slice(4)));
    expect(iban.slice(0, 2)).toBe(bank.country);
    expect(iban.length).toBe(lengths[bank.country]);
    expect(bank.bic).toMatch(/^[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/);
    expect(bank.bic.slice(4, 6)).toBe(bank.country);
  }
});

test('local accounts pass the check of their bank, lose no digit as a number, and are hardly ever the same', () => {
  const made = Array.from({ length: 2000 }, (_, place) => localAccountAt(place * 7919 + 99_000_000));

  for (const { sort_code, account_number } of made) {
    const digits = [...String(account_number)].map(Number);
    expect(sort_code).toBe(107999);
    expect(digits).toHaveLength(8);
    expect(digits.reduce((sum, digit, place) => sum + digit * (8 - place), 0) % 11).toBe(0);
  }
  expect(new Set(made.map(({ account_number }) => account_number)).size).toBeGreaterThan(1950);
  // The published example of this check's rules.
  expect(localAccountAt(8883749 - 1_000_000)).toEqual({ sort_code: 107999, account_number: 88837491 });
});

test('as good as no two accounts of one draw are the same', () => {
  const ibans = fc.sample(accounts(sepaBanks), { numRuns: 200, seed: 3 }).map(({ iban }) => iban);

  expect(new Set(ibans).size).toBe(200);
});

for (const { name } of kinds) {
  test(`beneficiaries are valid by the contract: ${name}`, () => {
    const fits = fitsOf({ $ref: '#/components/schemas/BeneficiaryDraft' });

    expect(of(name).filter((body) => !fits(body))).toEqual([]);
  });
}

test('an account outside SEPA has a BIC of its country, a whole address and no euros', () => {
  for (const body of of('company, account outside SEPA')) {
    expect(Object.keys(body)).toEqual(
      expect.arrayContaining(['bic_swift', 'street', 'house', 'city', 'country_id', 'postal_code']),
    );
    expect(String(body.bic_swift).slice(4, 6)).toBe(body.bank_country);
    expect(body.currency_id).not.toBe('EUR');
  }
});

test('an account inside SEPA comes with neither BIC nor address', () => {
  for (const body of of('individual, SEPA account')) {
    expect(body).not.toHaveProperty('bic_swift');
    expect(body).not.toHaveProperty('street');
    expect(body.currency_id).toBe('EUR');
  }
});

test('what belongs to the other kind, and the uuid, are left out', () => {
  for (const { name } of kinds) {
    for (const body of of(name)) {
      const { entity_type: entity, bank_details_type: details } = body;
      const absent = [
        'uuid',
        ...(entity === 'company' ? ['first_name', 'last_name'] : ['company_name']),
        ...(details === 'LOCAL' ? ['iban', 'bic_swift', 'bank_country'] : ['account_number', 'sort_code']),
      ];
      for (const member of absent) expect(body).not.toHaveProperty(member);
    }
  }
});

test('names are plain, so that every target takes them', () => {
  const texts = of('individual, account outside SEPA').map((body) => JSON.stringify(body));

  expect(texts.every((text) => /^[\x20-\x7e]*$/.test(text))).toBe(true);
});
