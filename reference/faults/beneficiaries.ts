// Faults of beneficiaries.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { refused, unknownResource } from '../errors.ts';
import type { Answer, Body, Call, Handler } from '../http/call.ts';
import type { Around } from '../http/seams.ts';
import type { Service } from '../service-state.ts';
import { edited, editing, fieldOf, type Loose, withFields } from './edits.ts';
import { fault } from './fault.ts';

const refusing = (field: string): Answer => ({
  status: 200,
  body: { errors: [{ field, message: 'This field is required.' }], notice: [], data: null },
});

/** A seam that changes the fields before the rules see them, so that the rules find nothing wrong. */
const sending = (change: (fields: Loose) => Body) => ({
  around: {
    createBeneficiary: (next: Handler, call: Call) =>
      next(call.body.kind === 'object' ? withFields(call, change(call.body.value)) : call),
  },
});

/** Cuts a text that is too long, so that any length is taken. */
const cutting = (name: string, most: number) =>
  sending(({ [name]: value }) => (typeof value === 'string' ? { [name]: [...value].slice(0, most).join('') } : {}));

/** Refuses a text of exactly this length, and no other, under a condition. */
const refusingAt = (name: string, length: number, applies: (fields: Loose) => boolean = () => true) => ({
  around: {
    createBeneficiary: (next: Handler, call: Call) => {
      const value = fieldOf(call, name);
      const isSuch = typeof value === 'string' && [...value].length === length;
      return isSuch && call.body.kind === 'object' && applies(call.body.value) ? refusing(name) : next(call);
    },
  },
});

/** Fewer than it takes to try each bound with each kind at random. */
const fewCreations = { profile: { allow: { createBeneficiaries: 1000 } } };

/** Keeps a value of a new beneficiary that is in the body or not, whatever the rules made of it. */
const keeping = (change: (fields: Loose) => Body) => ({
  around: {
    createBeneficiary: async (next: Handler, call: Call, { data }: Service) => {
      const answer = await next(call);
      const uuid = (answer.body as Loose)?.data?.uuid;
      const record = uuid && data.accounts.get(call.user!.name)!.beneficiaries.byUuid(uuid);
      if (record) Object.assign(record.fields, change(record.fields));
      return answer;
    },
  },
});

const euroCountries: readonly unknown[] = ['AT', 'DE', 'IE', 'LT', 'LV'];

/** Lets the rules see another value than the one that is kept. */
const keepingUnchecked = (name: string, instead: unknown, applies: (fields: Loose) => boolean) => ({
  around: {
    createBeneficiary: async (next: Handler, call: Call, service: Service) => {
      const value = fieldOf(call, name);
      const isSuch = value !== undefined && value !== null && call.body.kind === 'object' && applies(call.body.value);
      const { around } = keeping(() => (isSuch ? { [name]: value } : {}));
      return around.createBeneficiary(next, isSuch ? withFields(call, { [name]: instead }) : call, service);
    },
  },
});

/** Puts a value where one is missing, under a condition. */
const filling = (name: string, value: unknown, applies: (fields: Loose) => boolean) =>
  sending((fields) => (fields[name] === undefined && applies(fields) ? { [name]: value } : {}));

/** Refuses another beneficiary of this user with the same account, and else does as `around`. */
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

const byDigitsInFront: Around = (next, call) => {
  const [digits] = /^\d+(?=\D+$)/.exec(call.parameters.id ?? '') ?? [];
  return next(digits === undefined ? call : { ...call, parameters: { ...call.parameters, id: digits } });
};

