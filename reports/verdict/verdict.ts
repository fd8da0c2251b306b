// The verdict of a run: by requirement, and over all.
import type { Level, Requirement, RequirementId } from '../../contract/requirements.ts';
import type { Observation, ReportedFinding, TestRecord } from '../../harness/record.ts';
import { findingKey } from '../../harness/run/ledger.ts';
import type { Spent } from '../../harness/run/spending.ts';
import { type ToldLimit, told } from '../../load/found-limit.ts';
import type { Deviation } from '../../subject/profile/profile.ts';
import type { Disturbance } from './disturbance.ts';
import { remedyFor } from './remedies.ts';

export type RequirementVerdict = 'pass' | 'fail' | 'advice' | 'observed' | 'untested' | 'error';

/** `accepted`: what did not pass is accepted by name. */
export type Status = 'passed' | 'accepted' | 'failed' | 'undecided';

export interface RequirementResult {
  readonly id: string;
  readonly level: Level;
  readonly verdict: RequirementVerdict;
  readonly says: string;
  readonly where: string;
  /** Why the verdict is not a plain pass. */
  readonly reason?: string;
  /** What can be done so that it is tested; present when it was not. */
  readonly remedy?: string;
  /** Present when this verdict, on a must, is accepted by name. */
  readonly accepted?: Acceptance;
  readonly counts: {
    /** Tests that state it. */
    readonly tests: number;
    /** Exchanges on which the judge checked it. */
    readonly checks: number;
    readonly findings: number;
  };
  readonly findings: readonly ReportedFinding[];
  readonly observations: readonly string[];
  /** Ids of exchanges in the evidence. */
  readonly evidence: readonly string[];
}

export type Acceptance = Pick<Deviation, 'reason' | 'owner' | 'until'>;

/** What identifies a run and lets it be repeated. */
export interface RunFacts {
  readonly assay: string;
  readonly target: string;
  /** The profile's path, as seen from where the run was started. */
  readonly profile?: string;
  /** Digests of the contract's document, the requirements and the profile: `sha256:…`. */
  readonly digests: { readonly contract: string; readonly requirements: string; readonly profile: string };
  readonly seed: number;
  readonly depth: string;
  readonly safe: boolean;
  /** What was asked for by --only; empty for everything. */
  readonly only: readonly string[];
  readonly shard?: string;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly seconds: number;
  /** How often the target was asked to make something that stays there, by what the profile calls it. */
  readonly spent?: Readonly<Partial<Record<Spent, number>>>;
  /** What else went on at the machine that asked; absent where nothing was sent. */
  readonly disturbance?: Disturbance;
}

/** What recorded traffic had in it, and what became of it. */
export interface TrafficSeen {
  readonly files: readonly string[];
  readonly judged: number;
  /** Requests without an answer of the server: nothing to judge. */
  readonly unanswered: number;
  /** Exchanges that call no operation of the contract, or another server. */
  readonly elsewhere: number;
  /** Entries and files that could not be used, by reason, each with its first place. */
  readonly unusable: readonly { readonly reason: string; readonly count: number; readonly first: string }[];
  readonly operations: readonly {
    readonly id: string;
    readonly exchanges: number;
    /** How often each status was met; `none` where the connection broke off. */
    readonly statuses: Readonly<Record<string, number>>;
  }[];
  /** Operations of the contract that the traffic never calls. */
  readonly operationsUnmet: readonly string[];
  /** Requirements that single exchanges can show, and these did not. */
  readonly requirementsUnmet: readonly string[];
}

export interface Verdict extends RunFacts {
  readonly status: Status;
  /** Why the run is undecided, when that is not to be read from the requirements. */
  readonly reason?: string;
  readonly exchanges: number;
  /** Requests that went out twice, because the target had closed their kept-alive connection. */
  readonly resent: number;
  readonly waits: number;
  readonly totals: Readonly<Record<RequirementVerdict, number>>;
  readonly requirements: readonly RequirementResult[];
  /** Present when recorded traffic was judged and nothing was sent. */
  readonly traffic?: TrafficSeen;
  /** Deviations that are accepted and have come to pass: an error of whoever keeps their list. */
  readonly obsolete?: readonly RequirementId[];
  /** What was found out about rate limits; absent when none was probed. */
  readonly limits?: readonly ToldLimit[];
}

/** What a test recorded, or what passed without one. */
export type Evidence = Omit<TestRecord, 'requirement' | 'outcome'> &
  Partial<Pick<TestRecord, 'requirement' | 'outcome'>>;

const isTest = (record: Evidence): record is TestRecord => record.requirement !== undefined;

/** Joins the records of all tests into a verdict on the requirements asked for; `trouble` says why it cannot be a whole one. */
export function decide(
  facts: RunFacts,
  asked: readonly Requirement[],
  records: readonly Evidence[],
  trouble?: string,
  deviations: readonly Deviation[] = [],
): Verdict {
  const results = asked.map((requirement) => acceptedWhere(deviations, resultOf(requirement, records)));
  // A part of the run, or one that was cut short, does not show that a must passes.
  const isWhole = trouble === undefined && facts.shard === undefined;
  const obsolete = isWhole ? passedAmong(deviations, results) : [];
  const status = statusOf(results, trouble, obsolete);
  const limits = records.flatMap(({ limits: found = [] }) => found.map(told));
  return {
    status,
    ...(trouble !== undefined && { reason: trouble }),
    ...(obsolete.length > 0 && { obsolete }),
    ...facts,
    exchanges: sum(records.map(({ exchanges }) => exchanges)),
    resent: sum(records.map(({ resent }) => resent)),
    waits: sum(records.map(({ waits }) => waits)),
    totals: totalsOf(results),
    requirements: results,
    ...(limits.length > 0 && { limits }),
  };
}

