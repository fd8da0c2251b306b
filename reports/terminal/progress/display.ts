// What shows the progress of a run, and where.
import type { Standing, TestDone } from './tally.ts';

/** `process.stdout`, or anything that is written to like it. */
export interface Screen {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
}

export interface Progress {
  /** Takes the requirement of each test that will run, one entry per test. */
  begin(planned: readonly string[]): void;
  /** A test of this requirement is under way. */
  start(requirement: string): void;
  /** `standings`: what this test may have changed, as the verdict would have it by now. */
  record(test: TestDone, standings: readonly Standing[]): void;
  /** Says what is worth knowing at once, and stays; `standings` as with `record`. */
  tell(lines: readonly string[], standings?: readonly Standing[]): void;
  /** `standings`: as the verdict has them. */
  end(standings: readonly Standing[]): void;
}
