// assay verify: whether a certificate is genuine and meets what was asked for, what it proves, and what it does not.
import { statSync } from 'node:fs';
import type { Command } from 'commander';
import { type CertificateInWords, certificateInWords } from '../../../reports/certificate/in-words.ts';
import { type Conditions, objectionsTo, objectionToSignature } from '../../../reports/certificate/judge.ts';
import { KeylessError, objectionToIdentity } from '../../../reports/certificate/keyless.ts';
import { KeyError, readPublicKey } from '../../../reports/certificate/keys.ts';
import { type Certificate, NoCertificate, readCertificate, statementIn } from '../../../reports/certificate/read.ts';
import { folded } from '../../../reports/terminal/fold.ts';
import { inkFor } from '../../../reports/terminal/ink.ts';
import { lookOf } from '../../../reports/terminal/look.ts';
import { visible } from '../../../reports/terminal/visible.ts';
import { exit, UsageError } from '../../exit.ts';
import { age, buildDigest } from '../../options.ts';
import type { Help } from '../../words/help.ts';

interface VerifyOptions {
  readonly key?: string;
  readonly identity?: string;
  readonly issuer?: string;
  readonly readOnly?: true;
  readonly build?: string;
  readonly maxAge?: number;
  readonly evidence?: string;
  readonly partial?: true;
  readonly json?: true;
}

/** `read`: it was not verified whether the certificate is genuine. */
interface Verification extends Partial<CertificateInWords> {
  readonly outcome: 'verified' | 'read' | 'refused';
  readonly because: readonly string[];
}

export const takes = (command: Command): Command =>
  command
    .argument('<certificate>', 'certificate.sigstore.json of a report')
    .option('--key <file>', 'public key of the trusted signer, in PEM')
    .option('--identity <uri>', 'in place of a key: the CI job that signed it by its identity')
    .option('--issuer <url>', 'the authority that vouches for that identity')
    .option('--build <digest>', 'it must be about this build, sha256:…', buildDigest)
    .option('--max-age <age>', 'refuse a run that ended longer ago than this, such as 12h, 30d or 8w', age)
    .option('--evidence <file>', 'this recording must be the evidence of its run')
    .option('--partial', 'accept a run that tested a part of the contract')
    .option('--read-only', 'print what it states, signed or not, and verify nothing')
    .option('--json', 'print the outcome as JSON, and nothing else');

export const help: Help = {
  examples: [
    ['verify certificate.sigstore.json --key release.pub --max-age 30d', 'refuses a foreign key and an older run'],
  ],
  exits: { 0: 'verified', 1: 'refused, with the reasons', 2: 'usage error, or this is no certificate' },
};

export async function run(path: string, options: VerifyOptions): Promise<number> {
  const outcome = await judged(path, options);
  process.stdout.write(options.json ? `${JSON.stringify(outcome)}\n` : written(path, outcome));
  return outcome.outcome === 'refused' ? exit.failed : exit.passed;
}

async function judged(path: string, options: VerifyOptions): Promise<Verification> {
  try {
    return await outcomeOf(path, options);
  } catch (error) {
    if (error instanceof NoCertificate || error instanceof KeyError || error instanceof KeylessError) {
      throw new UsageError(error.message);
    }
    throw error;
  }
}

async function outcomeOf(path: string, options: VerifyOptions): Promise<Verification> {
  const who = trusted(options);
  if (options.evidence !== undefined && !statSync(options.evidence, { throwIfNoEntry: false })?.isFile()) {
    throw new UsageError(`${options.evidence} is no file`);
  }
  const certificate = readCertificate(path);
  const forged = await who.objection(certificate);
  if (forged !== undefined) return { outcome: 'refused', because: [forged] };
  const statement = statementIn(certificate.payload);
  if (statement === undefined) {
    return {
      outcome: 'refused',
      because: ['what it states is no verdict of Assay’s in a form that this version knows'],
    };
  }
  const conditions: Conditions = { ...options, partial: options.partial === true };
  const now = new Date();
  const because = objectionsTo(statement, conditions, now);
  return {
    outcome: because.length > 0 ? 'refused' : who.name === undefined ? 'read' : 'verified',
    because,
    ...certificateInWords(statement, who.name, conditions, now),
  };
}

/** The signer whose signature is required. */
interface Trusted {
  /** The signer in words; undefined when nothing is verified. */
  readonly name?: string;
  objection(certificate: Certificate): Promise<string | undefined>;
}

function trusted({ key, identity, issuer, readOnly }: VerifyOptions): Trusted {
  const ways = [key, identity ?? issuer, readOnly].filter((way) => way !== undefined);
  if (ways.length !== 1) {
    throw new UsageError('who signed it? give --key FILE, or --identity with --issuer; --read-only verifies nothing');
  }
  if (readOnly) return { objection: async () => undefined };
  if (key !== undefined) {
    const known = readPublicKey(key);
    return {
      name: `the holder of the key ${known.fingerprint}`,
      objection: async (certificate) =>
        certificate.kind === 'unsigned' ? notSigned : objectionToSignature(certificate, known),
    };
  }
  if (identity === undefined || issuer === undefined) {
    throw new UsageError('an identity counts only with its issuer: give --identity and --issuer');
  }
  return {
    name: `the identity ${identity}, for which ${issuer} vouches,`,
    objection: async (certificate) =>
      certificate.kind === 'unsigned' ? notSigned : objectionToIdentity(certificate, identity, issuer, process.env),
  };
}

const notSigned = 'nobody signed it (--read-only tells what it states)';

const titles = { verified: '✓ verified', read: '○ read, and not verified', refused: '✗ refused' } as const;
const paints = { verified: 'green', read: 'yellow', refused: 'red' } as const;

function written(path: string, { outcome, because, proved = [], stated = [], notProved = [] }: Verification): string {
  const { colour, width } = lookOf(process.stdout);
  const ink = inkFor(colour);
  const item = (text: string) =>
    folded(visible(text), width - 4).map((line, index) => `${index === 0 ? '  - ' : '    '}${line}`);
  const list = (title: string, texts: readonly string[]) =>
    texts.length === 0 ? [] : ['', title, ...texts.flatMap(item)];
  const lines = [
    `${ink[paints[outcome]](ink.bold(titles[outcome]))}  ${path}`,
    ...because.flatMap(item),
    ...(outcome === 'refused' ? [] : list('It proves that', proved)),
    ...list(outcome === 'verified' ? 'Whoever signed it states' : 'It states', stated),
    ...(outcome === 'refused' ? [] : list('It does not prove', notProved)),
  ];
  return `${lines.join('\n')}\n`;
}
