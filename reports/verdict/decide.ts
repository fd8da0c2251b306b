// Decides on a run: the verdicts on the requirements asked for, and the status that follows from them.
import type { Requirement, RequirementId } from '../../contract/requirements.ts';
import { limitSummary } from '../../load/found-limit.ts';
import type { Deviation } from '../../subject/profile/profile.ts';
import { isAnyDecided } from './acceptance.ts';
import { type Evidence, resultOf } from './result.ts';
import type { RequirementResult, RequirementVerdict, RunFacts, Status, Verdict } from './verdict.ts';

/** Joins the records of all tests into a verdict on the requirements asked for; `trouble` says why the run is not complete. */
export function decide(
  facts: RunFacts,
  asked: readonly Requirement[],
  records: readonly Evidence[],
  trouble?: string,
  deviations: readonly Deviation[] = [],
): Verdict {
  const results = asked.map((requirement) => acceptedWhere(deviations, resultOf(requirement, records)));
  // A shard, or a run that was cut short, cannot show that a must passes.
  const isWhole = trouble === undefined && facts.shard === undefined;
  const obsolete = isWhole ? passedAmong(deviations, results) : [];
  const status = statusOf(results, isWhole, obsolete);
  const total = (of: (record: Evidence) => number) => records.reduce((sum, record) => sum + of(record), 0);
  const limits = records.flatMap(({ limits: found = [] }) => found.map(limitSummary));
  return {
    status,
    ...(trouble !== undefined && { reason: trouble }),
    ...(obsolete.length > 0 && { obsolete }),
    ...facts,
    exchanges: total(({ exchanges }) => exchanges),
    resent: total(({ resent }) => resent),
    waits: total(({ waits }) => waits),
    totals: totalsOf(results),
    requirements: results,
    ...(limits.length > 0 && { limits }),
  };
}

function statusOf(results: readonly RequirementResult[], isWhole: boolean, obsolete: readonly RequirementId[]): Status {
  const notPassed = results.filter(({ level, verdict }) => level === 'must' && verdict !== 'pass');
  const remaining = notPassed.filter(({ accepted }) => accepted === undefined);
  if (remaining.some(({ verdict }) => verdict === 'fail') || obsolete.length > 0) return 'failed';
  if (!isWhole || remaining.length > 0 || !isAnyDecided(results)) return 'undecided';
  return notPassed.length > 0 ? 'accepted' : 'passed';
}

export function acceptedWhere(deviations: readonly Deviation[], result: RequirementResult): RequirementResult {
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
