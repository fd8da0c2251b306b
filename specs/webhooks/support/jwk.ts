// Judges a JWK: whether it is a key at all, and a good one. Pure.
import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import type { Mismatch } from '../../../harness/assert/comparisons.ts';

/** Current libraries refuse keys with shorter moduli. */
const shortestKey = 512;

/** Whether the members are numbers of an RSA key, because `createPublicKey` accepts nearly any text, even with a sign octet. */
export function importable(jwk: JsonWebKey): Mismatch {
  const wrong = faultOf(jwk);
  return wrong === undefined ? undefined : { expected: 'an RSA public key (RFC 7518, section 6.3.1)', got: wrong };
}

function faultOf(jwk: JsonWebKey): string | undefined {
  const key = keyOf(jwk);
  if (key === undefined) return `kty ${jwk.kty}, which is not imported as a public key`;
  for (const name of ['n', 'e'] as const) {
    if (!isBase64url(jwk[name] ?? '')) return `a member ${name} that is no base64url`;
    if (octetsOf(jwk[name] ?? '')[0] === 0) return `a member ${name} that begins with an octet of zero`;
  }
  const { modulusLength = 0, publicExponent = 0n } = key.asymmetricKeyDetails ?? {};
  if (modulusLength < shortestKey) return `a modulus of ${modulusLength} bits`;
  return publicExponent < 3n ? `the exponent ${publicExponent}` : undefined;
}

/** A last group of one letter would hold no octet (RFC 4648, section 5). */
const isBase64url = (text: string): boolean => /^[\w-]+$/.test(text) && text.length % 4 !== 1;

const octetsOf = (member: string): Buffer => Buffer.from(member, 'base64url');

/** Made of the members that a public key needs; all others are ignored. */
export function keyOf({ kty, n, e }: JsonWebKey): KeyObject | undefined {
  try {
    return createPublicKey({ key: { kty, n, e } as JsonWebKey, format: 'jwk' });
  } catch {
    return undefined;
  }
}

/** The product of two primes is odd. Libraries import an even one as well, as a test system with a made-up key may have. */
const isOdd = (member: string): boolean => (octetsOf(member).at(-1) ?? 0) % 2 === 1;

const leastBits = 2048;
const signing = new Set(['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512']);

export function recommended(jwk: JsonWebKey): Mismatch {
  const bits = keyOf(jwk)?.asymmetricKeyDetails?.modulusLength ?? 0;
  if (bits < leastBits) return { expected: `a modulus of ${leastBits} bits or more`, got: `${bits} bits` };
  if (!isOdd(String(jwk.n))) return { expected: 'a modulus that can be the product of two primes', got: 'an even one' };
  const alg = String(jwk.alg);
  return signing.has(alg) ? undefined : { expected: `alg one of ${[...signing].join(', ')}`, got: alg };
}
