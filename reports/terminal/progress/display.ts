// The interface of a display of progress, and of the stream that it writes to.
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
  /** `standings`: the standings that this test may have changed, as the verdict has them by now. */
  record(test: TestDone, standings: readonly Standing[]): void;
  /** Prints lines that stay on the screen; `standings` as with `record`. */
  tell(lines: readonly string[], standings?: readonly Standing[]): void;
  /** `standings`: those of the final verdict. */
  end(standings: readonly Standing[]): void;
}
