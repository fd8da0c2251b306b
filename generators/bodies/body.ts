// The kinds of body that an operation takes, each of which a lawful server accepts.
import type fc from 'fast-check';
import type { RequirementId } from '../../contract/generated/sentences.ts';
import type { Fields } from '../../subject/answers.ts';

/** A member that a kind of body needs, which no schema can express. */
export interface Need {
  readonly member: string;
  readonly requirement: RequirementId;
}

export interface BodyKind {
  readonly name: string;
  readonly fields: fc.Arbitrary<Fields>;
  readonly needs: readonly Need[];
}

/** A constraint of a member that no schema states but that the specification implies. */
export interface Implied {
  readonly field: string;
  readonly breaks: string;
  readonly by: string;
  readonly values: fc.Arbitrary<unknown>;
}

export interface Bodies {
  readonly kinds: readonly BodyKind[];
  /** Text members that may hold any text that is short enough, so that one at its bound must be taken. */
  readonly free: readonly string[];
  readonly implied: readonly Implied[];
}

export interface BodyOptions {
  /** Accounts that the target takes; without any, made-up ones are used. */
  readonly accounts?: readonly Fields[];
  /**
   * Shifts account numbers and names, because a target may refuse a beneficiary that equals one of an earlier check or run.
   */
  readonly fresh?: number;
  /** The name of the member that switches the SMS notification, where it is known. */
  readonly switchName?: string;
}
