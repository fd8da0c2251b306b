// Faults in what is stored of a new beneficiary.
import { randomUUID } from 'node:crypto';
import { refused, unknownResource } from '../../errors.ts';
import { edited, editing, fieldOf, type Loose, withFields } from '../edits.ts';
import { fault } from '../fault.ts';
import { euroCountries, keeping, refusing, sending } from './edits.ts';

/** Stores a changed name. */
const naming = (changed: (name: string) => string) => keeping(({ name }) => ({ name: changed(String(name)) }));

export const keptOtherwise = [
  fault('beneficiary-markup-lost', {
    breaks: 'BEN-43',
    does: 'leaves out of a name what looks like a tag of a page',
    ...naming((name) => name.replaceAll(/<[^>]*>/g, '')),
  }),
  fault('beneficiary-percents-decoded', {
    breaks: 'BEN-43',
    does: 'reads a name as if it were encoded for an address',
    ...naming((name) => name.replaceAll(/%[0-7][0-9a-f]/gi, decodeURIComponent)),
  }),
  fault('beneficiary-backslashes-lost', {
    breaks: 'BEN-43',
    does: 'leaves backslashes out of a name',
    ...naming((name) => name.replaceAll('\\', '')),
  }),
  fault('beneficiary-quotes-written-for-pages', {
    breaks: 'BEN-43',
    does: 'keeps quotation marks of a name as pages write them',
    ...naming((name) => name.replaceAll('"', '&quot;')),
  }),
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
];

export const keptInPart = [
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
];
