// Names that mean a secret only about half the time, so that the value decides: `X-Session`, `ticket`, `auth`, `tan`.
import { isHarmless, wordsOf } from './telling-names.ts';

/** `issued`: the name may mean a password, or a token that a server issues. `one-time`: it may also mean a short code of digits. */
export type Doubt = 'issued' | 'one-time' | undefined;

const issuedNames = new Set(['session', 'auth', 'authentication', 'ticket', 'refresh']);
const oneTimeNames = new Set(['tan', 'mfa']);

/**
 * `asked`: the name is in a request. There a `code` alone is a confirmation code; in an answer it is the code of an error, or an
 * abbreviation.
 */
export const doubtOf = (name: string, asked: boolean): Doubt => {
  const words = wordsOf(name);
  const last = words.at(-1);
  if (last === undefined || isHarmless(words)) return undefined;
  if (issuedNames.has(last)) return 'issued';
  return oneTimeNames.has(last) || (asked && /^(?:x )?code$/.test(words.join(' '))) ? 'one-time' : undefined;
};

/** For the quick test, like `tellingEndings`. */
export const doubtfulEndings: readonly string[] = [...issuedNames, ...oneTimeNames, 'code'];

/** Excludes words, sentences, dates and addresses. */
const issued = /^(?!\d{4}-\d\d-\d\d|https?:)(?=\S*\d)(?:(?=\S*[a-z])\S{8,}|\S{12,})$/;
const digits = /^\d{4,10}$/;

export const looksDoubtful = (doubt: Doubt, value: string): boolean =>
  (doubt !== undefined && issued.test(value)) || (doubt === 'one-time' && digits.test(value));
