// What one test of a team's own specs hands to the report: plain data, already redacted.
import type { ReportedFinding } from '../record.ts';

export interface OwnRecord {
  readonly exchanges: number;
  /** What the judge found in them, whether or not the test asked. */
  readonly findings: readonly ReportedFinding[];
}

/** The name under which it is attached to its test. */
export const ownAttachment = 'assay own spec';
