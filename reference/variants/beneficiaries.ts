// Other ways to create beneficiaries, and to report why one is not created.

import { refused, unknownResource } from '../errors.ts';
import { fieldOf, type Loose, withFields } from '../faults/edits.ts';
import type { Answer, Body, Call } from '../http/call.ts';
import type { Around } from '../http/seams.ts';
import { variant } from './variant.ts';

const problemsOf = ({ body }: Answer): readonly unknown[] => (body as { errors?: readonly unknown[] }).errors ?? [];

const numbers = new Set(['account_number', 'sort_code']);

const isOfItsType = ([name, value]: [string, unknown]): boolean =>
  value === null || typeof value === (numbers.has(name) ? 'number' : 'string');

const accounts: readonly Body[] = [
  { bank_details_type: 'DEFAULT', currency_id: 'EUR', bank_country: 'FR', iban: 'FR1420041010050500013M02606' },
  {
    bank_details_type: 'DEFAULT',
    currency_id: 'USD',
    bank_country: 'KZ',
    iban: 'KZ86125KZT5004100100',
    bic_swift: 'KZKOKZKX',
    street: 'Abay Avenue',
    house: '10',
    city: 'Almaty',
    country_id: 'KZ',
    postal_code: '050000',
  },
];

const taking =
  (isServed: (call: Call) => boolean): Around =>
  async (next, call) => {
    const answer = await next(call);
    if (isServed(call) || answer.status !== 200 || problemsOf(answer).length > 0) return answer;
    const errors = [{ field: 'iban', message: 'We do not serve this account.' }];
    return { ...answer, body: { errors, notice: [], data: null } };
  };

const takesOwn = taking((call) => accounts.some(({ iban }) => iban === fieldOf(call, 'iban')));

/** Accepts about one account in three, by its digits alone, so always the same ones. */
const takesThird = taking((call) => {
  const isLocal = fieldOf(call, 'bank_details_type') === 'LOCAL';
  const account = isLocal
    ? `${fieldOf(call, 'sort_code')}${fieldOf(call, 'account_number')}`
    : `${fieldOf(call, 'iban')}`;
  return [...account].reduce((sum, character) => sum + (Number(character) || 0), 0) % 3 === 0;
});

/** Refuses a beneficiary whose key, made of some of its members, is that of an earlier one of the same user. */
const knowingEach =
  (keyOf: (fields: Readonly<Record<string, unknown>>) => string): Around =>
  async (next, call, { notes }) => {
    const key = call.body.kind === 'object' ? `beneficiary ${call.user?.name} ${keyOf(call.body.value)}` : '';
    if (notes.has(key)) {
      const errors = [{ field: 'iban', message: 'There is such a beneficiary already.' }];
      return { status: 200, body: { errors, notice: [], data: null } };
    }
    const answer = await next(call);
    if (key !== '' && answer.status === 200 && problemsOf(answer).length === 0) notes.set(key, true);
    return answer;
  };

const bicsByBank: Readonly<Record<string, string>> = {
  DE37040044: 'COBADEFFXXX',
  AT20111: 'GIBAATWWXXX',
  IEAIBK931152: 'AIBKIE2D',
  LVHABA: 'HABALV22XXX',
  LT73000: 'HABALT22',
};

const sepaCountries = new Set(['AT', 'DE', 'IE', 'LT', 'LV']);

/** Replaces the BIC by the one that belongs to the IBAN, where that is known. */
const withItsBic = (call: Call): Call => {
  const iban = String(fieldOf(call, 'iban') ?? '');
  const bank = Object.keys(bicsByBank).find((key) => `${iban.slice(0, 2)}${iban.slice(4)}`.startsWith(key));
  const isGiven = fieldOf(call, 'bic_swift') !== undefined && bank !== undefined;
  return isGiven ? withFields(call, { bic_swift: bicsByBank[bank] }) : call;
};

/** The numbers of the requirements that can be seen only where a beneficiary is accepted. */
const ofBeneficiaries = [
  ...['03', '04', '05', '06', '07', '08', '09', '10', '11', '12', '13', '14', '15', '16', '17', '19', '20', '21'],
  ...['24', '29', '43', '44', '66'],
];

/** Milliseconds. */
const lag = 5000;

