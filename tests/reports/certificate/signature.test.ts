// The signature: others can verify it, and every change makes it invalid.
import { spawnSync } from 'node:child_process';
import { createPublicKey } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, type TestInfo, test } from '@playwright/test';
import { bundleFromJSON } from '@sigstore/bundle';
import { type TrustMaterial, toSignedEntity, Verifier } from '@sigstore/verify';
import { bundleText, payloadType } from '../../../reports/certificate/envelope.ts';
import { objectionToSignature } from '../../../reports/certificate/judge.ts';
import { type KeyType, keyTypes, readPrivateKey } from '../../../reports/certificate/keys.ts';
import { readCertificate, type SignedCertificate } from '../../../reports/certificate/read.ts';
import { keySigner } from '../../../reports/certificate/signer.ts';
import { certificateOf, type Keys, keysIn, publicKeyOf, wholeVerdict } from './reports.ts';

async function signed(info: TestInfo, type: KeyType = 'p256'): Promise<{ certificate: string; keys: Keys }> {
  const keys = keysIn(info, type);
  return { ...(await certificateOf(info, wholeVerdict(), keys)), keys };
}

/** Undefined when the signature is accepted; otherwise the reason why not. */
function objection(path: string, keys: Keys): string | undefined {
  try {
    const certificate = readCertificate(path);
    if (certificate.kind === 'unsigned') return 'unsigned';
    return objectionToSignature(certificate, publicKeyOf(keys));
  } catch (error) {
    return (error as Error).message;
  }
}

/** A verifier of the sigstore package that was given a key and nothing else. */
function verifierTrusting({ publicKey }: Keys, hint: string): Verifier {
  const key = { publicKey: createPublicKey(readFileSync(publicKey, 'utf8')), validFor: () => true };
  const trust: TrustMaterial = {
    certificateAuthorities: [],
    timestampAuthorities: [],
    tlogs: [],
    ctlogs: [],
    publicKey: (asked) => {
      expect(asked).toBe(hint);
      return key;
    },
  };
  return new Verifier(trust, { tlogThreshold: 0, ctlogThreshold: 0, timestampThreshold: 0 });
}

for (const type of keyTypes) {
  test(`sigstore’s own verifier takes what ${type} signed, and nothing that another key signed`, async ({}, info) => {
    const { certificate, keys } = await signed(info, type);
    const entity = toSignedEntity(bundleFromJSON(JSON.parse(readFileSync(certificate, 'utf8'))));
    const { fingerprint } = publicKeyOf(keys);

    expect(() => verifierTrusting(keys, fingerprint).verify(entity)).not.toThrow();
    expect(() => verifierTrusting(keysIn(info, type), fingerprint).verify(entity)).toThrow(/signature/);
  });

  test(`plain openssl takes what ${type} signed, over the bytes that DSSE prescribes`, async ({}, info) => {
    test.skip(spawnSync('openssl', ['version']).status !== 0, 'openssl is not installed');
    const { certificate, keys } = await signed(info, type);
    const { dsseEnvelope } = JSON.parse(readFileSync(certificate, 'utf8'));
    const payload = Buffer.from(dsseEnvelope.payload, 'base64');
    // The encoding is written here again, so that the code is not compared with itself.
    const head = `DSSEv1 28 application/vnd.in-toto+json ${payload.length} `;
    const [bytes, signature] = [info.outputPath('bytes'), info.outputPath('signature')];
    writeFileSync(bytes, Buffer.concat([Buffer.from(head), payload]));
    writeFileSync(signature, Buffer.from(dsseEnvelope.signatures[0].sig, 'base64'));
    const verify = (file: string) =>
      type === 'p256'
        ? ['dgst', '-sha256', '-verify', keys.publicKey, '-signature', signature, file]
        : ['pkeyutl', '-verify', '-rawin', '-pubin', '-inkey', keys.publicKey, '-sigfile', signature, '-in', file];

    expect(spawnSync('openssl', verify(bytes)).status).toBe(0);
    writeFileSync(bytes, Buffer.concat([Buffer.from(head), payload, Buffer.from(' ')]));
    expect(spawnSync('openssl', verify(bytes)).status).not.toBe(0);
  });
}

