import { expect, test } from '@playwright/test';
import { decodeBase32, totp, windowOf } from '../../../subject/session/totp.ts';

const ascii = (text: string) => {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...Buffer.from(text)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
};

const secrets = {
  SHA1: ascii('12345678901234567890'),
  SHA256: ascii('12345678901234567890123456789012'),
  SHA512: ascii('1234567890123456789012345678901234567890123456789012345678901234'),
} as const;

// Appendix B of RFC 6238.
const vectors = [
  [59, '94287082', '46119246', '90693936'],
  [1111111109, '07081804', '68084774', '25091201'],
  [1111111111, '14050471', '67062674', '99943326'],
  [1234567890, '89005924', '91819424', '93441116'],
  [2000000000, '69279037', '90698825', '38618901'],
  [20000000000, '65353130', '77737706', '47863826'],
] as const;

for (const [seconds, ...codes] of vectors) {
  test(`the codes of second ${seconds} are those of the RFC`, () => {
    const made = (['SHA1', 'SHA256', 'SHA512'] as const).map((algorithm) =>
      totp({ secret: secrets[algorithm], digits: 8, algorithm }, seconds * 1000),
    );
    expect(made).toEqual(codes);
  });
}

test('a code keeps its leading zeros and its six digits', () => {
  expect(totp({ secret: secrets.SHA1 }, 1111111109_000)).toBe('081804');
});

test('base32 is read with spaces, small letters and padding', () => {
  expect(decodeBase32('mfrg gzdf-mztw q===')?.toString()).toBe('abcdefgh');
});

test('what is not base32 is nothing', () => {
  expect(decodeBase32('ABC1')).toBeUndefined();
  expect(decodeBase32('')).toBeUndefined();
});

test('windows begin with their period', () => {
  expect([windowOf(29_999), windowOf(30_000), windowOf(5_000, 5)]).toEqual([0, 1, 1]);
});