function statusOf(
  results: readonly RequirementResult[],
  trouble: string | undefined,
  obsolete: readonly RequirementId[],
): Status {
  const notPassed = results.filter(({ level, verdict }) => level === 'must' && verdict !== 'pass');
  const remaining = notPassed.filter(({ accepted }) => accepted === undefined);
  if (remaining.some(({ verdict }) => verdict === 'fail') || obsolete.length > 0) return 'failed';
  if (trouble !== undefined || results.length === 0 || remaining.length > 0) return 'undecided';
  return notPassed.length > 0 ? 'accepted' : 'passed';
}

function acceptedWhere(deviations: readonly Deviation[], result: RequirementResult): RequirementResult {
  const { verdict, id } = result;
  if (verdict !== 'fail' && verdict !== 'untested') return result;
  const deviation = deviations.find((one) => one.requirement === id && (one.verdict ?? verdict) === verdict);
  if (deviation === undefined) return result;
  const { reason, owner, until } = deviation;
  return { ...result, accepted: { reason, owner, until } };
}

const passedAmong = (
  deviations: readonly Deviation[],
  results: readonly RequirementResult[],
): readonly RequirementId[] => {
  const passed = new Set(results.filter(({ verdict }) => verdict === 'pass').map(({ id }) => id));
  return deviations.map(({ requirement }) => requirement).filter((id) => passed.has(id));
};

function resultOf(requirement: Requirement, records: readonly Evidence[]): RequirementResult {
  const { id, level, says, where } = requirement;
  const own = records.filter(isTest).filter((record) => record.requirement === id);
  const findings = joined(records.flatMap((record) => record.findings.filter((found) => found.requirement === id)));
  const checks = sum(records.map(({ checked }) => checked[id] ?? 0));
  const observations = seen(records.flatMap((record) => record.observations.filter((one) => one.requirement === id)));
  const { verdict, reason } = verdictOn(level, own, findings, checks, observations);
  return {
    id,
    level,
    verdict,
    says,
    where,
    ...(reason !== undefined && { reason }),
    ...(verdict === 'untested' && { remedy: remedyFor(requirement, reason ?? '') }),
    counts: { tests: own.length, checks, findings: sum(findings.map(({ count }) => count)) },
    findings,
    observations,
    evidence: [...new Set(findings.flatMap(({ shown }) => (shown ? [shown.id] : [])))],
  };
}

interface Decision {
  readonly verdict: RequirementVerdict;
  readonly reason?: string;
}

function verdictOn(
  level: Level,
  own: readonly TestRecord[],
  findings: readonly ReportedFinding[],
  checks: number,
  observations: readonly string[],
): Decision {
  const first = findings[0];
  if (first && level !== 'open') {
    return { verdict: level === 'must' ? 'fail' : 'advice', reason: `expected ${first.expected}; got ${first.got}` };
  }
  const outcomes = own.map(({ outcome }) => outcome);
  const error = outcomes.find((outcome) => outcome.kind === 'error');
  if (error) return { verdict: 'error', reason: error.message };
  if (level !== 'open' && outcomes.some(({ kind }) => kind === 'broken')) {
    return { verdict: 'error', reason: 'a check of it failed and left no finding' };
  }
  const untested = outcomes.find((outcome) => outcome.kind === 'untested');
  if (untested) return { verdict: 'untested', reason: untested.missing };
  if (level === 'open') {
    const saw = observations[0];
    if (saw !== undefined) return { verdict: 'observed', reason: saw };
    return outcomes.length + checks > 0 ? { verdict: 'observed' } : { verdict: 'untested', reason: notMet };
  }
  return outcomes.length + checks > 0 ? { verdict: 'pass' } : { verdict: 'untested', reason: notMet };
}

const notMet = 'nothing that the run met gave occasion to check it';

/** The same departure found by several tests is one finding with its count. */
function joined(findings: readonly ReportedFinding[]): readonly ReportedFinding[] {
  const byKind = new Map<string, ReportedFinding>();
  for (const finding of findings) {
    const key = findingKey(finding);
    const known = byKind.get(key);
    byKind.set(key, known ? { ...known, count: known.count + finding.count } : finding);
  }
  return [...byKind.values()];
}

const seen = (observations: readonly Observation[]): readonly string[] => [
  ...new Set(observations.map(({ saw }) => saw)),
];

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

function totalsOf(results: readonly RequirementResult[]): Record<RequirementVerdict, number> {
  const count = (wanted: RequirementVerdict) => results.filter(({ verdict }) => verdict === wanted).length;
  return {
    pass: count('pass'),
    fail: count('fail'),
    advice: count('advice'),
    observed: count('observed'),
    untested: count('untested'),
    error: count('error'),
  };
}
