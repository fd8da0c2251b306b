// Reads a certificate's file: the statement in it, and how it is signed, if at all. Whether it can be trusted is decided elsewhere.
import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { whyUnread } from '../../exchange/unread.ts';
import { bundleType, signedBytes } from './envelope.ts';
import type { Statement } from './statement.ts';

/** The file cannot be read, or is not a certificate. */
export class NoCertificate extends Error {
  override readonly name = 'NoCertificate';
}

export interface SignedCertificate {
  readonly kind: 'signed';
  /** As it stands in the file. */
  readonly text: string;
  readonly bundle: object;
  readonly payload: Buffer;
  readonly signature: Buffer;
  /** The bytes that the signature covers. */
  readonly signedBytes: Buffer;
  /** The fingerprint of the key that, by its own words, signed it; absent when an authority's certificate vouches for the key. */
  readonly signedWith?: string;
}

export type Certificate = SignedCertificate | { readonly kind: 'unsigned'; readonly payload: Buffer };

/** Throws `NoCertificate`. */
export function readCertificate(path: string): Certificate {
  const text = textOf(path);
  const json = jsonIn(text);
  const { unsigned, statement, mediaType, dsseEnvelope, verificationMaterial } = fieldsOf(json);
  if (typeof unsigned === 'string')
    return { kind: 'unsigned', payload: Buffer.from(JSON.stringify(statement ?? null)) };
  const { payload, payloadType: type, signatures } = fieldsOf(dsseEnvelope);
  const [signed] = Array.isArray(signatures) && signatures.length === 1 ? signatures : [];
  const { sig } = fieldsOf(signed);
  if (mediaType !== bundleType || typeof payload !== 'string' || typeof type !== 'string' || typeof sig !== 'string') {
    throw new NoCertificate(`${path} is no certificate of Assay`);
  }
  const { hint } = fieldsOf(fieldsOf(verificationMaterial)['publicKey']);
  const content = Buffer.from(payload, 'base64');
  return {
    kind: 'signed',
    text,
    bundle: json as object,
    payload: content,
    signature: Buffer.from(sig, 'base64'),
    signedBytes: signedBytes(content, type),
    ...(typeof hint === 'string' && { signedWith: hint }),
  };
}

/** The statement in the payload; undefined when it is not one of Assay's, or has a form that this version does not know. */
export function statementIn(payload: Buffer): Statement | undefined {
  const json = jsonIn(payload.toString('utf8'));
  validate ??= compiled();
  return validate(json) ? (json as unknown as Statement) : undefined;
}

let validate: ValidateFunction | undefined;

const compiled = (): ValidateFunction =>
  new Ajv2020().compile(JSON.parse(readFileSync(new URL('certificate.schema.json', import.meta.url), 'utf8')));

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new NoCertificate(`${path} cannot be read: ${whyUnread(error)}`);
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
