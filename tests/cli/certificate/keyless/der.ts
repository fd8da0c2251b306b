// X.509 certificates, written by hand: the little of DER that an authority for short certificates needs.
import { type KeyObject, sign } from 'node:crypto';

export const der = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts);
  const size = content.length;
  const long = size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255];
  return Buffer.concat([Buffer.from([tag, ...(size < 128 ? [size] : long)]), content]);
};

export const sequence = (...parts: readonly Uint8Array[]): Buffer => der(0x30, ...parts);
export const octets = (content: Uint8Array): Buffer => der(0x04, content);
export const text = (content: string): Buffer => der(0x0c, Buffer.from(content));
const integer = (content: Uint8Array): Buffer => der(0x02, content);

export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...others] = dotted.split('.').map(Number);
  const groups = [40 * first + second, ...others].map((arc) => {
    const bytes = [arc & 127];
    for (let left = arc >> 7; left > 0; left >>= 7) bytes.unshift((left & 127) | 128);
    return bytes;
  });
  return der(0x06, Buffer.from(groups.flat()));
}

export const extension = (id: string, value: Uint8Array): Buffer => sequence(oid(id), octets(value));

export const named = (name: string): Buffer => sequence(der(0x31, sequence(oid('2.5.4.3'), text(name))));

const time = (at: Date): Buffer => der(0x17, Buffer.from(`${at.toISOString().replaceAll(/\D/g, '').slice(2, 14)}Z`));

const ecdsaWithSha256 = sequence(oid('1.2.840.10045.4.3.2'));

export interface Described {
  readonly serial: Uint8Array;
  readonly issuer: Buffer;
  readonly subject: Buffer;
  readonly from: Date;
  readonly to: Date;
  readonly publicKey: KeyObject;
  readonly extensions: readonly Buffer[];
}

/** What an authority signs, and before it a log. */
export const unsigned = ({ serial, issuer, subject, from, to, publicKey, extensions }: Described): Buffer =>
  sequence(
    der(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), serial])),
    ecdsaWithSha256,
    issuer,
    sequence(time(from), time(to)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...extensions)),
  );

export function signedBy(key: KeyObject, described: Described): Buffer {
  const content = unsigned(described);
  return sequence(content, ecdsaWithSha256, der(0x03, Buffer.from([0]), sign('sha256', content, key)));
}

export const pem = (certificate: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64').replaceAll(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`;
