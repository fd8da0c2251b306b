// What came of a team's own specs (--specs) as data: beside the verdict on the contract, and never a part of it.
import type { ReportedFinding } from '../../harness/record.ts';

/** `untested`: something that it needs is missing; `skipped`: its author says so. */
export type OwnVerdict = 'pass' | 'fail' | 'untested' | 'skipped';

export interface OwnResult {
  /** The titles of its groups and its own. */
  readonly title: string;
  /** File and line of its declaration, as seen from the folder of the specs. */
  readonly at: string;
  readonly verdict: OwnVerdict;
  /** Why the verdict is not a plain pass. */
  readonly reason?: string;
  readonly startedAt: string;
  readonly milliseconds: number;
  readonly exchanges: number;
  /** What the judge found in what it sent, whether or not it asked; it counts for no requirement. */
  readonly findings: readonly ReportedFinding[];
}

export interface OwnSpecs {
  /** As seen from where the run was started. */
  readonly folder: string;
  readonly status: 'passed' | 'failed' | 'undecided';
  /** Why nothing can be said of them, or not of all. */
  readonly reason?: string;
  readonly exchanges: number;
  readonly results: readonly OwnResult[];
}
