// Faults that check a field of a new beneficiary too little or too strictly, for some kinds of beneficiaries.
import { refused } from '../../errors.ts';
import type { Around } from '../../http/seams.ts';
import { edited, editing, fieldOf, type Loose, withFields } from '../edits.ts';
import { fault } from '../fault.ts';
import { euroCountries, keepingUnchecked, refusing, sending } from './edits.ts';

/** Refuses a second beneficiary of the same user with the same account, and otherwise does as `around`. */
const accountsOnce =
  (around: Around): Around =>
  async (next, call, service) => {
    const { notes } = service;
    const account = ['iban', 'account_number', 'sort_code'].map((name) => fieldOf(call, name)).join(' ');
    const key = `account ${call.user?.name} ${account}`;
    if (notes.has(key)) return refusing('iban');
    const answer = await around(next, call, service);
    if ((answer.body as Loose)?.data?.uuid) notes.set(key, true);
    return answer;
  };

export const checkedAtSomeKinds = [
  fault('beneficiary-bank-country-of-local-unchecked', {
    breaks: 'BEN-10',
    does: 'takes and keeps any bank_country for local details, which need none',
    ...keepingUnchecked('bank_country', 'GB', (fields) => fields.bank_details_type === 'LOCAL'),
  }),
  fault('beneficiary-country-of-sepa-unchecked', {
    breaks: 'BEN-15',
    does: 'takes and keeps any country_id for a SEPA account, which needs none',
    ...keepingUnchecked('country_id', 'DE', (fields) => euroCountries.includes(fields.bank_country)),
  }),
  fault('beneficiary-sort-code-of-sepa-unchecked', {
    breaks: 'BEN-17',
    does: 'takes and keeps any sort_code for a SEPA account, which needs none',
    ...keepingUnchecked('sort_code', 1, (fields) => euroCountries.includes(fields.bank_country)),
  }),
  fault('beneficiary-greek-garbled', {
    breaks: 'BEN-43',
    does: 'keeps a question mark for each Greek letter of a city',
    ...sending(({ city }) => (typeof city === 'string' ? { city: city.replaceAll(/\p{Script=Greek}/gu, '?') } : {})),
  }),
  fault('beneficiary-account-number-in-list', {
    breaks: 'BEN-17',
    does: 'takes a list of one for the account_number that is in it',
    ...sending(({ account_number: number }) =>
      Array.isArray(number) && number.length === 1 ? { account_number: number[0] } : {},
    ),
  }),
  fault('beneficiary-entity-without-anchors', {
    breaks: 'BEN-04',
    does: 'takes an entity_type that begins with individual or ends in company',
    ...sending(({ entity_type: type }) => ({ entity_type: /^individual|company$/.exec(String(type))?.[0] ?? type })),
  }),
  fault('beneficiary-details-without-anchors', {
    breaks: 'BEN-05',
    does: 'takes a bank_details_type that begins with DEFAULT or ends in LOCAL',
    ...sending(({ bank_details_type: type }) => ({
      bank_details_type: /^DEFAULT|LOCAL$/.exec(String(type))?.[0] ?? type,
    })),
  }),
  fault('beneficiary-city-in-bytes-accounts-once', {
    breaks: 'BEN-14',
    does: 'takes each account once, and a city of 64 bytes at most',
    around: {
      createBeneficiary: accountsOnce((next, call) =>
        Buffer.byteLength(String(fieldOf(call, 'city') ?? '')) > 64 ? refusing('city') : next(call),
      ),
    },
  }),
  fault('beneficiary-postal-code-31-accounts-once', {
    breaks: 'BEN-16',
    does: 'takes each account once, and a postal_code of 31 characters at most',
    around: {
      createBeneficiary: accountsOnce((next, call) =>
        String(fieldOf(call, 'postal_code') ?? '').length > 31 ? refusing('postal_code') : next(call),
      ),
    },
  }),
  fault('beneficiary-null-name-accounts-once', {
    breaks: 'BEN-21',
    does: 'takes each account once, and null for the first_name of an individual',
    around: {
      createBeneficiary: accountsOnce((next, call) =>
        next(fieldOf(call, 'first_name') === null ? withFields(call, { first_name: 'N.' }) : call),
      ),
    },
  }),
  fault('beneficiary-name-unbounded', {
    breaks: 'BEN-06',
    does: 'takes a name of any length',
    around: {
      createBeneficiary: (next, call) => {
        const name = fieldOf(call, 'name');
        return next(typeof name === 'string' ? withFields(call, { name: [...name].slice(0, 255).join('') }) : call);
      },
    },
  }),
  fault('beneficiary-company-name-optional', {
    breaks: 'BEN-21',
    does: 'creates a company without company_name',
    around: {
      createBeneficiary: (next, call) => {
        const isNameless = fieldOf(call, 'entity_type') === 'company' && fieldOf(call, 'company_name') === undefined;
        return next(isNameless ? withFields(call, { company_name: 'Nameless' }) : call);
      },
    },
  }),
  fault('beneficiary-of-either-names', {
    breaks: 'BEN-21',
    does: 'creates a company without company_name where it is given a first_name',
    around: {
      createBeneficiary: (next, call) => {
        const isNameless = fieldOf(call, 'entity_type') === 'company' && fieldOf(call, 'company_name') === undefined;
        return next(isNameless && fieldOf(call, 'first_name') ? withFields(call, { company_name: 'Nameless' }) : call);
      },
    },
  }),
  fault('beneficiary-default-needs-account-number', {
    breaks: 'BEN-29',
    does: 'asks for the account_number of DEFAULT bank details as well',
    around: {
      createBeneficiary: (next, call) => {
        const lacks = fieldOf(call, 'bank_details_type') === 'DEFAULT' && fieldOf(call, 'account_number') === undefined;
        return lacks ? refused(400, 'account_number is required.') : next(call);
      },
    },
  }),
  fault('beneficiary-sepa-needs-street', {
    breaks: 'BEN-29',
    does: 'asks for the street of a SEPA account as well',
    around: {
      createBeneficiary: async (next, call) => {
        const answer = await next(call);
        const isCreated = Boolean((answer.body as Loose)?.data);
        const isStreetless = fieldOf(call, 'bank_details_type') === 'DEFAULT' && fieldOf(call, 'street') === undefined;
        return isCreated && isStreetless ? refusing('street') : answer;
      },
    },
  }),
  fault('beneficiary-of-few-euro-countries', {
    breaks: 'BEN-67',
    does: 'asks for a BIC where the bank is in another country than those of which it knows that they have the euro',
    around: {
      createBeneficiary: (next, call) => {
        const isElsewhere =
          fieldOf(call, 'bank_details_type') === 'DEFAULT' && !euroCountries.includes(fieldOf(call, 'bank_country'));
        return isElsewhere && fieldOf(call, 'bic_swift') === undefined ? refusing('bic_swift') : next(call);
      },
    },
  }),
  fault('beneficiary-city-lost', {
    breaks: 'BEN-43',
    does: 'reads the street back in place of the city',
    around: {
      readBeneficiary: editing((beneficiary) => {
        if (beneficiary.city !== undefined) beneficiary.city = beneficiary.street;
      }),
    },
  }),
  fault('beneficiary-id-text', {
    breaks: 'BEN-01',
    does: 'answers a creation with its id as text',
    around: {
      createBeneficiary: async (next, call) =>
        edited(await next(call), ({ data }) => {
          if (data) data.id = String(data.id);
        }),
    },
  }),
  fault('beneficiary-errors-null', {
    breaks: 'BEN-01',
    does: 'answers a creation with null in place of an empty list of errors',
    around: {
      createBeneficiary: editing((body) => {
        if (body.data) body.errors = null;
      }),
    },
  }),
];
