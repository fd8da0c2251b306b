// Names that mean a secret as often as something else, so that the value decides: `X-Session`, `ticket`, `auth`, `tan`.
import { isHarmless, wordsOf } from './telling-names.ts';

/** `issued`: it may name a password, or what a server hands out. `one-time`: it may also name a short code of digits. */
export type Doubt = 'issued' | 'one-time' | undefined;

const issuedNames = new Set(['session', 'auth', 'authentication', 'ticket', 'refresh']);
const oneTimeNames = new Set(['tan', 'mfa']);

/** `asked`: in a request. A `code` alone confirms something there; in an answer it tells of an error, or stands for a word. */
export const doubtOf = (name: string, asked: boolean): Doubt => {
  const words = wordsOf(name);
  const last = words.at(-1);
  if (last === undefined || isHarmless(words)) return undefined;
  if (issuedNames.has(last)) return 'issued';
  return oneTimeNames.has(last) || (asked && /^(?:x )?code$/.test(words.join(' '))) ? 'one-time' : undefined;
};

/** For the quick look, as `tellingEndings`. */
export const doubtfulEndings: readonly string[] = [...issuedNames, ...oneTimeNames, 'code'];

/** No word and no sentence, no date and no address. */
const issued = /^(?!\d{4}-\d\d-\d\d|https?:)(?=\S*\d)(?:(?=\S*[a-z])\S{8,}|\S{12,})$/;
const digits = /^\d{4,10}$/;

export const looksDoubtful = (doubt: Doubt, value: string): boolean =>
  (doubt !== undefined && issued.test(value)) || (doubt === 'one-time' && digits.test(value));
