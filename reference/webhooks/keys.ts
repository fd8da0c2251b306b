// The key that signs deliveries: an RSA key made from the seed, so that a service's answers depend on its seed alone. It is
// therefore not secret, and for tests only.
import { checkPrimeSync, createHash, createPrivateKey, type KeyObject } from 'node:crypto';

export interface PublicJwk {
  readonly kty: string;
  readonly alg: string;
  readonly e: string;
  readonly n: string;
}

export interface SigningKey {
  readonly privateKey: KeyObject;
  readonly publicJwk: PublicJwk;
}

const exponent = 65_537n;
const halfLength = 128;

const bytesOf = (label: string): Buffer =>
  Buffer.concat(
    Array.from({ length: halfLength / 32 }, (_, part) => createHash('sha256').update(`${label}/${part}`).digest()),
  );

const integerOf = (bytes: Buffer): bigint => BigInt(`0x${bytes.toString('hex')}`);

/** The first prime from a number drawn from the label on, whose predecessor is coprime to the exponent. */
const primeOf = (label: string): bigint => {
  const bytes = bytesOf(label);
  bytes[0] = bytes[0]! | 0xc0; // so that a product of two has its full length
  let candidate = integerOf(bytes) | 1n;
  while (candidate % exponent === 1n || !checkPrimeSync(candidate)) candidate += 2n;
  return candidate;
};

const inverse = (value: bigint, modulus: bigint): bigint => {
  let [rest, nextRest] = [value % modulus, modulus];
  let [factor, nextFactor] = [1n, 0n];
  while (nextRest !== 0n) {
    const quotient = rest / nextRest;
    [rest, nextRest] = [nextRest, rest - quotient * nextRest];
    [factor, nextFactor] = [nextFactor, factor - quotient * nextFactor];
  }
  return factor < 0n ? factor + modulus : factor;
};

const encode = (value: bigint): string => {
  const hex = value.toString(16);
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex').toString('base64url');
};

export const createSigningKey = (seed: number): SigningKey => {
  const p = primeOf(`assay reference key ${seed}/p`);
  const q = primeOf(`assay reference key ${seed}/q`);
  const n = p * q;
  const d = inverse(exponent, (p - 1n) * (q - 1n));
  const publicJwk = { kty: 'RSA', alg: 'RS256', e: encode(exponent), n: encode(n) };
  const privateJwk = {
    ...publicJwk,
    d: encode(d),
    p: encode(p),
    q: encode(q),
    dp: encode(d % (p - 1n)),
    dq: encode(d % (q - 1n)),
    qi: encode(inverse(q, p)),
  };
  return { privateKey: createPrivateKey({ key: privateJwk, format: 'jwk' }), publicJwk };
};
