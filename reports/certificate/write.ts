// Writes the certificate of a run beside its report: first as an unsigned statement, then sealed by the signer.
import { createHash } from 'node:crypto';
import { closeSync, existsSync, openSync, readFileSync, readSync, writeFileSync } from 'node:fs';
import { reportFolder } from '../folder.ts';
import type { Verdict } from '../verdict/verdict.ts';
import type { Signer } from './signer.ts';
import { type Statement, statementOf } from './statement.ts';

/** Its shape is neither a bundle nor a bare statement, so that no program takes it for something signed. */
export interface Unsigned {
  readonly unsigned: string;
  readonly statement: Statement;
}

const warning =
  'Nobody signed this statement, so it proves nothing: whoever can write this file can write anything in it.';

/** Writes the unsigned statement of the report in this folder, where the verdict and the evidence must be already. */
export function writeStatement(out: string, verdict: Verdict): void {
  const folder = reportFolder(out);
  const digests = { verdict: digestOf(folder.verdict), evidence: digestOf(folder.evidence) };
  const content: Unsigned = { unsigned: warning, statement: statementOf(verdict, digests) };
  writeFileSync(folder.certificate, `${JSON.stringify(content, null, 2)}\n`);
}

/** Replaces the unsigned statement by the sealed one. Rejects when the signer cannot sign; then the unsigned one stays. */
export async function signCertificate(out: string, signer: Signer): Promise<void> {
  const path = reportFolder(out).certificate;
  const { statement } = JSON.parse(readFileSync(path, 'utf8')) as Unsigned;
  writeFileSync(path, await signer.seal(Buffer.from(JSON.stringify(statement))));
}

const chunk = Buffer.alloc(1 << 20);

/**
 * `sha256:…`; of no bytes where the file is absent, as nothing was recorded then. Reads in pieces: the file may be larger than
 * memory.
 */
export function digestOf(path: string): string {
  const hash = createHash('sha256');
  if (existsSync(path)) {
    const file = openSync(path, 'r');
    for (let length = -1; length !== 0; ) {
      length = readSync(file, chunk);
      hash.update(chunk.subarray(0, length));
    }
    closeSync(file);
  }
  return `sha256:${hash.digest('hex')}`;
}
