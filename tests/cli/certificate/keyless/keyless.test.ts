// Signs by an identity instead of a key: against an authority, a log and a trust root on loopback, all with real keys and certificates.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { assay } from '../../command.ts';
import { services } from './services.ts';

const identity = 'https://ci.example/acme/bank/release.yml@refs/heads/main';
const issuer = 'https://token.ci.example';
/** Hides the identity that a CI may offer to its own jobs, of which these tests are one. */
const noOther = { ACTIONS_ID_TOKEN_REQUEST_URL: '', ACTIONS_ID_TOKEN_REQUEST_TOKEN: '' };

test('what a CI job signed by its identity is verified by that identity, and by no other', async ({}, info) => {
  test.setTimeout(240_000);
  await using sigstore = await services(info, 'own');
  await using foreign = await services(info, 'foreign');
  const out = info.outputPath('report');
  const certificate = join(out, 'certificate.sigstore.json');

  const certified = await assay(['certify', '--only', 'CARD-14', '--depth', 'quick', '--keyless', '--out', out], {
    ...noOther,
    ...sigstore.job(identity, issuer),
  });
  expect(certified.code, certified.stdout + certified.stderr).toBe(0);
  expect(certified.stdout).toContain('by the identity of this CI job');

  const verified = (who: string, vouchedForBy: string, { gate } = sigstore) =>
    assay(['verify', certificate, '--identity', who, '--issuer', vouchedForBy, '--partial'], gate);
  const taken = await verified(identity, issuer);
  expect(taken.code, taken.stdout + taken.stderr).toBe(0);
  expect(taken.stdout.replaceAll(/\s+/g, ' ')).toContain(`the identity ${identity}, for which ${issuer} vouches,`);

  for (const [what, ended] of [
    ['another identity', await verified(identity.replace('acme', 'other'), issuer)],
    ['the beginning of the identity', await verified('https://ci.example/acme', issuer)],
    ['a pattern', await verified('https://ci.example/.*', issuer)],
    ['another issuer', await verified(identity, 'https://token.other.example')],
    ['another authority', await verified(identity, issuer, foreign)],
  ] as const) {
    expect(ended.code, what).toBe(1);
    expect(ended.stdout, what).toContain('it is not verified that');
  }

  const whole = readFileSync(certificate, 'utf8');
  const { dsseEnvelope, verificationMaterial } = JSON.parse(whole);
  for (const part of [
    dsseEnvelope.payload,
    dsseEnvelope.signatures[0].sig,
    verificationMaterial.certificate.rawBytes,
    verificationMaterial.tlogEntries[0].canonicalizedBody,
    verificationMaterial.tlogEntries[0].inclusionPromise.signedEntryTimestamp,
  ] as readonly string[]) {
    const at = whole.indexOf(part) + Math.floor(part.length / 2);
    writeFileSync(certificate, `${whole.slice(0, at)}${whole[at] === 'A' ? 'B' : 'A'}${whole.slice(at + 1)}`);
    const changed = await verified(identity, issuer);
    expect(changed.code, changed.stdout + changed.stderr).toBe(1);
    expect(changed.stdout).toContain('refused');
  }
});

test('a token that the authority refuses leaves the statement unsigned, and the run without success', async ({}, info) => {
  test.setTimeout(120_000);
  await using sigstore = await services(info, 'own');
  await using foreign = await services(info, 'foreign');
  const out = info.outputPath('report');
  const { SIGSTORE_ID_TOKEN = '' } = foreign.job(identity, issuer);

  const { code, stderr } = await assay(
    ['certify', '--only', 'CARD-14', '--depth', 'quick', '--keyless', '--out', out],
    { ...noOther, ...sigstore.job(identity, issuer), SIGSTORE_ID_TOKEN },
  );

  expect(code).toBe(3);
  expect(stderr).toContain('the certificate is not signed');
  expect(stderr).not.toContain(SIGSTORE_ID_TOKEN);
  expect(readFileSync(join(out, 'certificate.sigstore.json'), 'utf8')).toContain('"unsigned"');
});
