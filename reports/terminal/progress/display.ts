// The interface of a display of progress, and of the stream that it writes to.
import type { TestDone, VerdictSoFar } from './area-counts.ts';

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
  /** `verdicts`: the verdicts that this test may have changed, as the verdict has them by now. */
  record(test: TestDone, verdicts: readonly VerdictSoFar[]): void;
  /** Prints lines that stay on the screen; `verdicts` as with `record`. */
  tell(lines: readonly string[], verdicts?: readonly VerdictSoFar[]): void;
  /** `verdicts`: those of the final verdict. */
  end(verdicts: readonly VerdictSoFar[]): void;
}
