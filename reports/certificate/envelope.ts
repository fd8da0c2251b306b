// The envelope of a signed statement: DSSE, in a sigstore bundle of version 0.3.

/** What kind of thing the envelope holds; it is signed together with the statement. */
export const payloadType = 'application/vnd.in-toto+json';

export const bundleType = 'application/vnd.dev.sigstore.bundle.v0.3+json';

/** The bytes that are signed: DSSE's pre-authentication encoding, in which nothing can pass for anything else. */
export const signedBytes = (payload: Uint8Array, type = payloadType): Buffer =>
  Buffer.concat([Buffer.from(`DSSEv1 ${Buffer.byteLength(type)} ${type} ${payload.length} `), payload]);

export interface Sealed {
  readonly payload: Uint8Array;
  readonly signature: Uint8Array;
  /** Fingerprint of the key that signed it. */
  readonly signedWith: string;
}

/** One text for each sealed statement: a file that differs in any byte is not the one that was written. */
export const bundleText = ({ payload, signature, signedWith }: Sealed): string =>
  `${JSON.stringify(
    {
      mediaType: bundleType,
      verificationMaterial: {
        publicKey: { hint: signedWith },
        tlogEntries: [],
        timestampVerificationData: { rfc3161Timestamps: [] },
      },
      dsseEnvelope: {
        payload: Buffer.from(payload).toString('base64'),
        payloadType,
        signatures: [{ sig: Buffer.from(signature).toString('base64'), keyid: '' }],
      },
    },
    null,
    2,
  )}\n`;
