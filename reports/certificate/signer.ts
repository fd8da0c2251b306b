// The signer of a certificate: the holder of a key, or an identity for which a certificate authority vouches.
import { bundleText, signedBytes } from './envelope.ts';
import type { PrivateKey } from './keys.ts';

export interface Signer {
  /** In words, such as “the key 4xTL…=”. */
  readonly who: string;
  /** A sigstore bundle with this statement in it. */
  seal(payload: Buffer): Promise<string>;
}

export const keySigner = (key: PrivateKey): Signer => ({
  who: `the key ${key.fingerprint}`,
  seal: async (payload) =>
    bundleText({ payload, signature: key.sign(signedBytes(payload)), signedWith: key.fingerprint }),
});
