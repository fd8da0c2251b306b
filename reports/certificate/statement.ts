// What a certificate states: a verdict as an in-toto statement with the predicate for test results. It leaves nothing out: facts
// that have no place of their own in the predicate stand in the annotations of the file that they are about.
import { requirements as catalogue } from '../../contract/requirements.ts';
import type { Choices } from '../../subject/stated/choices.ts';
import type { Disturbance } from '../verdict/disturbance.ts';
import { embeddedTarget } from '../verdict/facts.ts';
import type { Acceptance, RequirementResult, RequirementVerdict, Status, Verdict } from '../verdict/verdict.ts';
import { buildKnownBy, meaning, narrowings } from '../verdict/wording.ts';

const statementType = 'https://in-toto.io/Statement/v1';
const predicateType = 'https://in-toto.io/attestation/test-result/v0.1';

/** `WARNED`: every must held except those accepted by name, or only a part of the contract was asked about. */
type Result = 'PASSED' | 'WARNED' | 'FAILED';

interface DigestSet {
  readonly sha256: string;
}

/** in-toto's ResourceDescriptor, as far as it is used here. */
interface Descriptor<Name extends string, Annotations> {
  readonly name: Name;
  readonly digest: DigestSet;
  readonly annotations: Annotations;
}

/** What the statement is about: a build, or, where the build is not known, the recording of the exchanges. */
type Subject =
  | Descriptor<'build', { readonly knownBy: string }>
  | Descriptor<'evidence.ndjson', { readonly build: string }>;

/** The further facts of a run. */
export interface RunStated {
  readonly assay: string;
  readonly target: string;
  readonly status: Status;
  /** The status in one sentence. */
  readonly meaning: string;
  /** Every must of the contract was asked about. */
  readonly whole: boolean;
  readonly narrowedBy: readonly string[];
  readonly musts: { readonly asked: number; readonly of: number };
  readonly startedAt: string;
  readonly endedAt: string;
  readonly depth: string;
  readonly seed: number;
  readonly safe: boolean;
  /** Which of the exchanges are still in the evidence; all of them where it is absent. */
  readonly kept?: 'failures' | 'none';
  readonly totals: Readonly<Record<RequirementVerdict, number>>;
  readonly untested: readonly Left[];
  /** The suite itself failed to judge these requirements. */
  readonly notJudged: readonly Left[];
  /** Open requirements: what was seen is reported and not judged. */
  readonly observed: readonly string[];
  readonly accepted: readonly (Acceptance & { readonly requirement: string; readonly verdict: RequirementVerdict })[];
  /** Requirements that are still accepted although the target now meets them. */
  readonly obsolete: readonly string[];
  readonly disturbance: Disturbance | 'not measured';
}

interface Left {
  readonly requirement: string;
  readonly level: RequirementResult['level'];
  readonly reason: string;
}

export interface Statement {
  readonly _type: typeof statementType;
  readonly subject: readonly [Subject];
  readonly predicateType: typeof predicateType;
  readonly predicate: {
    readonly result: Result;
    readonly configuration: readonly [
      Descriptor<'verdict.json', RunStated>,
      Descriptor<'evidence.ndjson', { readonly exchanges: number }>,
      Descriptor<'openapi.yaml', Record<never, never>>,
      Descriptor<'requirements.yaml', Record<never, never>>,
      Descriptor<'profile', { readonly path: string; readonly choices: Choices | 'not found out' }>,
    ];
    readonly passedTests: readonly string[];
    readonly warnedTests: readonly string[];
    readonly failedTests: readonly string[];
  };
}

interface FileDigests {
  /** `sha256:…` */
  readonly verdict: string;
  readonly evidence: string;
}

export function statementOf(verdict: Verdict, files: FileDigests): Statement {
  const { digests, profile, choices, exchanges } = verdict;
  const having = (wanted: RequirementVerdict) => ids(verdict.requirements.filter((one) => one.verdict === wanted));
  const run = runOf(verdict);
  return {
    _type: statementType,
    subject: [subjectOf(verdict, files)],
    predicateType,
    predicate: {
      result: resultOf(run),
      configuration: [
        { name: 'verdict.json', digest: set(files.verdict), annotations: run },
        { name: 'evidence.ndjson', digest: set(files.evidence), annotations: { exchanges } },
        { name: 'openapi.yaml', digest: set(digests.contract), annotations: {} },
        { name: 'requirements.yaml', digest: set(digests.requirements), annotations: {} },
        {
          name: 'profile',
          digest: set(digests.profile),
          annotations: { path: profile ?? withoutPath(verdict), choices: choices ?? 'not found out' },
        },
      ],
      passedTests: having('pass'),
      warnedTests: having('advice'),
      failedTests: having('fail'),
    },
  };
}

/** in-toto has no undecided result, so everything that is not decided in favour of the target is FAILED. */
export function resultOf({ status, whole }: Pick<RunStated, 'status' | 'whole'>): Result {
  if (status !== 'passed' && status !== 'accepted') return 'FAILED';
  return status === 'passed' && whole ? 'PASSED' : 'WARNED';
}

const withoutPath = ({ target }: Verdict): string =>
  target === embeddedTarget ? 'that of the embedded reference service' : 'none: the environment described the target';

/**
 * Without a build the subject is the recording. Its digest is that of no build, so a gate that admits builds by their digest cannot
 * mistake this statement for one about a build.
 */
function subjectOf({ build }: Verdict, files: FileDigests): Subject {
  if (build === undefined) {
    const none = 'none is bound: this is about the recorded exchanges, whatever build answered them';
    return { name: 'evidence.ndjson', digest: set(files.evidence), annotations: { build: none } };
  }
  return { name: 'build', digest: set(build.digest), annotations: { knownBy: buildKnownBy(build) } };
}

function runOf(verdict: Verdict): RunStated {
  const { assay, target, status, startedAt, seconds, depth, seed, safe, kept, totals, requirements, obsolete } =
    verdict;
  const asked = requirements.filter(({ level }) => level === 'must').length;
  const of = catalogue.filter(({ level }) => level === 'must').length;
  return {
    assay,
    target,
    status,
    meaning: meaning(verdict),
    whole: asked === of && verdict.shard === undefined && verdict.traffic === undefined,
    narrowedBy: narrowings(verdict),
    musts: { asked, of },
    startedAt,
    endedAt: new Date(Date.parse(startedAt) + seconds * 1000).toISOString(),
    depth,
    seed,
    safe,
    ...(kept && { kept }),
    totals,
    untested: requirements.filter((one) => one.verdict === 'untested').map(left),
    notJudged: requirements.filter((one) => one.verdict === 'error').map(left),
    observed: ids(requirements.filter((one) => one.verdict === 'observed')),
    accepted: requirements.flatMap(({ id, verdict: got, accepted }) =>
      accepted === undefined ? [] : [{ requirement: id, verdict: got, ...accepted }],
    ),
    obsolete: obsolete ?? [],
    disturbance: verdict.disturbance ?? 'not measured',
  };
}

const left = ({ id, level, reason }: RequirementResult): Left => ({
  requirement: id,
  level,
  reason: reason ?? 'no reason was given',
});

const ids = (results: readonly RequirementResult[]): readonly string[] => results.map(({ id }) => id);

const set = (digest: string): DigestSet => ({ sha256: digest.replace(/^sha256:/, '') });
