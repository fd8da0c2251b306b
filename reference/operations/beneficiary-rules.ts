// The rules for a new beneficiary: which fields, within which bounds, under which conditions.
import type { Body } from '../http/call.ts';

interface FieldProblem {
  readonly field: string;
  readonly message: string;
}

/** The members of the single euro payments area by their codes. */
const sepaCountries = new Set(
  'AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS SE SI SK SM VA'.split(
    ' ',
  ),
);

type Rule = (value: unknown) => string | undefined;

const text =
  (most: number): Rule =>
  (value) => {
    if (typeof value !== 'string' || value.trim() === '') return 'Text is expected.';
    return [...value].length > most ? `At most ${most} characters.` : undefined;
  };

const form =
  (pattern: RegExp, message: string): Rule =>
  (value) =>
    typeof value === 'string' && pattern.test(value) ? undefined : message;

const oneOf =
  (...values: string[]): Rule =>
  (value) =>
    values.includes(value as string) ? undefined : `One of ${values.join(', ')} is expected.`;

const number: Rule = (value) =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? undefined : 'A whole number is expected.';

const country = form(/^[A-Z]{2}$/, 'A country code of two capital letters is expected.');

const rules: Readonly<Record<string, Rule>> = {
  currency_id: form(/^[A-Z]{3}$/, 'A currency code of three capital letters is expected.'),
  entity_type: oneOf('individual', 'company'),
  uuid: form(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, 'A UUID is expected.'),
  name: text(255),
  bank_country: country,
  iban: text(255),
  bic_swift: text(255),
  account_number: number,
  sort_code: number,
  bank_details_type: oneOf('DEFAULT', 'LOCAL'),
  street: text(64),
  house: text(32),
  city: text(64),
  country_id: country,
  postal_code: text(32),
  company_name: text(35),
  first_name: text(64),
  last_name: text(64),
};

/** The known fields that were given; null counts as left out. */
export const givenFields = (body: Body): Body =>
  Object.fromEntries(
    Object.keys(rules)
      .filter((name) => Object.hasOwn(body, name) && body[name] !== null)
      .map((name) => [name, body[name]]),
  );

const always = ['currency_id', 'entity_type', 'name', 'bank_details_type'];
const address = ['street', 'house', 'city', 'country_id', 'postal_code'];

/** DEFAULT details at a bank within the area make a SEPA account. */
const isSepa = ({ bank_details_type: details, bank_country: bank }: Body): boolean =>
  details === 'DEFAULT' && typeof bank === 'string' && sepaCountries.has(bank);

const required = (fields: Body): string[] => [
  ...always,
  ...(fields.entity_type === 'company' ? ['company_name'] : []),
  ...(fields.entity_type === 'individual' ? ['first_name', 'last_name'] : []),
  ...(fields.bank_details_type === 'DEFAULT' ? ['bank_country', 'iban'] : []),
  ...(fields.bank_details_type === 'DEFAULT' && !isSepa(fields) ? ['bic_swift'] : []),
  ...(fields.bank_details_type === 'LOCAL' ? ['account_number', 'sort_code'] : []),
  ...(isSepa(fields) ? [] : address),
];

export const beneficiaryProblems = (fields: Body): FieldProblem[] => {
  const missing = required(fields)
    .filter((name) => fields[name] === undefined)
    .map((field) => ({ field, message: 'This field is required.' }));
  const wrong = Object.entries(fields).flatMap(([field, value]) => {
    const message = rules[field]!(value);
    return message === undefined ? [] : [{ field, message }];
  });
  return [...missing, ...wrong];
};