export const beneficiaryFaults = [
  fault('beneficiary-escapes-kept', {
    breaks: 'BEN-43',
    does: 'keeps the digits of a character that JSON gives by its number, in place of the character',
    read: (next, call) => {
      if (call.operation !== 'createBeneficiary') return next(call);
      return next({ ...call, bytes: Buffer.from(String(call.bytes).replaceAll('\\u', 'u')) });
    },
  }),
  fault('beneficiary-shown-to-its-creator-alone', {
    breaks: 'BEN-43',
    does: 'shows a new beneficiary in the session alone that created it',
    around: {
      createBeneficiary: async (next, call, { notes }) => {
        const answer = await next(call);
        const { id, uuid } = (answer.body as Loose)?.data ?? {};
        for (const name of [id, uuid]) if (name) notes.set(`creator of ${name}`, call.headers.authorization);
        return answer;
      },
      readBeneficiary: (next, call, { notes }) => {
        const creator = notes.get(`creator of ${call.parameters.id}`) ?? call.headers.authorization;
        return creator === call.headers.authorization ? next(call) : unknownResource('There is no such beneficiary.');
      },
    },
  }),
  fault('beneficiary-street-far-too-long-breaks', {
    breaks: 'BEN-12',
    does: 'fails on a street of 100,000 characters',
    around: {
      createBeneficiary: (next, call) =>
        String(fieldOf(call, 'street')).length >= 100_000 ? refused(500, 'Something went wrong.') : next(call),
    },
  }),
  fault('beneficiary-name-far-too-long-taken', {
    breaks: 'BEN-06',
    does: 'refuses a name of 256 characters and takes one of 1,000',
    ...sending(({ name }) =>
      typeof name === 'string' && name.length >= 1_000 ? { name: [...name].slice(0, 255).join('') } : {},
    ),
  }),
  fault('beneficiary-with-local-account-unknown-by-number', {
    breaks: 'BEN-43',
    does: 'knows a new beneficiary with LOCAL bank details by its UUID alone',
    around: {
      createBeneficiary: async (next, call, { notes }) => {
        const answer = await next(call);
        const id = (answer.body as Loose)?.data?.id;
        if (id && fieldOf(call, 'bank_details_type') === 'LOCAL') notes.set(`local ${id}`, true);
        return answer;
      },
      readBeneficiary: (next, call, { notes }) =>
        notes.has(`local ${call.parameters.id}`) ? unknownResource('There is no such beneficiary.') : next(call),
    },
  }),
  fault('beneficiary-with-company-name-is-company', {
    breaks: 'BEN-43',
    does: 'shows an individual who was sent with a company_name as a company',
    around: {
      createBeneficiary: async (next, call, { notes }) => {
        const answer = await next(call);
        const { data } = answer.body as { readonly data?: { readonly uuid?: string } };
        if (data?.uuid && fieldOf(call, 'entity_type') === 'individual' && fieldOf(call, 'company_name'))
          notes.set(`company ${data.uuid}`, true);
        return answer;
      },
      readBeneficiary: async (next, call, { notes }) =>
        edited(await next(call), (beneficiary) => {
          if (notes.has(`company ${beneficiary.uuid}`)) beneficiary.entity_type = 'company';
        }),
    },
  }),
  fault('beneficiary-details-by-iban', {
    breaks: 'BEN-43',
    does: 'keeps DEFAULT for bank details with an iban and LOCAL for others, whatever was sent',
    ...keeping(({ iban }) => ({ bank_details_type: iban ? 'DEFAULT' : 'LOCAL' })),
  }),
  fault('beneficiary-details-by-sort-code', {
    breaks: 'BEN-43',
    does: 'keeps LOCAL for bank details with a sort_code and DEFAULT for others, whatever was sent',
    ...keeping(({ sort_code: code }) => ({ bank_details_type: code ? 'LOCAL' : 'DEFAULT' })),
  }),
  fault('beneficiary-currency-of-bank', {
    breaks: 'BEN-43',
    does: 'keeps EUR for the currency of an account at a German or another bank of the euro, whatever was sent',
    ...keeping(({ bank_country: bank }) => (euroCountries.includes(bank) ? { currency_id: 'EUR' } : {})),
  }),
  fault('beneficiary-local-is-british', {
    breaks: 'BEN-43',
    does: 'keeps GBP and GB for the currency and the country of local details, whatever was sent',
    ...keeping(({ bank_details_type: details }) =>
      details === 'LOCAL' ? { currency_id: 'GBP', country_id: 'GB' } : {},
    ),
  }),
  fault('beneficiary-country-of-sepa-bank', {
    breaks: 'BEN-43',
    does: 'keeps the country of a bank of the euro for that of the address',
    ...keeping(({ bank_country: bank, country_id: country }) =>
      country && euroCountries.includes(bank) ? { country_id: bank } : {},
    ),
  }),
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
  fault('beneficiary-individual-local-refused', {
    breaks: 'BEN-20',
    does: 'refuses every individual with local details',
    around: {
      createBeneficiary: (next, call) => {
        const isSuch = fieldOf(call, 'entity_type') === 'individual' && fieldOf(call, 'bank_details_type') === 'LOCAL';
        return isSuch ? refusing('iban') : next(call);
      },
    },
  }),
  fault('beneficiary-last-name-optional-locally', {
    breaks: 'BEN-21',
    does: 'creates an individual with local details without last_name',
    ...filling('last_name', 'Unknown', (fields) => fields.bank_details_type === 'LOCAL'),
  }),
  fault('beneficiary-null-names-company', {
    breaks: 'BEN-21',
    does: 'takes null for the company_name of a company',
    ...sending((fields) => (fields.company_name === null ? { company_name: 'Null Ltd' } : {})),
  }),
  fault('beneficiary-null-is-a-city', {
    breaks: 'BEN-24',
    does: 'takes null for a city outside SEPA',
    ...sending((fields) => (fields.city === null ? { city: 'null' } : {})),
  }),
  fault('beneficiary-null-names-local-company', {
    breaks: 'BEN-21',
    does: 'takes null for the company_name of a company with local details',
    ...sending((fields) =>
      fields.company_name === null && fields.bank_details_type === 'LOCAL' ? { company_name: 'Null Ltd' } : {},
    ),
  }),
  fault('beneficiary-null-is-a-city-locally', {
    breaks: 'BEN-24',
    does: 'takes null for a city beside local details',
    ...sending((fields) => (fields.city === null && fields.bank_details_type === 'LOCAL' ? { city: 'null' } : {})),
  }),
  fault('beneficiary-postal-code-optional', {
    breaks: 'BEN-24',
    does: 'creates a beneficiary outside SEPA without postal_code',
    ...filling('postal_code', '0', (fields) => typeof fields.street === 'string'),
  }),
  fault('beneficiary-city-optional-locally', {
    breaks: 'BEN-24',
    does: 'creates a beneficiary with local details without city',
    ...filling('city', 'Unknown', (fields) => fields.bank_details_type === 'LOCAL'),
  }),
  fault('beneficiary-name-cut-by-number', {
    breaks: 'BEN-43',
    does: 'leaves the last letter of the name out when a beneficiary is read by its number',
    around: {
      readBeneficiary: async (next, call) => {
        const answer = await next(call);
        if (answer.status !== 200 || !/^\d+$/.test(call.parameters.id ?? '')) return answer;
        const { name, ...others } = answer.body as { readonly name: string };
        return { ...answer, body: { ...others, name: name.slice(0, -1) } };
      },
    },
  }),
  fault('beneficiary-sepa-needs-bic', {
    breaks: 'BEN-29',
    does: 'asks for bic_swift of a company with a SEPA account as well',
    around: {
      createBeneficiary: async (next, call) => {
        const answer = await next(call);
        const isCompany =
          fieldOf(call, 'entity_type') === 'company' && fieldOf(call, 'bank_details_type') === 'DEFAULT';
        const isCreated = Boolean((answer.body as Loose)?.data);
        return isCompany && isCreated && fieldOf(call, 'bic_swift') === undefined ? refusing('bic_swift') : answer;
      },
    },
  }),
  fault('beneficiary-created-in-spite-of-problems', {
    breaks: 'BEN-07',
    does: 'tells what is wrong with a company that has no company_name, and creates it all the same',
    around: {
      createBeneficiary: async (next, call) => {
        const answer = await next(call);
        const isNameless = fieldOf(call, 'entity_type') === 'company' && fieldOf(call, 'company_name') === undefined;
        if (!isNameless) return answer;
        const { body } = await next(withFields(call, { company_name: 'Nameless' }));
        const { errors } = answer.body as Loose;
        return errors?.length > 0 && (body as Loose).data
          ? { ...answer, body: { ...(body as Loose), errors } }
          : answer;
      },
      readBeneficiary: editing((beneficiary) => {
        if (beneficiary.company_name === 'Nameless') delete beneficiary.company_name;
      }),
    },
  }),
  fault('beneficiary-iban-needed-locally', {
    breaks: 'BEN-29',
    does: 'creates no beneficiary with local details unless an iban comes along',
    around: {
      createBeneficiary: (next, call) =>
        fieldOf(call, 'bank_details_type') === 'LOCAL' && !fieldOf(call, 'iban') ? refusing('iban') : next(call),
    },
  }),
  fault('beneficiary-forgotten', {
    breaks: 'BEN-35',
    does: 'answers the creation of a company with local details and keeps nothing',
    around: {
      createBeneficiary: async (next, call, { data }) => {
        const answer = await next(call);
        const isSuch = fieldOf(call, 'entity_type') === 'company' && fieldOf(call, 'bank_details_type') === 'LOCAL';
        const made = { errors: [], notice: [], data: { id: data.nextId(), uuid: randomUUID() } };
        return isSuch && (answer.body as Loose)?.data ? { ...answer, body: made } : answer;
      },
    },
  }),
  fault('beneficiary-of-second-lost', {
    breaks: 'BEN-35',
    does: 'answers 404 to the second user who reads a beneficiary that he has created while the service runs',
    around: {
      createBeneficiary: async (next, call, { notes }) =>
        edited(await next(call), ({ data }) => {
          if (data && call.user?.name === 'second') notes.set(`of second ${data.uuid}`, true);
        }),
      readBeneficiary: async (next, call, { notes }) => {
        const answer = await next(call);
        const isLost = notes.has(`of second ${(answer.body as Loose)?.uuid}`);
        return isLost ? unknownResource('There is no such beneficiary.') : answer;
      },
    },
  }),
  fault('beneficiary-short-code-in-standard-shape', {
    breaks: 'BEN-66',
    does: 'answers a standard 400 in place of a list of errors to a code that is too short',
    around: {
      createBeneficiary: (next, call) =>
        ['currency_id', 'bank_country', 'country_id'].some((name) => {
          const code = fieldOf(call, name);
          return typeof code === 'string' && code.length > 0 && code.length < (name === 'currency_id' ? 3 : 2);
        })
          ? refused(400, 'The beneficiary cannot be created so.')
          : next(call),
    },
  }),
  fault('beneficiary-problems-in-standard-shape', {
    breaks: 'BEN-66',
    does: 'answers a standard 400 in place of a list of errors',
    around: {
      createBeneficiary: async (next, call) => {
        const answer = await next(call);
        const { errors = [] } = answer.body as { errors?: unknown[] };
        return errors.length > 0 ? refused(400, 'The beneficiary cannot be created so.') : answer;
      },
    },
  }),
  fault('beneficiary-problems-by-field', {
    breaks: 'BEN-66',
    does: 'answers 422 with an object of the errors by field in place of a list of errors',
    around: {
      createBeneficiary: async (next, call) => {
        const answer = await next(call);
        const { errors = [] } = answer.body as { errors?: unknown[] };
        return errors.length > 0 ? { status: 422, body: { status: 'ERROR', errors: { name: 'is wrong' } } } : answer;
      },
    },
  }),
  fault('beneficiary-bic-optional', {
    breaks: 'BEN-36',
    does: 'creates a beneficiary outside SEPA without bic_swift',
    ...filling('bic_swift', 'UNKNOWNX', (fields) => fields.bank_details_type === 'DEFAULT' && fields.street),
  }),
  fault('beneficiary-name-optional', {
    breaks: 'BEN-38',
    does: 'creates a beneficiary without a name',
    ...filling('name', 'Nameless', () => true),
  }),
  fault('beneficiary-iban-cut', {
    breaks: 'BEN-43',
    does: 'keeps the first 34 characters of an iban',
    ...sending(({ iban }) => (typeof iban === 'string' && iban.length <= 255 ? { iban: iban.slice(0, 34) } : {})),
  }),
  fault('beneficiary-account-number-cut', {
    breaks: 'BEN-43',
    does: 'keeps 31 bits of an account_number',
    ...sending(({ account_number: number }) =>
      Number.isSafeInteger(number) && number > 0 ? { account_number: Number(BigInt.asUintN(31, BigInt(number))) } : {},
    ),
  }),
  fault('beneficiary-null-breaks', {
    breaks: 'ERR-01',
    does: 'fails on null in place of a postal_code that is not needed',
    around: {
      createBeneficiary: (next, call) =>
        fieldOf(call, 'postal_code') === null ? refused(500, 'Something went wrong.') : next(call),
    },
  }),
  fault('beneficiary-known-uuid-breaks', {
    breaks: 'ERR-01',
    does: 'fails on a new beneficiary that is sent with the UUID of an earlier one',
    around: {
      createBeneficiary: (next, call, { data }) => {
        const isKnown = data.accounts.get(call.user!.name)!.beneficiaries.byUuid(String(fieldOf(call, 'uuid')));
        return isKnown ? refused(500, 'Something went wrong.') : next(call);
      },
    },
  }),
  fault('beneficiary-list-breaks', {
    breaks: 'ERR-01',
    does: 'fails on a list in place of a bic_swift',
    around: {
      createBeneficiary: (next, call) =>
        Array.isArray(fieldOf(call, 'bic_swift')) ? refused(500, 'Something went wrong.') : next(call),
    },
  }),
  fault('beneficiary-city-cut', {
    breaks: 'BEN-43',
    does: 'keeps the first 32 characters of a city',
    ...sending(({ city }) => (typeof city === 'string' && city.length <= 64 ? { city: city.slice(0, 32) } : {})),
  }),
  fault('beneficiary-rare-letters-lost', {
    breaks: 'BEN-43',
    does: 'keeps a question mark for each letter that takes four bytes',
    ...sending(({ last_name: name }) =>
      typeof name === 'string' ? { last_name: name.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '?') } : {},
    ),
  }),
  fault('beneficiary-of-the-later-creation', {
    breaks: 'BEN-43',
    does: 'answers the ids of the latest beneficiary when several are created at once',
    around: {
      createBeneficiary: async (next, call, { notes }) => {
        const answer = await next(call);
        const { data } = answer.body as Loose;
        if (!data) return answer;
        notes.set('latest', data);
        await pause(20);
        return edited(answer, (body) => {
          body.data = notes.get('latest');
        });
      },
    },
  }),
  fault('beneficiaries-at-once-share-number', {
    breaks: 'BEN-43',
    does: 'answers one id, beside UUIDs of their own, for those that are created within a moment',
    around: {
      createBeneficiary: async (next, call, { notes }) =>
        edited(await next(call), ({ data }) => {
          if (!data) return;
          const latest = notes.get('latest number') as { id: number; until: number } | undefined;
          if (latest && Date.now() < latest.until) data.id = latest.id;
          else notes.set('latest number', { id: data.id, until: Date.now() + 20 });
        }),
    },
  }),
  fault('beneficiary-country-of-bank', {
    breaks: 'BEN-43',
    does: 'shows the country of the bank for that of the address',
    around: {
      readBeneficiary: editing((body) => {
        if (body.country_id && body.bank_country) body.country_id = body.bank_country;
      }),
    },
  }),
  fault('beneficiary-number-unknown', {
    breaks: 'BEN-43',
    does: 'does not know the id that the creation of a beneficiary answered',
    around: {
      createBeneficiary: async (next, call) =>
        edited(await next(call), ({ data }) => {
          if (data) data.id += 1_000_000;
        }),
    },
  }),
  fault('beneficiary-uuid-other', {
    breaks: 'BEN-44',
    does: 'answers the creation of an individual with a uuid that is not the one it reads back with',
    around: {
      createBeneficiary: async (next, call) =>
        edited(await next(call), ({ data }) => {
          if (data && fieldOf(call, 'entity_type') === 'individual') data.uuid = randomUUID();
        }),
    },
  }),
  fault('beneficiary-unknown-400', {
    breaks: 'BEN-63',
    does: 'answers 400 to an unknown beneficiary',
    around: {
      readBeneficiary: async (next, call) => {
        const answer = await next(call);
        return answer.status === 404 ? refused(400, 'There is no such beneficiary.') : answer;
      },
    },
  }),
  fault('beneficiary-id-half-read', {
    breaks: 'BEN-64',
    does: 'reads the digits at the beginning of an id and leaves the rest',
    around: { readBeneficiary: byDigitsInFront },
  }),
  fault('new-beneficiary-id-half-read', {
    breaks: 'BEN-64',
    does: 'reads the digits at the beginning of an id and leaves the rest, where the profile names no beneficiary',
    around: { readBeneficiary: byDigitsInFront },
    profile: { fixtures: { beneficiaries: null } },
  }),
  fault('unknown-number-of-new-beneficiary-refused', {
    breaks: 'BEN-63',
    does: 'answers 400 to an unknown beneficiary that is asked for by a number, where the profile names none',
    around: {
      readBeneficiary: async (next, call) => {
        const answer = await next(call);
        const isUnknownNumber = answer.status === 404 && /^\d+$/.test(call.parameters.id ?? '');
        return isUnknownNumber ? refused(400, 'There is no such beneficiary.') : answer;
      },
    },
    profile: { fixtures: { beneficiaries: null } },
  }),
  fault('beneficiary-country-lower-case', {
    breaks: 'BEN-65',
    does: 'shows bank_country in lower case when a beneficiary is read by its number',
    around: {
      readBeneficiary: async (next, call) =>
        edited(await next(call), (fields) => {
          if (/^\d+$/.test(call.parameters.id ?? '')) fields.bank_country &&= fields.bank_country.toLowerCase();
        }),
    },
  }),
  fault('beneficiary-lost-when-another-is-refused', {
    breaks: 'BEN-43',
    does: 'loses the latest beneficiary when the next one is refused',
    around: {
      createBeneficiary: async (next, call, { notes }) => {
        const answer = await next(call);
        const created = (answer.body as Loose)?.data;
        if (!created) notes.set('lost', notes.get('latest'));
        notes.set('latest', created ?? undefined);
        return answer;
      },
      readBeneficiary: (next, call, { notes }) => {
        const lost = notes.get('lost') as { readonly id: unknown; readonly uuid: unknown } | undefined;
        const isLost = lost !== undefined && [String(lost.id), lost.uuid].includes(call.parameters.id);
        return isLost ? unknownResource('There is no such beneficiary.') : next(call);
      },
    },
  }),
  fault('beneficiary-gone-after-a-moment', {
    breaks: 'BEN-43',
    does: 'forgets a new beneficiary two seconds after its creation',
    around: {
      createBeneficiary: async (next, call, { clock, notes }) => {
        const answer = await next(call);
        const created = (answer.body as Loose)?.data;
        if (created) for (const id of [created.id, created.uuid]) notes.set(`made ${id}`, clock());
        return answer;
      },
      readBeneficiary: (next, call, { clock, notes }) => {
        const made = notes.get(`made ${call.parameters.id}`) as number | undefined;
        const isGone = made !== undefined && clock() - made > 2000;
        return isGone ? unknownResource('There is no such beneficiary.') : next(call);
      },
    },
  }),
];
