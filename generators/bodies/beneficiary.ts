// Beneficiaries: either kind of entity, with an account inside SEPA, outside it, or a local one.
import fc from 'fast-check';
import type { Claimed } from '../../contract/claims.ts';
import type { Fields } from '../../subject/answers.ts';
import { type Account, accounts, localAccountsFrom, otherBanks, sepaBanks } from './banks.ts';
import type { Bodies, BodyKind, BodyOptions, Need } from './body.ts';
import { companyName, firstName, house, lastName, nameOf, street, townOf } from './names.ts';

export function beneficiaries({ accounts: given = [], fresh = 0 }: BodyOptions): Bodies {
  const byName = nameOf(fresh);
  const company: BodyKind = {
    name: 'company',
    fields: companyName
      .map((name) => `${byName} ${name}`)
      .map((name) => ({ entity_type: 'company', name, company_name: name })),
    needs: [],
  };
  const individual: BodyKind = {
    name: 'individual',
    fields: fc
      .record({ first_name: firstName.map((name) => `${name} ${byName}`), last_name: lastName })
      .map((fields) => ({ entity_type: 'individual', ...fields, name: `${fields.first_name} ${fields.last_name}` })),
    needs: [],
  };
  // Both the country and the currency are inside SEPA here, and outside it below, so that the kind of account is clear.
  const sepa: BodyKind = {
    name: 'SEPA account',
    fields: accounts(sepaBanks, fresh).map((account) => ({ ...details(account), currency_id: 'EUR' })),
    needs: [],
  };
  const outside: BodyKind = {
    name: 'account outside SEPA',
    fields: fc
      .record({
        account: accounts(otherBanks, fresh),
        currency: fc.constantFrom('USD', 'GBP'),
        way: street,
        house,
      })
      .map(({ account, currency, way, house: number }) => ({
        ...details(account),
        bic_swift: account.bank.bic,
        currency_id: currency,
        ...address(account.bank.country, way, number),
      })),
    needs: needsAbroad,
  };
  // The specification does not state that a local account needs an address. It has one, so that it is complete however the rules are read.
  const local: BodyKind = {
    name: 'local account',
    fields: fc.tuple(localAccountsFrom(fresh), street, house).map(([account, way, number]) => ({
      bank_details_type: 'LOCAL',
      ...account,
      currency_id: 'GBP',
      ...address('GB', way, number),
    })),
    needs: [],
  };

  return {
    kinds: accountsAmong(given, [sepa, outside, local]).flatMap((account) => [
      both(company, account),
      both(individual, account),
    ]),
    free: ['name', 'company_name', 'first_name', 'last_name', 'street', 'city', 'house'],
    implied: [],
  };
}

const addressMembers = ['street', 'house', 'city', 'country_id', 'postal_code'];

const needsAbroad: readonly Need[] = [
  ...addressMembers.map((member): Need => ({ member, requirement: 'BEN-24' })),
  { member: 'bic_swift', requirement: 'BEN-36' },
];

/** Where accounts are given, they replace the made-up ones of their kind, and bodies of other kinds are not made. */
const accountsAmong = (
  given: readonly Fields[],
  madeUp: readonly [sepa: BodyKind, outside: BodyKind, local: BodyKind],
): readonly BodyKind[] =>
  given.length === 0
    ? madeUp
    : madeUp.flatMap(({ name, needs }, place) => {
        const ofKind = given.filter((account) => placeOf(account) === place);
        return ofKind.length === 0 ? [] : [{ name, needs, fields: fc.constantFrom(...ofKind) }];
      });

/** An account outside SEPA is recognised by its address. */
const placeOf = (account: Fields): number =>
  account.bank_details_type === 'LOCAL' ? 2 : addressMembers.some((member) => member in account) ? 1 : 0;

const address = (country: string, way: string, house: string): Claimed<'BeneficiaryDraft'> => ({
  street: way,
  house,
  city: townOf[country]!.city,
  country_id: country,
  postal_code: townOf[country]!.postalCode,
});

const details = ({ bank, iban }: Account): Claimed<'BeneficiaryDraft'> => ({
  bank_details_type: 'DEFAULT',
  bank_country: bank.country,
  iban,
});

const both = (entity: BodyKind, account: BodyKind): BodyKind => ({
  name: `${entity.name}, ${account.name}`,
  fields: fc.tuple(entity.fields, account.fields).map(([one, other]) => ({ ...one, ...other })),
  needs: [...entity.needs, ...account.needs],
});
