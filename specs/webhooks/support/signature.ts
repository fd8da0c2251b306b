// Looks for a signature of a delivery that the published key verifies, in the forms of a JWS (RFC 7515). Pure.
import { constants, type JsonWebKey, type KeyObject, verify } from 'node:crypto';
import { keyOf } from './jwk.ts';
import type { Arrival } from './receiver.ts';

/** What was seen, in words. */
export function signatureIn({ headers, body }: Arrival, jwk: JsonWebKey): string {
  const key = keyOf(jwk);
  if (key === undefined) return 'not looked for, as publicJwk is no key';
  const places = [['the body', body.toString('utf8').trim()] as const, ...headers];
  const seen = places.flatMap(([place, value]) => formsIn(value).map((form) => ({ place, ...form })));
  for (const { place, form, signedBy } of seen) {
    const alg = signedBy(key, body);
    if (alg !== undefined) return `${form} in ${place}, verified with publicJwk (${alg})`;
  }
  const [first] = seen;
  return first ? `${first.form} in ${first.place}, which publicJwk does not verify` : 'none was found';
}

interface Form {
  readonly form: string;
  /** The algorithm under which the key verifies it. */
  signedBy(key: KeyObject, body: Buffer): string | undefined;
}

function formsIn(value: string): readonly Form[] {
  const [, head, payload, signature] = /([\w-]{8,})\.([\w-]*)\.([\w-]{16,})/.exec(value) ?? [];
  if (head !== undefined && signature !== undefined && isHead(head)) {
    const form = payload ? 'an attached JWS' : 'a detached JWS';
    const signedBy = (key: KeyObject, body: Buffer) => {
      const packed = payload || body.toString('base64url');
      const candidates = [`${head}.${packed}`, ...(payload ? [] : [`${head}.${body.toString('utf8')}`])];
      return firstVerified(
        key,
        candidates.map((text) => Buffer.from(text)),
        Buffer.from(signature, 'base64url'),
      );
    };
    return [{ form, signedBy }];
  }
  const [bare] = /(?<![\w+/=-])[\w+/-]{86,}={0,2}(?![\w+/=-])/.exec(value) ?? [];
  if (bare === undefined) return [];
  const signedBy = (key: KeyObject, body: Buffer) => firstVerified(key, [body], Buffer.from(bare, 'base64'));
  return [{ form: 'a bare signature', signedBy }];
}

function isHead(part: string): boolean {
  try {
    return typeof JSON.parse(Buffer.from(part, 'base64url').toString('utf8')).alg === 'string';
  } catch {
    return false;
  }
}

const schemes = ['256', '384', '512'].flatMap((bits) => [
  { alg: `RS${bits}`, hash: `sha${bits}`, padding: constants.RSA_PKCS1_PADDING },
  { alg: `PS${bits}`, hash: `sha${bits}`, padding: constants.RSA_PKCS1_PSS_PADDING },
]);

function firstVerified(key: KeyObject, texts: readonly Buffer[], signature: Buffer): string | undefined {
  return schemes.find(({ hash, padding }) =>
    texts.some((text) => {
      try {
        return verify(hash, text, { key, padding }, signature);
      } catch {
        return false;
      }
    }),
  )?.alg;
}
