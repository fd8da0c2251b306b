// What a process that does checks in lanes, and the one that started it, tell each other.
import type { ReportedFinding, TestRecord } from '../record.ts';
import type { CheckName } from './results.ts';

/** Checks of one file, in their order. */
export interface Assignment {
  readonly file: string;
  readonly titles: readonly string[];
}

export type Order = { readonly kind: 'do'; readonly what: Assignment } | { readonly kind: 'end' };

export type News =
  /** It has room for more checks. */
  | { readonly kind: 'free' }
  | { readonly kind: 'begun'; readonly check: CheckName }
  | { readonly kind: 'found'; readonly check: CheckName; readonly finding: ReportedFinding }
  | { readonly kind: 'waits'; readonly user: string }
  | { readonly kind: 'done'; readonly check: CheckName; readonly record: TestRecord }
  /** The file declares no such check. */
  | { readonly kind: 'left'; readonly check: CheckName }
  /** The last message of a process that has to end and could not write all its evidence. */
  | { readonly kind: 'unwritten'; readonly message: string };