test('a key that openssl made signs as well', async ({}, info) => {
  test.skip(spawnSync('openssl', ['version']).status !== 0, 'openssl is not installed');
  const keys = { privateKey: info.outputPath('o.key'), publicKey: info.outputPath('o.pub') };
  spawnSync('openssl', ['ecparam', '-name', 'prime256v1', '-genkey', '-out', keys.privateKey]);
  spawnSync('openssl', ['pkey', '-in', keys.privateKey, '-pubout', '-out', keys.publicKey]);

  const { certificate } = await certificateOf(info, wholeVerdict(), keys);

  expect(objection(certificate, keys)).toBeUndefined();
});

for (const type of keyTypes) {
  test(`a certificate of ${type} is believed as it was written, and with no byte changed`, async ({}, info) => {
    const { certificate, keys } = await signed(info, type);
    const written = readFileSync(certificate);
    const changed = info.outputPath('changed.json');
    const believed: number[] = [];

    expect(objection(certificate, keys)).toBeUndefined();
    // The payload is long and uniform, so a sample of its bytes is enough. Outside it every byte is changed.
    const start = written.indexOf('"payload": "') + 20;
    const end = written.indexOf('"payloadType"') - 20;
    const places = [...written.keys()].filter((at) => at < start || at > end || at % 97 === 0);
    for (const at of places) {
      const copy = Buffer.from(written);
      copy[at] = (copy[at] ?? 0) ^ 1;
      writeFileSync(changed, copy);
      if (objection(changed, keys) === undefined) believed.push(at);
    }

    expect(places.length).toBeGreaterThan(500);
    expect(believed).toEqual([]);
  });
}

test('another text in the file for the same statement is refused', async ({}, info) => {
  const { certificate, keys } = await signed(info);
  const text = readFileSync(certificate, 'utf8');
  const bundle = JSON.parse(text);
  const changed = info.outputPath('changed.json');

  for (const other of [
    JSON.stringify(bundle),
    `${text}\n`,
    JSON.stringify({ ...bundle, note: 'approved' }, null, 2),
    text.replace('"keyid": ""', '"keyid": "somebody"'),
    text.replace('"tlogEntries": []', '"tlogEntries": [{}]'),
  ]) {
    writeFileSync(changed, other);
    expect(objection(changed, keys)).toBe('the signed statement is intact, but the file around it was changed');
  }
});

test('a foreign key is named beside the one that was asked for', async ({}, info) => {
  const { certificate, keys } = await signed(info);
  const others = keysIn(info);

  expect(objection(certificate, others)).toBe(
    `another key signed it: ${publicKeyOf(keys).fingerprint}, and not ${publicKeyOf(others).fingerprint}`,
  );
});

test('a certificate that names our key and was signed by another is refused', async ({}, info) => {
  const { certificate, keys } = await signed(info);
  const { payload } = readCertificate(certificate);
  const foreign = readPrivateKey(keysIn(info).privateKey, undefined);
  const sealed = JSON.parse(await keySigner(foreign).seal(payload));
  const signature = Buffer.from(sealed.dsseEnvelope.signatures[0].sig, 'base64');
  writeFileSync(certificate, bundleText({ payload, signature, signedWith: publicKeyOf(keys).fingerprint }));

  expect(objection(certificate, keys)).toMatch(/^the signature does not fit/);
});

test('the statement of another run under this signature is refused', async ({}, info) => {
  const { certificate, keys } = await signed(info);
  const failed = await certificateOf(info, wholeVerdict({ seed: 2 }), keys);
  const [one, other] = [certificate, failed.certificate].map((path) => readCertificate(path) as SignedCertificate);
  const { fingerprint: signedWith } = publicKeyOf(keys);
  writeFileSync(certificate, bundleText({ payload: other!.payload, signature: one!.signature, signedWith }));

  expect(objection(certificate, keys)).toMatch(/^the signature does not fit/);
});

test('what was signed as another kind of thing is no certificate', async ({}, info) => {
  const { certificate, keys } = await signed(info);
  const text = readFileSync(certificate, 'utf8');
  writeFileSync(certificate, text.replace(payloadType, 'application/vnd.other+json'));

  expect(objection(certificate, keys)).toMatch(/^the signature does not fit/);
});
