// Faults in which fields a beneficiary needs, and in how a missing one is reported.
import { refused } from '../../errors.ts';
import { fieldOf, type Loose } from '../edits.ts';
import { fault } from '../fault.ts';
import { refusing, sending } from './edits.ts';

/** Fills in a missing field, where `applies` is true. */
const filling = (name: string, value: unknown, applies: (fields: Loose) => boolean) =>
  sending((fields) => (fields[name] === undefined && applies(fields) ? { [name]: value } : {}));

export const needed = [
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
];

export const problems = [
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
];
