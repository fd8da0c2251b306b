// Redacts the value behind a telling name in text without a format: `password=hunter2`, `X-Api-Key: abc`, `"token": "abc"`.
import type { Mask } from '../pattern-net.ts';
import { hidesText } from '../reasons.ts';
import type { Side } from '../sides.ts';

// A name begins only where no character of a name comes before, so that a long word is searched only once.
const named = /(?<![\w-])([\w-]{2,64})\\*["']?\s*([=:])\s*/g;
const quoted = /(\\*["'])([^"'\\\r\n]+)/y;
const bare = /()((?:[^\s"'&,;<>\\]|\\(?!["']))+)/y;

const surelyMade = 16;

/** Identifiers are not words of a sentence: `api_key`, `X-Auth-Token`, `clientSecret`. */
const isIdentifier = (name: string): boolean => /[_-]|[a-z][A-Z]/.test(name);

/** After a colon, a sentence may continue: `password: too short`. */
const mayBeSentence = (name: string, sign: string, value: string): boolean =>
  sign === ':' && !isIdentifier(name) && value.length < surelyMade && !/\d/.test(value);

export const redactedProse = (text: string, side: Side, mask: Mask): string => {
  let [result, done] = ['', 0];
  named.lastIndex = 0;
  for (let match = named.exec(text); match; match = named.exec(text)) {
    const [, name = '', sign = ''] = match;
    const reason = side.reasonFor(name);
    if (reason === undefined || reason === 'perhaps') continue;
    const start = named.lastIndex;
    quoted.lastIndex = start;
    bare.lastIndex = start;
    const inQuotes = quoted.exec(text);
    const [, quote = '', value = ''] = inQuotes ?? bare.exec(text) ?? [];
    if (!hidesText(reason, value) || (!inQuotes && mayBeSentence(name, sign, value))) continue;
    result += text.slice(done, start + quote.length) + mask(value);
    done = start + quote.length + value.length;
    named.lastIndex = done;
  }
  return done === 0 ? text : result + text.slice(done);
};
