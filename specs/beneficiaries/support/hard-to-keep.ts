// Beneficiaries whose values a target may fail to keep whole: texts of maximum length, texts in one script or with escapes, and numbers too
// long for common columns (34 characters of an IBAN, 31 or 32 bits of a number).
import type { Script } from '../../../generators/bodies/names.ts';
import type { Fields } from '../../../subject/answers.ts';
import type { CallBody } from '../../../subject/calls.ts';

const bounds: Readonly<Record<string, number>> = {
  name: 255,
  company_name: 35,
  first_name: 64,
  last_name: 64,
  street: 64,
  house: 32,
  city: 64,
  postal_code: 32,
};

/** The same beneficiary with each text filled up to its bound and marked with its field's name, so that a mix-up shows. */
export const atBounds = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      const bound = bounds[name];
      return [
        name,
        bound === undefined ? value : `${value} ${name.replace('_', '')}`.padEnd(bound, 'x').slice(0, bound),
      ];
    }),
  );

/** The same beneficiary with every free text in one script. */
export const written =
  ({ first, last, trade, street, city }: Script) =>
  (fields: Fields): Fields =>
    fields.entity_type === 'company'
      ? { ...fields, company_name: `${trade} ${last}`, name: `${trade} ${last}`, street, city }
      : { ...fields, first_name: first, last_name: last, name: `${first} ${last}`, street, city };

/** JSON with slashes and all characters beyond ASCII escaped, and one member per line (RFC 8259, section 7). */
export const escaped = (fields: Fields): CallBody => {
  const text = JSON.stringify(fields, undefined, '\t').replaceAll('/', '\\/');
  const inAscii = text.replaceAll(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return { raw: { type: 'application/json', content: inAscii } };
};

const ibanLengths = [255, 40];
const accountNumbers = [9_876_543_210, 123_456_789_012_345];

/** The first DEFAULT and the first LOCAL account of these, with one long number each, or with several. */
export function longNumbered(beneficiaries: readonly Fields[], several: boolean): readonly Fields[] {
  const most = several ? 2 : 1;
  const [banked] = beneficiaries.filter(({ iban }) => typeof iban === 'string');
  const [local] = beneficiaries.filter(({ account_number: number }) => typeof number === 'number');
  return [
    ...(banked
      ? ibanLengths.map((length) => ({ ...banked, iban: String(banked.iban).padEnd(length, '7') }))
      : []
    ).slice(0, most),
    ...(local ? accountNumbers.map((number) => ({ ...local, account_number: number })) : []).slice(0, most),
  ];
}

const address = ['street', 'house', 'city', 'country_id', 'postal_code'];
const groups = [address, ['first_name', 'last_name'], ['bank_country', 'iban'], ['account_number', 'sort_code']];

interface Unneeded {
  readonly name: string;
  readonly fields: Fields;
}

/**
 * For each value, the beneficiaries that do not need the field, with the value added. The fields that belong to it are added too, so that the
 * target does not refuse it because they are missing.
 */
const unneeded = (beneficiaries: readonly Fields[], everything: Fields, values: Fields): readonly Unneeded[] =>
  Object.entries(values).flatMap(([name, value]) => {
    const group = groups.find((names) => names.includes(name)) ?? [];
    const beside = Object.fromEntries(group.map((other) => [other, everything[other]]));
    return beneficiaries
      .filter((fields) => fields[name] === undefined)
      .map((needed) => ({ name, fields: { ...beside, ...needed, [name]: value } }));
  });

/** The first of these for each field. */
const firsts = (all: readonly Unneeded[]): readonly Unneeded[] =>
  all.filter(({ name }, place) => all.findIndex((one) => one.name === name) === place);

/** Each bounded text, one character too long, in the first kind that does not need it, or in all such kinds. */
export const tooLongUnneeded = (
  beneficiaries: readonly Fields[],
  everything: Fields,
  several: boolean,
): readonly Unneeded[] => {
  const tooLong = ([name, bound]: [string, number]) => [name, String(everything[name]).padEnd(bound + 1, '7')];
  const values = Object.fromEntries(Object.entries({ ...bounds, iban: 255 }).map(tooLong));
  const all = unneeded(beneficiaries, everything, values);
  return several ? all : firsts(all);
};

/** Country codes of three letters, and words in place of numbers. */
export const malformedUnneeded = (beneficiaries: readonly Fields[], everything: Fields): readonly Unneeded[] =>
  firsts(
    unneeded(beneficiaries, everything, {
      bank_country: 'DEX',
      country_id: 'DEX',
      account_number: 'sixty',
      sort_code: 'twenty',
    }),
  );
