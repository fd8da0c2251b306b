// Time-based one-time passwords (RFC 6238): SHA-1, six digits, steps of 30 seconds.
import { createHmac } from 'node:crypto';

const step = 30_000;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

const decodeBase32 = (text: string): Buffer => {
  const bytes: number[] = [];
  let bits = 0;
  let held = 0;
  for (const letter of text) {
    held = ((held << 5) | alphabet.indexOf(letter)) & 0xfff;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((held >> bits) & 0xff);
    }
  }
  return Buffer.from(bytes);
};

/** The code of a period, counted since 1970; periods may have any length. */
export const codeOfPeriod = (secret: string, count: number): string => {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(count));
  const digest = createHmac('sha1', decodeBase32(secret)).update(counter).digest();
  const offset = digest[digest.length - 1]! & 0x0f;
  const number = digest.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
};

export const totp = (secret: string, now: number): string => codeOfPeriod(secret, Math.floor(now / step));

/** A code of the step before or after is accepted too, because clocks differ and people type slowly. */
export const isTotp = (secret: string, code: string, now: number): boolean =>
  [0, -1, 1].some((shift) => totp(secret, Math.max(0, now + shift * step)) === code);
