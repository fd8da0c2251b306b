// Whether a certificate is genuine, and whether what it states is enough: every objection, in words.
import { bundleText } from './envelope.ts';
import type { PublicKey } from './keys.ts';
import type { SignedCertificate } from './read.ts';
import { type RunStated, resultOf, type Statement } from './statement.ts';
import { digestOf } from './write.ts';

/** Undefined when the holder of this key signed it, and the file is byte for byte what was signed. */
export function objectionToSignature(certificate: SignedCertificate, key: PublicKey): string | undefined {
  const { text, payload, signature, signedWith } = certificate;
  if (signedWith === undefined) return 'no key signed it but an identity: --identity and --issuer verify that';
  if (!key.fits(certificate.signedBytes, signature)) {
    return signedWith === key.fingerprint
      ? 'the signature does not fit: it was changed since it was signed, or never signed with this key'
      : `another key signed it: ${signedWith}, and not ${key.fingerprint}`;
  }
  if (text === bundleText({ payload, signature, signedWith: key.fingerprint })) return undefined;
  return 'the signed statement is intact, but the file around it was changed';
}

/** What is asked of a certificate besides its signature. */
export interface Conditions {
  /** `sha256:…` */
  readonly build?: string;
  /** Milliseconds. */
  readonly maxAge?: number;
  /** Path of a recording. */
  readonly evidence?: string;
  /** Accepts a run that asked about a part of the contract only. */
  readonly partial: boolean;
}

/** The clocks of the signer and of the verifier may differ by a few minutes. */
const bearableLead = 5 * 60_000;

export function objectionsTo(statement: Statement, conditions: Conditions, now: Date): readonly string[] {
  const { result, configuration } = statement.predicate;
  const [{ annotations: run }, evidence] = configuration;
  const age = now.getTime() - Date.parse(run.endedAt);
  const against: readonly (readonly [boolean, string])[] = [
    [run.status === 'failed', `the run failed: ${run.meaning}`],
    [run.status === 'undecided', `the run is undecided: ${run.meaning}`],
    [result !== resultOf(run), `it contradicts itself: its result is ${result}, and the run is ${run.status}`],
    [
      !run.whole && !conditions.partial,
      `it covers a part of the contract: ${partOf(statement)} (--partial takes it so)`,
    ],
    [
      conditions.build !== undefined && conditions.build !== buildOf(statement),
      otherBuild(statement, conditions.build),
    ],
    [
      age > (conditions.maxAge ?? age),
      `it is older than ${inWords(conditions.maxAge ?? 0)}: the run ended at ${run.endedAt}`,
    ],
    [!Number.isFinite(age), `it does not say when the run ended: ${run.endedAt} is no time`],
    [age < -bearableLead, `it says that the run ended at ${run.endedAt}, which is yet to come`],
    [
      conditions.evidence !== undefined && digestOf(conditions.evidence) !== `sha256:${evidence.digest.sha256}`,
      'the given recording is not the evidence of this run, or was changed since',
    ],
  ];
  return [...against.filter(([speaks]) => speaks).map(([, why]) => why), ...lapsed(run, now)];
}

/** After its last day a deviation is no longer accepted: it is a defect, or a gap in the tests. */
function lapsed({ accepted }: RunStated, now: Date): readonly string[] {
  const today = now.toISOString().slice(0, 10);
  return accepted
    .filter(({ until }) => until < today)
    .map(({ requirement, until, owner }) => `${requirement} was accepted until ${until}, which is over (${owner})`);
}

/** `sha256:…`; undefined when none is bound. */
export function buildOf({ subject: [subject] }: Statement): string | undefined {
  return subject.name === 'build' ? `sha256:${subject.digest.sha256}` : undefined;
}

export function partOf({ predicate }: Statement): string {
  const { musts, narrowedBy } = predicate.configuration[0].annotations;
  return [`${musts.asked} of ${musts.of} musts were asked about`, ...narrowedBy].join('; ');
}

function otherBuild(statement: Statement, asked: string | undefined): string {
  const bound = buildOf(statement);
  return bound === undefined ? 'it binds no build' : `it is about the build ${bound}, and not ${asked}`;
}

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** Rounded down, in the largest unit that gives at least two of it. */
export function inWords(milliseconds: number): string {
  const [unit, length] = units.find(([, one]) => milliseconds >= 2 * one) ?? ['second', 1000];
  const count = Math.floor(Math.max(0, milliseconds) / length);
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
