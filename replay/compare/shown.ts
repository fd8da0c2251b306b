// Values as a report may show them: short, and with no secret in them.
import { jsonText } from '../../contract/text/exact-json.ts';
import { stepsOf } from '../../contract/text/pointer.ts';
import type { Redaction } from '../../exchange/redaction/redaction.ts';
import { isScalar } from '../correlate/places.ts';
import type { Field } from './fields/field.ts';
import { isItem } from './pairing.ts';

const longest = 300;
const secret = '(secret)';

const masked = (value: unknown, field: Field | undefined): unknown => {
  if (field?.secret && isScalar(value)) return secret;
  if (Array.isArray(value)) return value.map((each) => masked(each, field?.item()));
  if (!isItem(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, masked(member, field?.member(name))]));
};

/** `field` is where the value stands; undefined for what is no part of a body. */
export const shownValue = (value: unknown, field: Field | undefined, redaction: Redaction): string => {
  if (value === undefined) return 'nothing';
  const text = redaction.text(jsonText(masked(value, field)));
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
};

// The field at a path such as `/*/id`.
export const fieldAt = (root: Field, path: string): Field =>
  stepsOf(path).reduce((field, step) => (step === '*' ? field.item() : field.member(step)), root);
