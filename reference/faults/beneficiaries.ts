// Faults of beneficiaries.
import type { Answer } from '../call.ts';
import { edited, editing, fieldOf, type Loose, withFields } from './edits.ts';
import { fault } from './fault.ts';

const refusing = (field: string): Answer => ({
  status: 200,
  body: { errors: [{ field, message: 'This field is required.' }], notice: [], data: null },
});

export const beneficiaryFaults = [
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
];
