// Joins the two tries of a check, of which the second was made alone. A failure by time or load that did not show again becomes an
// observation. Pure functions.
import type { RequirementId } from '../../contract/generated/sentences.ts';
import { rule } from '../../contract/judge/rules.ts';
import type { Observation, ReportedFinding, TestOutcome, TestRecord } from '../record.ts';
import type { Ending } from './ending.ts';
import { findingKey } from './ledger.ts';

export interface Tried {
  readonly record: TestRecord;
  readonly ending: Ending;
  /** Timing, or changes by other clients, may have caused its conclusion. */
  readonly isDoubtful: boolean;
  /** The exchanges made, by their ids in the evidence. */
  readonly exchanges: string;
}

/** Lost connections and time-outs are always doubtful, and so is the failure of a check that met one. */
export function doubtsOf({ record, isDoubtful }: Tried): readonly ReportedFinding[] {
  const { requirement, outcome, findings } = record;
  const lost = findings.filter((finding) => finding.requirement === rule.wholeResponse);
  if (outcome.kind !== 'broken' || (!isDoubtful && lost.length === 0)) return lost;
  return findings.filter((finding) => finding.requirement === requirement || lost.includes(finding));
}

/** When the second try could not be made, because what it needs is used up, the first counts unchanged. */
export function confirmed(first: Tried, second: Tried): Pick<Tried, 'record' | 'ending'> {
  const isAnswered = wasAsked(second.record.outcome, first.record.outcome);
  const refuted = isAnswered ? doubtsOf(first).filter(({ requirement }) => !isMetBy(second, requirement)) : [];
  const kept = first.record.findings.filter((finding) => !refuted.includes(finding));
  const isStillBroken =
    first.record.outcome.kind === 'broken' && kept.some(({ requirement }) => requirement === first.record.requirement);
  const { ending, record } = isAnswered && !isStillBroken ? second : first;
  return {
    ending,
    record: {
      ...first.record,
      outcome: record.outcome,
      findings: together(kept, second.record.findings),
      observations: [
        ...record.observations,
        ...refuted.map((finding): Observation => seenOnce(finding, first.exchanges, second.exchanges)),
      ],
      ...(record.limits && { limits: record.limits }),
      ...(record.latencies && { latencies: record.latencies }),
      checked: sums(first.record.checked, second.record.checked),
      exchanges: first.record.exchanges + second.record.exchanges,
      resent: first.record.resent + second.record.resent,
      waits: first.record.waits + second.record.waits,
      delay: Math.max(first.record.delay, second.record.delay),
    },
  };
}

const wasAsked = (again: TestOutcome, before: TestOutcome): boolean =>
  again.kind === 'held' ||
  again.kind === 'broken' ||
  (again.kind === 'untested' && before.kind === 'untested' && again.missing === before.missing);

const isMetBy = ({ record }: Tried, id: RequirementId): boolean =>
  record.findings.some(({ requirement }) => requirement === id);

function seenOnce({ requirement, expected, got, shown }: ReportedFinding, first: string, second: string): Observation {
  const where = shown ? `${shown.sent}, exchange ${shown.id}` : `exchanges ${first}`;
  return {
    requirement,
    saw: `once, and not when it was asked again alone: expected ${expected}; got ${got} (${where}; the second run: exchanges ${second})`,
  };
}

function together(some: readonly ReportedFinding[], more: readonly ReportedFinding[]): readonly ReportedFinding[] {
  const isKnown = (one: ReportedFinding) => some.some((other) => findingKey(one) === findingKey(other));
  const counted = some.map((one) => ({
    ...one,
    count:
      one.count +
      more.filter((other) => findingKey(one) === findingKey(other)).reduce((sum, { count }) => sum + count, 0),
  }));
  return [...counted, ...more.filter((one) => !isKnown(one))];
}

type Checked = TestRecord['checked'];

const sums = (one: Checked, other: Checked): Checked => {
  const ids = new Set([...Object.keys(one), ...Object.keys(other)] as RequirementId[]);
  return Object.fromEntries([...ids].map((id) => [id, (one[id] ?? 0) + (other[id] ?? 0)]));
};