export const beneficiaryVariants = [
  variant('beneficiaries-by-uuid-alone', {
    reads: 'by which id a beneficiary is read, and which of them a profile names',
    does: 'reads one by its UUID alone, and answers 400 to a number',
    around: {
      readBeneficiary: (next, call) =>
        /^\d+$/.test(call.parameters.id ?? '') ? refused(400, 'The id must be a UUID.') : next(call),
    },
    profile: { fixtures: { beneficiaries: null } },
  }),
  variant('bic-of-the-iban', {
    reads: 'a BIC that is not needed',
    does: 'keeps the BIC of the bank that the IBAN names in place of another',
    around: { createBeneficiary: (next, call) => next(withItsBic(call)) },
  }),
  variant('beneficiaries-once', {
    reads: 'whether the same beneficiary may be created twice',
    does: 'refuses one that is in every member like another',
    around: { createBeneficiary: knowingEach((fields) => JSON.stringify(Object.entries(fields).toSorted())) },
  }),
  variant('accounts-once', {
    reads: 'whether an account may belong to two beneficiaries',
    does: 'refuses another one with the same account',
    around: {
      createBeneficiary: knowingEach(({ iban, account_number, sort_code }) =>
        JSON.stringify([iban, account_number, sort_code]),
      ),
    },
  }),
  variant('sepa-of-few-countries', {
    reads: 'which accounts count as SEPA',
    does: 'takes accounts of five countries alone for SEPA ones, and asks for the BIC of all others',
    around: {
      createBeneficiary: (next, call) => {
        const isForeign = !sepaCountries.has(String(fieldOf(call, 'bank_country')));
        const isLacking = fieldOf(call, 'bank_details_type') === 'DEFAULT' && fieldOf(call, 'bic_swift') === undefined;
        const errors = [{ field: 'bic_swift', message: 'This field is required.' }];
        return isForeign && isLacking ? { status: 200, body: { errors, notice: [], data: null } } : next(call);
      },
    },
  }),
  variant('countries-by-length-alone', {
    reads: 'which texts of two characters are codes of countries',
    does: 'takes any two characters for one, and US for what they do not name',
    around: {
      createBeneficiary: (next, call) => {
        const isUnknown = (name: string) => /^(?![A-Z]{2}$)..$/u.test(String(fieldOf(call, name)));
        const unknown = ['bank_country', 'country_id'].filter(isUnknown);
        return next(withFields(call, Object.fromEntries(unknown.map((name) => [name, 'US']))));
      },
    },
  }),
  variant('bic-of-eleven-letters', {
    reads: 'how a BIC of eight letters is kept',
    does: 'keeps it with the XXX that stands for the main office',
    around: {
      createBeneficiary: (next, call) => {
        const bic = fieldOf(call, 'bic_swift');
        const isOfEight = typeof bic === 'string' && bic.length === 8;
        return next(isOfEight ? withFields(call, { bic_swift: `${bic}XXX` }) : call);
      },
    },
  }),
  variant('beneficiary-problems-422', {
    reads: 'the status of a beneficiary that is not created',
    does: 'answers 422 with its problems, and a standard 400 where a member is of another type',
    around: {
      createBeneficiary: async (next, call) => {
        const answer = await next(call);
        if (problemsOf(answer).length === 0) return answer;
        const fields = call.body.kind === 'object' ? Object.entries(call.body.value) : [];
        return fields.every(isOfItsType) ? { ...answer, status: 422 } : refused(400, 'A member has another type.');
      },
    },
  }),
  variant('beneficiary-problems-beside-nothing', {
    reads: 'what data holds when a beneficiary is not created',
    does: 'answers an empty object there',
    around: {
      createBeneficiary: async (next, call) => {
        const answer = await next(call);
        return problemsOf(answer).length > 0 ? { ...answer, body: { ...(answer.body as object), data: {} } } : answer;
      },
    },
  }),
  variant('some-accounts-alone', {
    reads: 'which accounts a beneficiary may have',
    does: 'takes two accounts and no other',
    around: { createBeneficiary: takesOwn },
    profile: { fixtures: { accounts } },
  }),
  variant('some-accounts-untold', {
    reads: 'which accounts a beneficiary may have',
    does: 'takes two accounts, which the profile does not name',
    leaves: Object.fromEntries(
      ofBeneficiaries.map((number) => [`BEN-${number}`, 'nobody can tell which accounts it takes']),
    ),
    around: { createBeneficiary: takesOwn },
  }),
  variant('accounts-checked-by-bank', {
    reads: 'which accounts a beneficiary may have',
    does: 'takes those alone that pass a check of its own, which one made-up account in three does by chance',
    around: { createBeneficiary: takesThird },
  }),
  variant('new-beneficiaries-show-later', {
    reads: 'when a new beneficiary shows',
    does: 'reads them from a copy that lags five seconds behind',
    around: {
      createBeneficiary: async (next, call, { notes }) => {
        const answer = await next(call);
        const { id, uuid } = (answer.body as { data?: Loose }).data ?? {};
        for (const key of [id, uuid]) if (key !== undefined) notes.set(`new beneficiary ${key}`, Date.now());
        return answer;
      },
      readBeneficiary: (next, call, { notes }) => {
        const since = notes.get(`new beneficiary ${call.parameters.id?.toLowerCase()}`);
        const isBehind = typeof since === 'number' && Date.now() - since < lag;
        return isBehind ? unknownResource('There is no such beneficiary.') : next(call);
      },
    },
  }),
  variant('new-beneficiaries-not-shown', {
    reads: 'who may read a beneficiary',
    does: 'answers 403 to who reads a beneficiary that is new',
    around: {
      readBeneficiary: async (next, call) => {
        const answer = await next(call);
        const isNew = answer.status === 200 && !/^\d{7}$|-/.test(call.parameters.id ?? '');
        return isNew ? refused(403, 'It is not approved yet.') : answer;
      },
    },
  }),
];
