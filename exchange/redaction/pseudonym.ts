// Stand-ins for secrets: equal ones for equal secrets under one key, of the secret's type, and recognisable without the key.
//
//   text       ~k3Xa9Qp0a7F              a tilde, hash, two check characters; 12 in all, fewer (not below 6) for a shorter secret
//   e-mail     ~k3Xa9Qp0a7F@redacted.invalid
//   8-12 digits, or digits after a plus   0000…, as many digits, with a Luhn sum of 5
//   13-19 digits                          900000…, as many digits, with a Luhn sum of 5
//   a JSON number                         the same, with 15 digits if it had fewer than 13
//
// No card number, phone number or code looks like these, and none of them passes for a valid card number. A number that is masked
// already, such as 411111******1111, is no secret and stays.
import { createHmac, randomBytes } from 'node:crypto';
import { luhnSum } from '../../contract/text/luhn.ts';

interface Pseudonyms {
  /** The stand-in for a text; empty texts, stand-ins and masked card numbers stay as they are. */
  text(secret: string): string;
  /** The stand-in for a JSON number, as its text. */
  number(secret: string): string;
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const longest = 12;
const shortest = 6;
const numberLength = 15;
const rememberedAtMost = 20_000;
const emailDomain = '@redacted.invalid';

const checkOf = (text: string): string => {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return `${alphabet[(hash >>> 8) & 63]}${alphabet[(hash >>> 20) & 63]}`;
};

const tildeForm = /^~[\w-]{5,11}$/;
const digitForm = /^(?:\+?0000\d{4,}|900000\d{7,13})$/;
const candidates =
  /~[\w-]{5,11}(?![\w-])(?:(?:@|%40)redacted\.invalid)?|(?:%2B|(?<![\w.])\+?)0000\d{4,}(?![\w.]\d)|(?<![\w.])900000\d{7,13}(?![\w.]\d)/g;

export const isPseudonym = (text: string): boolean => {
  const plain = text.endsWith(emailDomain) ? text.slice(0, -emailDomain.length) : text;
  if (tildeForm.test(plain)) return plain.endsWith(checkOf(plain.slice(0, -2)));
  return digitForm.test(text) && luhnSum(text.replace('+', '')) === 5;
};

/** The stand-ins in a text, in order, including percent-encoded ones. */
export const pseudonymsIn = (text: string): { readonly index: number; readonly pseudonym: string }[] =>
  [...text.matchAll(candidates)]
    .filter((match) => isPseudonym(match[0].replace('%40', '@').replace('%2B', '+')))
    .map((match) => ({ index: match.index, pseudonym: match[0] }));

const [longNumber, shortNumber, phone, email] = [
  /^\d{13,19}$/,
  /^\d{8,12}$/,
  /^\+\d{8,19}$/,
  /^[^@\s]+@[^@\s]+\.[^@\s]+$/,
];

const kindOf = (text: string): string => {
  if (longNumber.test(text)) return `${text.length} digits`;
  return shortNumber.test(text) ? 'digits' : phone.test(text) ? 'phone' : email.test(text) ? 'email' : 'text';
};

/** Whether a secret would have a stand-in of this kind: an address, a phone, a number of so many digits, or any other text. */
export const isOfKind = (standIn: string, secret: string): boolean => kindOf(standIn) === kindOf(secret);

const maskedForm = /^(?=(?:[\d*•xX][ -]?){12,19}$)(?:\d[ -]?){0,8}(?:[*•xX][ -]?){4,}(?:\d[ -]?){2,4}$/;

/** At most the first eight and the last four digits show, as on receipts. */
export const isMaskedNumber = (text: string): boolean => text.length <= 40 && maskedForm.test(text);

/** Texts that get no stand-in. */
const staysAsItIs = (text: string): boolean => text === '' || isPseudonym(text) || isMaskedNumber(text);

export const newKey = (): Buffer => randomBytes(32);

export const createPseudonyms = (key: Uint8Array): Pseudonyms => {
  const remembered = new Map<string, string>();
  const hash = (secret: string): Buffer => createHmac('sha256', key).update(secret).digest();

  const tilde = (secret: string): string => {
    const length = Math.min(longest, Math.max(shortest, secret.length));
    const body = `~${hash(secret)
      .toString('base64url')
      .slice(0, length - 3)}`;
    return body + checkOf(body);
  };

  const digits = (secret: string, prefix: string, length: number): string => {
    const bytes = hash(secret);
    let body = prefix;
    for (let i = 0; body.length < length - 1; i += 1) body += (bytes[i] as number) % 10;
    const check = [...'0123456789'].find((digit) => luhnSum(body + digit) === 5);
    return body + check;
  };

  const textOf = (secret: string): string => {
    if (longNumber.test(secret)) return digits(secret, '900000', secret.length);
    if (shortNumber.test(secret)) return digits(secret, '0000', secret.length);
    if (phone.test(secret)) return `+${digits(secret, '0000', secret.length - 1)}`;
    if (email.test(secret)) return tilde(secret.padEnd(longest)) + emailDomain;
    return tilde(secret);
  };

  const numberOf = (secret: string): string => {
    const length = longNumber.test(secret) ? secret.length : numberLength;
    return digits(secret, '900000', length);
  };

  const once = (kind: string, secret: string, make: (secret: string) => string): string => {
    const known = remembered.get(kind + secret);
    if (known !== undefined) return known;
    if (staysAsItIs(secret)) return secret;
    if (remembered.size >= rememberedAtMost) remembered.clear();
    const made = make(secret);
    remembered.set(kind + secret, made);
    return made;
  };

  return {
    text: (secret) => once('t', secret, textOf),
    number: (secret) => once('n', secret, numberOf),
  };
};
