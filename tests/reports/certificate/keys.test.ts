import { writeFileSync } from 'node:fs';
import { expect, type TestInfo, test } from '@playwright/test';
import { keyTypes, readPrivateKey, readPublicKey } from '../../../reports/certificate/keys.ts';
import { foreignPem, keysIn } from './reports.ts';

function file(info: TestInfo, text: string): string {
  const path = info.outputPath('some.key');
  writeFileSync(path, text);
  return path;
}

const bytes = Buffer.from('what is signed');

for (const type of keyTypes) {
  test(`what a ${type} key signs fits its public key, and that of no other`, ({}, info) => {
    const [keys, others] = [keysIn(info, type), keysIn(info, type)];
    const signature = readPrivateKey(keys.privateKey, undefined).sign(bytes);

    expect(readPublicKey(keys.publicKey).fits(bytes, signature)).toBe(true);
    expect(readPublicKey(keys.publicKey).fits(Buffer.from('what is sighed'), signature)).toBe(false);
    expect(readPublicKey(others.publicKey).fits(bytes, signature)).toBe(false);
  });

  test(`an encrypted ${type} key opens with its passphrase, and with no other`, ({}, info) => {
    const { privateKey, publicKey } = keysIn(info, type, 'correct horse');

    expect(readPrivateKey(privateKey, 'correct horse').fingerprint).toBe(readPublicKey(publicKey).fingerprint);
    expect(() => readPrivateKey(privateKey, 'wrong horse')).toThrow(
      /cannot be opened with the passphrase in ASSAY_KEY/,
    );
    expect(() => readPrivateKey(privateKey, undefined)).toThrow(/is encrypted; ASSAY_KEY_PASSPHRASE has to hold/);
  });
}

test('a key as openssl writes it in the older form is taken', ({}, info) => {
  expect(readPrivateKey(file(info, foreignPem.sec1()), undefined).sign(bytes)).toBeInstanceOf(Buffer);
});

for (const [what, text, message] of [
  ['an RSA key', foreignPem.rsa(), /of the type rsa; certificates are signed with P-256 or Ed25519/],
  ['a key on another curve', foreignPem.p384(), /on the curve secp384r1/],
  ['a text that is no key', 'sesame', /is no private key in PEM/],
  ['a damaged key', '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n', /is damaged/],
  ['a key that only cosign opens', '-----BEGIN ENCRYPTED SIGSTORE PRIVATE KEY-----\nAAAA\n', /only cosign reads/],
] as const) {
  test(`${what} is refused as what it is`, ({}, info) => {
    expect(() => readPrivateKey(file(info, text), undefined)).toThrow(message);
  });
}

test('a private key is refused where the public one is needed', ({}, info) => {
  expect(() => readPublicKey(keysIn(info).privateKey)).toThrow(/is a private key; what verifies is the public one/);
});

test('a file that is not there is named', () => {
  expect(() => readPublicKey('/nowhere/k.pub')).toThrow(/\/nowhere\/k\.pub cannot be read/);
});
