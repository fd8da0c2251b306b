// The parts of a judgement.
import type { RequirementId } from '../generated/sentences.ts';
import type { Openings } from '../openings.ts';
import type { Operation, OperationId } from '../operations.ts';
import type { WireRequest, WireResponse } from '../wire.ts';
import type { Body } from './body.ts';
import { rule } from './rules.ts';

/** One way in which an exchange departs from one requirement. */
export interface Finding {
  readonly requirement: RequirementId;
  /** Where in the response: `status`, `header content-type`, `body`, or a JSON pointer into the body. */
  readonly at: string;
  readonly expected: string;
  readonly got: string;
}

export interface Judgement {
  /** Undefined when the contract has no such operation. */
  readonly operation?: OperationId;
  /** The requirements that could be checked with this exchange, kept or not. */
  readonly checked: ReadonlySet<RequirementId>;
  readonly findings: readonly Finding[];
}

/** Gathers what one exchange shows. */
export class Notes {
  readonly checked = new Set<RequirementId>();
  readonly findings: Finding[] = [];

  /** States that `requirement` was checked here, and, when `got` is given, that it was not met. */
  check(requirement: RequirementId, at: string, expected: string, got: string | undefined): void {
    this.checked.add(requirement);
    if (got !== undefined) this.findings.push({ requirement, at, expected, got });
  }
}

/** An answer of an operation, with what the judge needs and the notes that it fills. */
export interface Answer {
  readonly request: WireRequest;
  readonly response: WireResponse;
  readonly body: Body;
  readonly operation: Operation;
  readonly openings: Openings;
  readonly notes: Notes;
}

/** The most undescribed members that are reported of one answer; more would be noise. */
const mostUndescribed = 100;

/** A member that no schema describes breaks advice at most. */
export function judgeMembers(undescribed: readonly string[], notes: Notes): void {
  notes.checked.add(rule.knownMember);
  for (const at of undescribed.slice(0, mostUndescribed))
    notes.check(rule.knownMember, at, 'no member beyond the described ones', at);
}
