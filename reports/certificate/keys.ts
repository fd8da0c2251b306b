// Keys of certificates: P-256 or Ed25519, in PEM, with a passphrase that comes from the environment alone.
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { readFileSync } from 'node:fs';
import { whyUnread } from '../../exchange/unread.ts';

export const keyTypes = ['p256', 'ed25519'] as const;
export type KeyType = (typeof keyTypes)[number];

/** The file does not hold a key that can be used here; the message says what it holds instead. */
export class KeyError extends Error {
  override readonly name = 'KeyError';
}

export interface PublicKey {
  /** SHA-256 of the key in its standard form (SPKI), in Base64: how a certificate names the key that signed it. */
  readonly fingerprint: string;
  fits(bytes: Uint8Array, signature: Uint8Array): boolean;
}

export interface PrivateKey {
  readonly fingerprint: string;
  sign(bytes: Uint8Array): Buffer;
}

interface KeyPair {
  /** PEM, encrypted where there is a passphrase. */
  readonly privateKey: string;
  readonly publicKey: string;
  readonly fingerprint: string;
}

export function newKeyPair(type: KeyType, passphrase: string | undefined): KeyPair {
  const { privateKey, publicKey } =
    type === 'p256' ? generateKeyPairSync('ec', { namedCurve: 'prime256v1' }) : generateKeyPairSync('ed25519');
  const secret = passphrase === undefined ? {} : { cipher: 'aes-256-cbc', passphrase };
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem', ...secret }).toString(),
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    fingerprint: fingerprintOf(publicKey),
  };
}

/** Throws a `KeyError`. */
export function readPrivateKey(path: string, passphrase: string | undefined): PrivateKey {
  const pem = textOf(path);
  if (!pem.includes('PRIVATE KEY-----')) throw new KeyError(`${path} is no private key in PEM`);
  if (/SIGSTORE|COSIGN/.test(pem)) {
    throw new KeyError(
      `${path} is encrypted in a way that only cosign reads; a key of assay keygen or openssl is needed`,
    );
  }
  const key = opened(path, pem, passphrase);
  const hash = hashFor(path, key);
  return {
    fingerprint: fingerprintOf(createPublicKey(key)),
    sign: (bytes) => sign(hash, bytes, key),
  };
}

/** Throws a `KeyError`. */
export function readPublicKey(path: string): PublicKey {
  const pem = textOf(path);
  if (pem.includes('PRIVATE KEY-----')) {
    throw new KeyError(
      `${path} is a private key; what verifies is the public one, and the private one should not travel`,
    );
  }
  if (!pem.includes('-----BEGIN PUBLIC KEY-----')) throw new KeyError(`${path} is no public key in PEM`);
  let key: KeyObject;
  try {
    key = createPublicKey(pem);
  } catch {
    throw new KeyError(`${path} is damaged: no public key can be read from it`);
  }
  const hash = hashFor(path, key);
  return {
    fingerprint: fingerprintOf(key),
    fits: (bytes, signature) => verify(hash, bytes, key, signature),
  };
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new KeyError(`the key ${path} cannot be read: ${whyUnread(error)}`);
  }
}

/** Messages name the variable, and never its value. */
export const passphraseVariable = 'ASSAY_KEY_PASSPHRASE';

function opened(path: string, pem: string, passphrase: string | undefined): KeyObject {
  const isEncrypted = /ENCRYPTED/.test(pem);
  if (isEncrypted && passphrase === undefined) {
    throw new KeyError(`${path} is encrypted; ${passphraseVariable} has to hold its passphrase`);
  }
  try {
    return createPrivateKey({ key: pem, ...(passphrase !== undefined && { passphrase }) });
  } catch {
    throw new KeyError(
      isEncrypted
        ? `${path} cannot be opened with the passphrase in ${passphraseVariable}`
        : `${path} is damaged: no private key can be read from it`,
    );
  }
}

/** Null for Ed25519, which hashes by itself. */
function hashFor(path: string, { asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject): 'sha256' | null {
  if (type === 'ed25519') return null;
  if (type === 'ec' && details?.namedCurve === 'prime256v1') return 'sha256';
  const found = type === 'ec' ? `a key on the curve ${details?.namedCurve}` : `of the type ${type}`;
  throw new KeyError(`${path} is ${found}; certificates are signed with P-256 or Ed25519`);
}

const fingerprintOf = (key: KeyObject): string =>
  createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('base64');
