// One way in which the candidate's answer departs from the recorded one.
import type { Field } from './fields/field.ts';

export const differenceKinds = ['failure', 'status', 'header', 'removed', 'added', 'type', 'value', 'order'] as const;

export type DifferenceKind = (typeof differenceKinds)[number];

/** An object that the difference lies in, as it was recorded. */
export interface Around {
  readonly object: Readonly<Record<string, unknown>>;
  readonly field: Field;
}

/** One of the two servers refuses what the other accepts. */
export interface Rejection {
  readonly by: 'candidate' | 'recording';
  /** The status of the answer that refuses. */
  readonly status: number;
  /** What that answer says of it; undefined where it says nothing that is known to be meant for a reader. */
  readonly error?: string;
}

/** The status of the candidate, where it is another one and neither server refuses what the other accepts. */
export interface NewStatus {
  readonly status: number;
  /** The recorded one; absent where the candidate breaks down or asks for patience, whatever was recorded. */
  readonly instead?: number;
  /** What the candidate's answer says of it; undefined where it says nothing that is known to be meant for a reader. */
  readonly error?: string;
}

export interface Difference {
  readonly kind: DifferenceKind;
  /** `status`, `header location`, `body`, or the path of a field with `*` for every item of a list. */
  readonly field: string;
  /** Where exactly, as a JSON pointer; the same as `field` where that is no path. */
  readonly at: string;
  /** Where it stands in the recorded answer; absent where that is the same place. */
  readonly recordedAt?: string;
  readonly recorded: unknown;
  readonly got: unknown;
  /** Why a secret counts as different, because its value is not shown. */
  readonly why?: string;
  /** Why the contract allows the difference; absent for one that counts. */
  readonly lawful?: string;
  /** Present where one of the two servers refuses what the other accepts; then it is the only difference. */
  readonly rejection?: Rejection;
  readonly newStatus?: NewStatus;
  /** Innermost first; absent where no body differs. */
  readonly around?: readonly Around[];
  /** The field of a list's items, where a whole item is missing or new. */
  readonly item?: Field;
}
