// Certificates for tests, made at run time: an authority and what it signs, as minimal X.509 in DER.
import { createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

interface Certificate {
  readonly certificate: string;
  readonly key: string;
}

interface Authority extends Certificate {
  /** Valid since an hour ago; `until` is in hours from now. */
  issue(name: string, address?: string, until?: number): Certificate;
}

const tagged = (tag: number, ...contents: Buffer[]): Buffer => {
  const content = Buffer.concat(contents);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
};

const sequence = (...contents: Buffer[]) => tagged(0x30, ...contents);
const explicit = (number: number, ...contents: Buffer[]) => tagged(0xa0 + number, ...contents);
const integer = (bytes: Buffer) => tagged(0x02, bytes);
const octets = (bytes: Buffer) => tagged(0x04, bytes);
const bits = (bytes: Buffer) => tagged(0x03, Buffer.from([0]), bytes);
const yes = tagged(0x01, Buffer.from([0xff]));
const utcTime = (date: Date) => tagged(0x17, Buffer.from(`${date.toISOString().slice(2, 19).replace(/[-:T]/g, '')}Z`));

const object = (dotted: string): Buffer => {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const bytes = [first * 40 + second];
  for (const number of rest) {
    const groups = [number & 127];
    for (let left = number >> 7; left > 0; left >>= 7) groups.unshift((left & 127) | 128);
    bytes.push(...groups);
  }
  return tagged(0x06, Buffer.from(bytes));
};

const named = (name: string) => sequence(tagged(0x31, sequence(object('2.5.4.3'), tagged(0x0c, Buffer.from(name)))));
const extension = (id: string, critical: boolean, value: Buffer) =>
  sequence(object(id), ...(critical ? [yes] : []), octets(value));
const ecdsaSha256 = sequence(object('1.2.840.10045.4.3.2'));

const pem = (der: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${der
    .toString('base64')
    .match(/.{1,64}/g)
    ?.join('\n')}\n-----END CERTIFICATE-----\n`;

const signed = (
  subject: string,
  publicKey: KeyObject,
  issuer: string,
  issuerKey: KeyObject,
  extensions: Buffer[],
  until = 24,
) => {
  const hour = 3_600_000;
  const content = sequence(
    explicit(0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaSha256,
    named(issuer),
    sequence(utcTime(new Date(Date.now() - hour)), utcTime(new Date(Date.now() + until * hour))),
    named(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    explicit(3, sequence(...extensions)),
  );
  return pem(sequence(content, ecdsaSha256, bits(sign('sha256', content, issuerKey))));
};

const newKeys = () => generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
const keyPem = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }) as string;

export const createAuthority = (name: string): Authority => {
  const own = newKeys();
  const certificate = signed(name, own.publicKey, name, own.privateKey, [extension('2.5.29.19', true, sequence(yes))]);
  const key = keyPem(own.privateKey);
  return {
    certificate,
    key,
    issue(subject, address, until) {
      const keys = newKeys();
      const octetsOfAddress = address === undefined ? undefined : Buffer.from(address.split('.').map(Number));
      const names = octetsOfAddress ? tagged(0x87, octetsOfAddress) : tagged(0x82, Buffer.from(subject));
      const alternative = extension('2.5.29.17', false, sequence(names));
      return {
        certificate: signed(subject, keys.publicKey, name, createPrivateKey(key), [alternative], until),
        key: keyPem(keys.privateKey),
      };
    },
  };
};
