// The time-outs that were met, shared by everything that waits for the same target.

export interface Hang {
  /** Names of what timed out, from the wider to the narrower. */
  readonly operation: string;
  readonly kind: string;
  readonly question: string;
  /** Milliseconds by the wall clock. */
  readonly from: number;
  readonly until: number;
  /** Milliseconds of the slowest answer of the operation. */
  readonly slowest: number;
}

export interface HangLog {
  add(hang: Hang): void;
  /** The time-outs that any process has added since the last call. */
  fresh(): readonly Hang[];
}

/** For one process alone. */
export function ownHangs(): HangLog {
  let hangs: Hang[] = [];
  return {
    add: (hang) => void hangs.push(hang),
    fresh() {
      const fresh = hangs;
      hangs = [];
      return fresh;
    },
  };
}
