// Report folders with certificates of made-up verdicts, written and signed as those of a run are.
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestInfo } from '@playwright/test';
import { requirements } from '../../../contract/requirements.ts';
import { type KeyType, newKeyPair, readPrivateKey, readPublicKey } from '../../../reports/certificate/keys.ts';
import { keySigner } from '../../../reports/certificate/signer.ts';
import { signCertificate } from '../../../reports/certificate/write.ts';
import { reportFolder } from '../../../reports/folder.ts';
import { decide } from '../../../reports/verdict/decide.ts';
import type { RunFacts, Verdict } from '../../../reports/verdict/verdict.ts';
import { writeReport } from '../../../reports/write.ts';
import type { Deviation } from '../../../subject/profile/profile.ts';
import { facts, held, untested } from '../verdicts.ts';

export const build = `sha256:${'ab'.repeat(32)}`;

/** The verdict on a recent run of all requirements; every must was met, except those that are untested. */
export function wholeVerdict(
  change: Partial<RunFacts> = {},
  left: readonly string[] = [],
  accepted: readonly Deviation[] = [],
) {
  const records = requirements.map(({ id }) =>
    left.includes(id) ? untested(id, 'nothing to test it with') : held(id),
  );
  const now = { ...facts, startedAt: new Date(Date.now() - 90_000).toISOString(), seconds: 60 };
  return decide(
    { ...now, build: { digest: build, origin: 'claimed' }, ...change },
    requirements,
    records,
    undefined,
    accepted,
  );
}

export interface Keys {
  readonly privateKey: string;
  readonly publicKey: string;
}

/** Writes a new key pair, and returns the paths of both files. */
export function keysIn(info: TestInfo, type: KeyType = 'p256', passphrase?: string): Keys {
  const folder = mkdtempSync(join(info.outputPath(), 'keys-'));
  const pair = newKeyPair(type, passphrase);
  const paths = { privateKey: join(folder, 'k.key'), publicKey: join(folder, 'k.pub') };
  writeFileSync(paths.privateKey, pair.privateKey);
  writeFileSync(paths.publicKey, pair.publicKey);
  return paths;
}

interface Written {
  readonly certificate: string;
  readonly evidence: string;
}

/** Signed when `keys` are given. */
export async function certificateOf(info: TestInfo, verdict: Verdict, keys?: Keys): Promise<Written> {
  const out = mkdtempSync(join(info.outputPath(), 'report-'));
  const { certificate, evidence } = reportFolder(out);
  writeFileSync(evidence, '{"format":"assay recording"}\n');
  writeReport(out, verdict);
  if (keys) await signCertificate(out, keySigner(readPrivateKey(keys.privateKey, undefined)));
  return { certificate, evidence };
}

export const publicKeyOf = ({ publicKey }: Keys) => readPublicKey(publicKey);

/** Keys as other programs make them; none is of a kind that signs certificates. */
export const foreignPem = {
  rsa: () =>
    generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  p384: () =>
    generateKeyPairSync('ec', { namedCurve: 'secp384r1' })
      .privateKey.export({ type: 'pkcs8', format: 'pem' })
      .toString(),
  sec1: () =>
    generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
      .privateKey.export({ type: 'sec1', format: 'pem' })
      .toString(),
};
