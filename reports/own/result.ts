// The results of a team's own specs (--specs) as data; they stand beside the verdict on the contract and are not part of it.
import type { ReportedFinding } from '../../harness/record.ts';

/** `untested`: something that the spec needs is missing; `skipped`: its author skips it. */
export type OwnVerdict = 'pass' | 'fail' | 'untested' | 'skipped';

export interface OwnResult {
  /** The titles of the spec's groups and of the spec itself. */
  readonly title: string;
  /** File and line of the spec's declaration, relative to the folder of the specs. */
  readonly at: string;
  readonly verdict: OwnVerdict;
  /** Why the verdict is not a plain pass. */
  readonly reason?: string;
  readonly startedAt: string;
  readonly milliseconds: number;
  readonly exchanges: number;
  /** What the judge found in the exchanges of the spec, whether or not the spec looked for it; it counts for no requirement. */
  readonly findings: readonly ReportedFinding[];
}

export interface OwnSpecs {
  /** The folder of the specs, relative to where the run was started. */
  readonly folder: string;
  readonly status: 'passed' | 'failed' | 'undecided';
  /** Why the specs, or some of them, have no result. */
  readonly reason?: string;
  readonly exchanges: number;
  readonly results: readonly OwnResult[];
}
