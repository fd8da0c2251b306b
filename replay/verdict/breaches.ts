// Classifies a departure from the contract: a broken must or advice that is not taken, new or as in the recording.
import type { Finding } from '../../contract/judge/judge.ts';
import { findRequirement } from '../../contract/requirements.ts';
import type { ViolationGroup } from './result.ts';

export const levelOf = (requirement: string): ViolationGroup['level'] =>
  findRequirement(requirement)?.level === 'must' ? 'must' : 'advice';

/** How one answer stands to the contract, and to the recorded answer. */
export type Standing =
  | 'allowed'
  /** Advice is not taken that the recorded answer takes. */
  | 'advised against'
  /** A must is broken, as the recorded answer breaks it. */
  | 'forbidden before'
  /** A must is broken that the recorded answer keeps. */
  | 'forbidden';

export const standingOf = (findings: readonly Finding[], recorded: readonly Finding[]): Standing => {
  const fresh = findings.filter((finding) => !isAlsoRecorded(finding, recorded));
  const isMust = ({ requirement }: Finding) => levelOf(requirement) === 'must';
  if (fresh.some(isMust)) return 'forbidden';
  if (findings.some(isMust)) return 'forbidden before';
  return fresh.length > 0 ? 'advised against' : 'allowed';
};

/** A pointer without its indexes. */
export const placeOf = (at: string): string => at.replaceAll(/\/\d+(?=\/|$)/g, '/*');

/** Whether the recorded answer breaks the same requirement in the same place. */
export const isAlsoRecorded = ({ requirement, at }: Finding, recorded: readonly Finding[]): boolean =>
  recorded.some((other) => other.requirement === requirement && placeOf(other.at) === placeOf(at));

type Counted = Pick<ViolationGroup, 'level' | 'count' | 'alsoRecorded'>;

/** A must that the candidate breaks where the recording keeps it. */
export const isNewBreach = ({ level, count, alsoRecorded }: Counted): boolean =>
  level === 'must' && count > alsoRecorded;

/** The most serious first. */
export const byWeight = (one: Counted, other: Counted): number =>
  weightOf(one) - weightOf(other) || other.count - one.count;

const weightOf = (group: Counted): number => (isNewBreach(group) ? 0 : group.level === 'must' ? 1 : 2);
