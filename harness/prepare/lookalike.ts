// Tokens that were never issued but have the form of one that was, so that a target has to look them up to refuse them.
import { randomInt, randomUUID } from 'node:crypto';
import { isUuid } from '../../contract/text/uuid.ts';
import { claimsOf } from '../../subject/session/tokens.ts';

const shortestSignature = 16;

/** In a JWT only the signature is changed, because other changes could make it malformed. */
export function lookalikeOf(token: string): string {
  if (isUuid(token)) return /[A-F]/.test(token) ? randomUUID().toUpperCase() : randomUUID();
  const signature = claimsOf(token) === undefined ? undefined : token.split('.').at(-1);
  const isSigned = signature !== undefined && signature.length >= shortestSignature;
  // The beginning is kept, because it may say what kind of token it is.
  const kept = isSigned ? token.length - signature.length : Math.ceil(token.length / 4);
  return token.slice(0, kept) + scrambled(token.slice(kept), /^[\da-f]+$/i.test(token));
}

function scrambled(text: string, isHex: boolean): string {
  const letters = isHex ? 'abcdef' : 'abcdefghijklmnopqrstuvwxyz';
  return [...text]
    .map((character) => {
      if (/\d/.test(character)) return otherThan(character, '0123456789');
      if (/[a-z]/.test(character)) return otherThan(character, letters);
      return /[A-Z]/.test(character) ? otherThan(character, letters.toUpperCase()) : character;
    })
    .join('');
}

function otherThan(character: string, alphabet: string): string {
  const others = alphabet.replace(character, '');
  return others[randomInt(others.length)] as string;
}

/**
 * Texts that only a faulty comparison takes for this token. They differ before the padding, and two characters are added, because a
 * base64 decoder may ignore padding and single trailing characters.
 */
export function nearMisses(whole: string): readonly string[] {
  const [padding] = /=*$/.exec(whole) as RegExpExecArray;
  const token = whole.slice(0, whole.length - padding.length);
  const others = [token.slice(0, -1), `${token}00`, ...otherNearTheEnd(token)];
  const misses = [...others, ...(bearsCase(token) ? [inOtherCase(token)] : [])].map((other) => other + padding);
  return [...misses, ...forgeriesOf(whole)].filter((other) => other !== whole);
}

/** For a JWT: without a signature, with and without `alg: none`, and with a later expiry under the old signature. */
function forgeriesOf(token: string): readonly string[] {
  const claims = claimsOf(token);
  if (claims === undefined) return [];
  const [header, body, signature] = token.split('.');
  // Later than the signed expiry, so that it always differs.
  const end = Math.max(Math.floor(Date.now() / 1000), Number(claims.exp) || 0) + oneDay;
  const later = encoded({ ...claims, exp: end });
  const unsigned = ['none', 'None'].map((alg) => `${encoded({ alg, typ: 'JWT' })}.${body}.`);
  return [...unsigned, ...(signature === '' ? [] : [`${header}.${body}.`, `${header}.${later}.${signature}`])];
}

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');

const oneDay = 86_400;

const shortestUncounted = 10;

/** A number or a short token may be a counter; then similar tokens may have been issued. */
export const mayBeCounted = (token: string): boolean => token.length < shortestUncounted || /^\d+$/.test(token);

/** The token with another second-to-last character, and with another last one. */
function otherNearTheEnd(token: string): readonly string[] {
  if (mayBeCounted(token)) return [];
  const isHex = /^[\da-f-]+$/i.test(token);
  const at = token.length - 2;
  const others = [token.slice(0, at) + scrambled(token.charAt(at), isHex) + token.slice(at + 1), otherAtTheEnd(token)];
  return others.filter((other) => other !== token);
}

const digitsOfBase64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Changes the highest bit of the last character, because a base64 decoder may ignore the lower bits, or a single trailing character. */
function otherAtTheEnd(token: string): string {
  const kept = token.slice(0, -1);
  if (/^[\da-f-]+$/i.test(token)) return kept + scrambled(token.slice(-1), true);
  const lastPart = token.slice(token.lastIndexOf('.') + 1);
  const digit = digitsOfBase64.indexOf(token.slice(-1));
  return digit < 0 || lastPart.length % 4 === 1 ? token : kept + digitsOfBase64.charAt(digit ^ 0b100000);
}

/** Case matters only in a token with letters of both cases; hexadecimal numbers and UUIDs may be read in either. */
const bearsCase = (token: string): boolean => /[a-z]/.test(token) && /[A-Z]/.test(token);

const inOtherCase = (token: string): string =>
  token.replaceAll(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
