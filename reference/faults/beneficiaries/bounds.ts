// Faults of the lengths and types of single fields.
import type { Call, Handler } from '../../http/call.ts';
import { fieldOf, type Loose, withFields } from '../edits.ts';
import { fault } from '../fault.ts';
import { euroCountries, keepingUnchecked, refusing, sending } from './edits.ts';

/** Cuts a text that is too long, so that any length is accepted. */
const cutting = (name: string, most: number) =>
  sending(({ [name]: value }) => (typeof value === 'string' ? { [name]: [...value].slice(0, most).join('') } : {}));

/** Refuses a text of exactly this length, where `applies` is true. */
const refusingAt = (name: string, length: number, applies: (fields: Loose) => boolean = () => true) => ({
  around: {
    createBeneficiary: (next: Handler, call: Call) => {
      const value = fieldOf(call, name);
      const isSuch = typeof value === 'string' && [...value].length === length;
      return isSuch && call.body.kind === 'object' && applies(call.body.value) ? refusing(name) : next(call);
    },
  },
});

/** Too few creations to try each bound with each kind at random. */
const fewCreations = { profile: { allow: { createBeneficiaries: 1000 } } };

export const bounds = [
  fault('beneficiary-currency-cut', {
    breaks: 'BEN-03',
    does: 'cuts a currency to three characters',
    ...cutting('currency_id', 3),
  }),
  fault('beneficiary-entity-guessed', {
    breaks: 'BEN-04',
    does: 'takes any text for an entity type',
    ...sending((fields) => {
      const isStated = typeof fields.entity_type !== 'string' || /^(individual|company)?$/.test(fields.entity_type);
      return isStated ? {} : { entity_type: fields.company_name === undefined ? 'individual' : 'company' };
    }),
  }),
  fault('beneficiary-person-taken', {
    breaks: 'BEN-04',
    does: 'takes person for an entity type',
    ...sending((fields) => (fields.entity_type === 'person' ? { entity_type: 'individual' } : {})),
  }),
  fault('beneficiary-entity-by-ordinal', {
    breaks: 'BEN-04',
    does: 'takes the digit 1 for the second of the entity types',
    ...sending((fields) => (fields.entity_type === '1' ? { entity_type: 'company' } : {})),
  }),
  fault('beneficiary-details-guessed', {
    breaks: 'BEN-05',
    does: 'takes any text for a kind of bank details',
    ...sending((fields) => {
      const isStated =
        typeof fields.bank_details_type !== 'string' || /^(DEFAULT|LOCAL)?$/.test(fields.bank_details_type);
      return isStated ? {} : { bank_details_type: fields.iban === undefined ? 'LOCAL' : 'DEFAULT' };
    }),
  }),
  fault('beneficiary-company-name-35-refused', {
    breaks: 'BEN-07',
    does: 'refuses a company_name of 35 characters',
    ...refusingAt('company_name', 35),
  }),
  fault('beneficiary-company-name-in-bytes', {
    breaks: 'BEN-07',
    does: 'counts the bytes of a company_name, not its characters',
    around: {
      createBeneficiary: (next, call) => {
        const value = fieldOf(call, 'company_name');
        return typeof value === 'string' && Buffer.byteLength(value) > 35 ? refusing('company_name') : next(call);
      },
    },
  }),
  fault('beneficiary-first-name-unbounded', {
    breaks: 'BEN-08',
    does: 'takes a first_name of any length',
    ...cutting('first_name', 64),
  }),
  fault('beneficiary-last-name-64-refused', {
    breaks: 'BEN-09',
    does: 'refuses a last_name of 64 characters',
    ...refusingAt('last_name', 64),
  }),
  fault('beneficiary-bank-country-cut', {
    breaks: 'BEN-10',
    does: 'cuts a bank_country to two characters',
    ...cutting('bank_country', 2),
  }),
  fault('beneficiary-iban-unbounded', {
    breaks: 'BEN-11',
    does: 'takes an iban of any length',
    ...cutting('iban', 255),
  }),
  fault('beneficiary-street-unbounded', {
    breaks: 'BEN-12',
    does: 'takes a street of any length',
    ...cutting('street', 64),
  }),
  fault('beneficiary-street-of-sepa-unbounded', {
    breaks: 'BEN-12',
    does: 'takes and keeps a street of any length for a SEPA account, which needs none',
    around: {
      createBeneficiary: async (next, call, { data }) => {
        const street = fieldOf(call, 'street');
        if (fieldOf(call, 'bank_country') !== 'DE' || typeof street !== 'string') return next(call);
        const answer = await next(withFields(call, { street: street.slice(0, 64) }));
        const uuid = (answer.body as Loose).data?.uuid;
        const record = uuid && data.accounts.get(call.user!.name)!.beneficiaries.byUuid(uuid);
        if (record) Object.assign(record.fields, { street });
        return answer;
      },
    },
  }),
  fault('beneficiary-first-name-of-company-cut', {
    breaks: 'BEN-43',
    does: 'keeps the first 64 characters of a first_name that a company is given',
    ...sending(({ entity_type: type, first_name: name }) =>
      type === 'company' && typeof name === 'string' ? { first_name: name.slice(0, 64) } : {},
    ),
  }),
  fault('beneficiary-house-32-refused', {
    breaks: 'BEN-13',
    does: 'refuses a house of 32 characters',
    ...refusingAt('house', 32),
  }),
  fault('beneficiary-city-unbounded', {
    breaks: 'BEN-14',
    does: 'takes a city of any length',
    ...cutting('city', 64),
  }),
  fault('beneficiary-country-cut', {
    breaks: 'BEN-15',
    does: 'cuts a country_id to two characters',
    ...cutting('country_id', 2),
  }),
  fault('beneficiary-postal-code-unbounded', {
    breaks: 'BEN-16',
    does: 'takes a postal_code of any length',
    ...cutting('postal_code', 32),
  }),
  fault('beneficiary-postal-code-32-refused', {
    breaks: 'BEN-16',
    does: 'refuses a postal_code of 32 characters',
    ...refusingAt('postal_code', 32),
  }),
  fault('beneficiary-name-255-of-local-company-refused', {
    breaks: 'BEN-06',
    does: 'refuses a name of 255 characters for a company with local details',
    ...refusingAt('name', 255, (fields) => fields.bank_details_type === 'LOCAL' && fields.entity_type === 'company'),
    ...fewCreations,
  }),
  fault('beneficiary-street-64-of-sepa-refused', {
    breaks: 'BEN-12',
    does: 'refuses a street of 64 characters for a SEPA account, which needs none',
    ...refusingAt('street', 64, (fields) => euroCountries.includes(fields.bank_country)),
    ...fewCreations,
  }),
  fault('beneficiary-postal-code-32-locally-refused', {
    breaks: 'BEN-16',
    does: 'refuses a postal_code of 32 characters beside local details',
    ...refusingAt('postal_code', 32, (fields) => fields.bank_details_type === 'LOCAL'),
  }),
  fault('beneficiary-first-name-of-local-company-unbounded', {
    breaks: 'BEN-08',
    does: 'takes and keeps a first_name of any length for a company with local details, which needs none',
    ...keepingUnchecked(
      'first_name',
      'Anna',
      (fields) => fields.bank_details_type === 'LOCAL' && fields.entity_type === 'company',
    ),
  }),
  fault('beneficiary-iban-255-refused', {
    breaks: 'BEN-11',
    does: 'refuses an iban of 255 characters',
    ...refusingAt('iban', 255),
  }),
  fault('beneficiary-sort-code-words', {
    breaks: 'BEN-17',
    does: 'takes a sort_code that is no number for 0',
    ...sending(({ sort_code: code }) =>
      typeof code === 'string' && Number.isNaN(Number(code)) ? { sort_code: 0 } : {},
    ),
  }),
  fault('beneficiary-sort-code-by-first-digits', {
    breaks: 'BEN-17',
    does: 'takes the digits at the beginning of a sort_code, whatever comes behind them',
    ...sending(({ sort_code: code }) =>
      typeof code === 'string' && /^\d+[a-z]/.test(code) ? { sort_code: Number.parseInt(code, 10) } : {},
    ),
  }),
  fault('beneficiary-street-object', {
    breaks: 'BEN-19',
    does: 'writes down an object in place of the street',
    ...sending(({ street }) => (typeof street === 'object' && street ? { street: JSON.stringify(street) } : {})),
  }),
];
