// The envelope of a signed statement: DSSE, in a sigstore bundle of version 0.3.

/** The type of the payload in the envelope; it is signed together with the statement. */
export const payloadType = 'application/vnd.in-toto+json';

export const bundleType = 'application/vnd.dev.sigstore.bundle.v0.3+json';

/**
 * The bytes that are signed: DSSE's pre-authentication encoding, which is unambiguous: no other type and payload give the same
 * bytes.
 */
export const signedBytes = (payload: Uint8Array, type = payloadType): Buffer =>
  Buffer.concat([Buffer.from(`DSSEv1 ${Buffer.byteLength(type)} ${type} ${payload.length} `), payload]);

interface Sealed {
  readonly payload: Uint8Array;
  readonly signature: Uint8Array;
  /** Fingerprint of the key that signed it. */
  readonly signedWith: string;
}

/** Each sealed statement has exactly one text, so that a file that was changed in any byte is recognised. */
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
