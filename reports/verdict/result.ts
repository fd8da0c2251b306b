// The verdict on one requirement, from what the tests of a run recorded.
import type { Level, Requirement } from '../../contract/requirements.ts';
import type { Observation, ReportedFinding, TestRecord } from '../../harness/record.ts';
import { findingKey } from '../../harness/run/ledger.ts';
import type { RequirementResult, RequirementVerdict } from './verdict.ts';

/** The record of a test, or of traffic that passed without a test. */
export type Evidence = Omit<TestRecord, 'requirement' | 'outcome'> &
  Partial<Pick<TestRecord, 'requirement' | 'outcome'>>;

const isTest = (record: Evidence): record is TestRecord => record.requirement !== undefined;

export function resultOf(requirement: Requirement, records: readonly Evidence[]): RequirementResult {
  const { id, level, says, where } = requirement;
  const own = records.filter(isTest).filter((record) => record.requirement === id);
  const findings = joined(records.flatMap((record) => record.findings.filter((found) => found.requirement === id)));
  const checks = sum(records.map(({ checked }) => checked[id] ?? 0));
  const observations = seen(records.flatMap((record) => record.observations.filter((one) => one.requirement === id)));
  const { verdict, reason } = verdictOn(
    level,
    own,
    findings,
    checks,
    observations,
    records.length === 0 ? noCheck : notMet,
  );
  return {
    id,
    level,
    verdict,
    says,
    where,
    ...(reason !== undefined && { reason }),
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
  otherwise: string,
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
    return outcomes.length + checks > 0 ? { verdict: 'observed' } : { verdict: 'untested', reason: otherwise };
  }
  return outcomes.length + checks > 0 ? { verdict: 'pass' } : { verdict: 'untested', reason: otherwise };
}

const noCheck = 'no check was run';
/** The reason for a requirement that only the judge checks, when no exchange allowed to check it. */
export const notMet = 'no exchange of the run showed whether it is kept';

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
