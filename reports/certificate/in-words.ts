// Explains a certificate to its reader: what it proves, what only its signer says, and what it does not prove.
import { counted } from '../verdict/wording.ts';
import { buildOf, type Conditions, inWords, partOf } from './judge.ts';
import type { Statement } from './statement.ts';

export interface CertificateInWords {
  /** What the signature proves. */
  readonly proved: readonly string[];
  /** What only the signer says, without proof. */
  readonly stated: readonly string[];
  readonly notProved: readonly string[];
}

/** `signer`: who signed it, if that was verified; else undefined. */
export function certificateInWords(
  statement: Statement,
  signer: string | undefined,
  conditions: Conditions,
  now: Date,
): CertificateInWords {
  return {
    proved: signer === undefined ? [] : proved(statement, signer, conditions),
    stated: stated(statement, now),
    notProved: notProved(statement, signer, conditions),
  };
}

function proved(statement: Statement, signer: string, { build, evidence }: Conditions): readonly string[] {
  const bound = buildOf(statement);
  return [
    `${signer} signed what is stated below, and no byte of it has changed since`,
    ...(bound === undefined
      ? []
      : [`it names the build ${bound}${build === undefined ? '' : ', which is the one you asked for'}`]),
    ...(evidence === undefined ? [] : ['the given recording is the evidence of this run, unchanged']),
  ];
}

function stated({ predicate, subject: [subject] }: Statement, now: Date): readonly string[] {
  const [{ annotations: run }, { annotations }, contract, requirements, profile] = predicate.configuration;
  const { untested, accepted, notJudged, disturbance } = run;
  const left = untested.filter(({ level }) => level === 'must');
  const notable = disturbance === 'not measured' ? [] : disturbance.notable;
  return [
    `${predicate.result}: ${run.meaning}`,
    `Assay ${run.assay} tested ${run.target} with ${counted(annotations.exchanges, 'exchange')}, depth ${run.depth}, seed ${run.seed}`,
    ...(run.kept === undefined ? [] : [`its evidence was kept in part (--evidence ${run.kept})`]),
    subject.name === 'build'
      ? `the build is ${subject.annotations.knownBy}`
      : `of the build, ${subject.annotations.build}`,
    `the run ended at ${run.endedAt}, ${inWords(now.getTime() - Date.parse(run.endedAt))} ago`,
    ...run.narrowedBy,
    ...accepted.map(
      ({ requirement, verdict, reason, owner, until }) =>
        `${requirement} is accepted as ${verdict} until ${until} by ${owner}: ${reason}`,
    ),
    ...left.map(({ requirement, reason }) => `${requirement} is untested: ${reason}`),
    ...notJudged.map(({ requirement, reason }) => `${requirement} could not be judged: ${reason}`),
    ...predicate.failedTests.map((id) => `${id} failed`),
    ...(notable.length > 0 ? [`the machine that asked was disturbed: ${notable.join(', ')}`] : []),
    `judged by the contract ${short(contract)}, the requirements ${short(requirements)} and the profile ${short(profile)}`,
  ];
}

const short = ({ digest }: { readonly digest: { readonly sha256: string } }): string =>
  `sha256:${digest.sha256.slice(0, 12)}…`;

function notProved(statement: Statement, signer: string | undefined, conditions: Conditions): readonly string[] {
  const { subject, predicate } = statement;
  const { whole } = predicate.configuration[0].annotations;
  const bound = buildOf(statement);
  return [
    ...(signer === undefined ? ['anything: who wrote this is not verified'] : []),
    ...(subject[0].name !== 'build' ? ['which build was tested'] : [buildDoubt(subject[0].annotations.knownBy)]),
    ...(bound !== undefined && conditions.build === undefined
      ? ['that it is the build you mean: --build DIGEST compares it']
      : []),
    ...(whole ? [] : [`anything about the rest of the contract: ${partOf(statement)}`]),
    'that the tests were run as stated: whoever holds the key can sign any statement',
    'when they were run: the times are those of the machine that ran them',
    ...(conditions.evidence === undefined
      ? ['that a recording is the evidence of this run: --evidence FILE compares it']
      : []),
    'that other requests, by another seed or at a greater depth, would be answered rightly too',
  ];
}

const buildDoubt = (knownBy: string): string =>
  knownBy.startsWith('echoed')
    ? 'that the target told the truth about its build'
    : 'that the target was this build: only whoever started the run says so';
