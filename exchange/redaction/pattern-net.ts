// Finds texts that look like secrets in any place: card numbers, credentials, tokens, e-mail addresses.
//
// It must leave alone masked card numbers, UUIDs, digests, IBANs, decimals, and times since 1970 in milliseconds, microseconds or
// nanoseconds, of which one in ten passes Luhn's rule.
import { luhnSum } from '../../contract/text/luhn.ts';

export type Mask = (secret: string) => string;

const scheme = /[Bb](?:earer|asic)\b|B(?:EARER|ASIC)\b/;
const longRun = /\d{13}/;
const longRunOtherThanMilliseconds = /[2-9]\d{12}|1\d{13}/;

/** The beginning of a plain or grouped number, found with one expression. */
const digits = /\d(?:\d{12}|[ -]\d{4}[ -]\d{4}[ -]|[ -]\d{6}[ -])/;
/** Ends like `grouped` below. A UUID may have such groups too, but letters or digits follow its last one. */
const groups = /\d[ -](?:\d{4}[ -]\d{4}[ -]\d{4}|\d{6}[ -]\d{5})(?!-?[A-Za-z0-9])/;

/** A private key as PEM, even if it is cut off. */
const privateKey = /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g;

/** A quick test: whether `caught` could find anything. Each cheap test comes before its expensive one. */
export const looksSuspicious = (text: string): boolean =>
  text.length > 5 &&
  (text.includes('@') ||
    text.includes('eyJ') ||
    text.includes('%40') ||
    text.includes('PRIVATE KEY-----') ||
    scheme.test(text) ||
    (digits.test(text) && ((longRun.test(text) && longRunOtherThanMilliseconds.test(text)) || groups.test(text))));

// Each is searched only where a run of its characters begins. A search from every place of a long run would take quadratic time, and a target
// may answer with a run of any length.
const jwt = /(?<![\w-])(?=[\w-]*eyJ[\w-]{5})[\w-]+\.[\w-]+(?:\.[\w-]*)?/g;
const credentials = /\b([Bb](?:earer|asic)|B(?:EARER|ASIC))(\s+)([\w.~+/-]{8,}={0,2})/g;
const userInfo = /(:\/\/)([^\s/?#@"'<>]+)@/g;
const email =
  /(?<![\p{L}\p{N}.!+_~-])[\p{L}\p{N}.!+_~-]+(?:@|%40)[\p{L}\p{N}](?:[\p{L}\p{N}-]*)(?:\.[\p{L}\p{N}-]+)+/gu;
// Runs of digits that stand alone: no letter, digit or decimal point beside them.
const run = /(?<![A-Za-z0-9]|\d[.,])\d{13,19}(?![A-Za-z0-9]|\.\d)/g;
const grouped =
  /(?<!\d[ -]|[A-Za-z0-9-])(?:\d{4}([ -])\d{4}\1\d{4}\1\d{4}|\d{4}([ -])\d{6}\2\d{5})(?!-?[A-Za-z0-9]| \d)/g;
const brand = /^(?:4\d{15}|5[1-5]\d{14}|2[2-7]\d{14}|3[47]\d{13}|6\d{15})$/;

const isTime = (digits: string): boolean => digits[0] === '1' && (digits.length - 13) % 3 === 0;

const isCardNumber = (digits: string): boolean => digits[0] !== '0' && !isTime(digits) && luhnSum(digits) === 0;

/** An unmarked JSON number is a card number only if it has the beginning and the length of a card brand. */
export const isCardNumeral = (written: string): boolean => brand.test(written) && luhnSum(written) === 0;

/** "Bearer authentication" is prose; a token has a digit, or letters of both cases. */
const isToken = (text: string): boolean => /\d/.test(text) || (/[a-z]/.test(text) && /[A-Z]/.test(text.slice(1)));

/** The text with everything masked that looks like a secret. */
export const caught = (text: string, mask: Mask): string =>
  text
    .replace(privateKey, mask)
    .replace(jwt, (found) => {
      const at = found.indexOf('eyJ');
      return found.slice(0, at) + mask(found.slice(at));
    })
    .replace(credentials, (whole, scheme: string, gap: string, token: string) =>
      isToken(token) ? scheme + gap + mask(token) : whole,
    )
    .replace(userInfo, (_, slashes: string, user: string) => `${slashes}${user.split(':').map(mask).join(':')}@`)
    .replace(email, (address) =>
      /(?:@|%40)redacted\.invalid$/i.test(address) ? address : mask(address.replace(/%40/i, '@')),
    )
    .replace(run, (digits) => (isCardNumber(digits) ? mask(digits) : digits))
    .replace(grouped, (group) => {
      const digits = group.replace(/[ -]/g, '');
      return isCardNumber(digits) ? mask(digits) : group;
    });
