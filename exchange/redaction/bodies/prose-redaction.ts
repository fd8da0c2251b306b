// Redacts what follows a telling name in text without a form of its own: `password=hunter2`, `X-Api-Key: abc`, `"token": "abc"`.
import type { Mask } from '../pattern-net.ts';
import { hidesText } from '../reasons.ts';
import type { Side } from '../sides.ts';

// A name begins where no other character of a name stands before it, so that a long word is looked at once.
const pair =
  /(?<![\w-])([\w-]{3,64})(\\*["']?\s*([=:])\s*)(?:(\\*["'])([^"'\\\r\n]*)|((?:[^\s"'&,;<>\\]|\\(?!["']))+))/g;

const surelyMade = 16;

/** An identifier is no word of a sentence: `api_key`, `X-Auth-Token`, `clientSecret`. */
const isIdentifier = (name: string): boolean => /[_-]|[a-z][A-Z]/.test(name);

/** After a colon a sentence may go on: `password: too short`. */
const mayBeSentence = (name: string, sign: string, value: string): boolean =>
  sign === ':' && !isIdentifier(name) && value.length < surelyMade && !/\d/.test(value);

export const redactedProse = (text: string, side: Side, mask: Mask): string =>
  text.replace(
    pair,
    (whole, name: string, before: string, sign: string, quote = '', quoted?: string, bare?: string) => {
      const reason = side.reasonFor(name);
      const value = quoted ?? bare ?? '';
      if (value === '' || reason === undefined || reason === 'perhaps' || !hidesText(reason, value)) return whole;
      if (quoted === undefined && mayBeSentence(name, sign, value)) return whole;
      return name + before + quote + mask(value);
    },
  );
