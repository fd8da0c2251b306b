// Time-based one-time codes, RFC 6238.
import { createHmac } from 'node:crypto';

export interface TotpSettings {
  /** Base32. */
  readonly secret: string;
  readonly digits?: number;
  /** Seconds. */
  readonly period?: number;
  readonly algorithm?: 'SHA1' | 'SHA256' | 'SHA512';
}

/** The number of the window that a moment (milliseconds) falls into. */
export const windowOf = (at: number, period = 30): number => Math.floor(at / 1000 / period);

export function totp({ secret, digits = 6, period = 30, algorithm = 'SHA1' }: TotpSettings, at: number): string {
  const key = decodeBase32(secret);
  if (key === undefined) throw new Error('the TOTP secret is not base32');
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(windowOf(at, period)));
  const digest = createHmac(algorithm, key).update(counter).digest();
  const offset = digest.at(-1)! & 0x0f;
  const number = digest.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Ignores spaces, hyphens and padding; undefined when another character is not of the alphabet. */
export function decodeBase32(text: string): Buffer | undefined {
  const letters = text.toUpperCase().replaceAll(/[\s=-]/g, '');
  if (letters === '' || [...letters].some((letter) => !alphabet.includes(letter))) return undefined;
  const bits = [...letters].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
