// What a single value looks like: a generated id or token, a number that may be an id, or plain data.
import { LongNumber } from '../../contract/text/exact-json.ts';
import { isUuid } from '../../contract/text/uuid.ts';
import { isPseudonym } from '../../exchange/redaction/pseudonym.ts';

/**
 * `made`: generated, so that it is unique and means the same in every field.
 * `number`: may be an id, which is unique only among things of one kind.
 * `plain`: words, amounts, flags, dates; equal values need not mean the same thing.
 */
export type Look = 'made' | 'number' | 'plain';

const token = /^[\w.~+/=:-]+$/;
const shortestMade = 16;
const wholeNumber = /^[1-9]\d{0,39}$/;
const threeDigits = /(?:\d\D*){3}/;
const threeLetters = /(?:[A-Za-z][^A-Za-z]*){3}/;

/** Whether it is long, unbroken, and has letters as well as digits; a date, an IBAN or a dotted word does not look so. */
const looksMade = (text: string): boolean =>
  text.length >= shortestMade && token.test(text) && threeDigits.test(text) && threeLetters.test(text);

const mayBePseudonym = (text: string): boolean => {
  const first = text.charCodeAt(0);
  return first === 0x7e || first === 0x30 || first === 0x39 || first === 0x2b;
};

export const lookOf = (value: unknown): Look => {
  if (typeof value === 'number' || value instanceof LongNumber) {
    const text = String(value);
    if (!wholeNumber.test(text)) return 'plain';
    return text.length >= 15 && isPseudonym(text) ? 'made' : 'number';
  }
  if (typeof value !== 'string' || value === '') return 'plain';
  if (isUuid(value)) return 'made';
  if (mayBePseudonym(value) && isPseudonym(value)) return 'made';
  if (wholeNumber.test(value)) return 'number';
  return looksMade(value) ? 'made' : 'plain';
};

/** The look of a secret; unlike other values, it may be a token without any digit. */
export const lookOfSecret = (value: unknown): Look =>
  typeof value === 'string' && value.length >= shortestMade && token.test(value) && threeLetters.test(value)
    ? 'made'
    : lookOf(value);
