// How many checks go on side by side: fewer when the target answers much more slowly than to a single request, or with 429.

/** Answers that are assessed together. */
const together = 60;
/** An answer that takes this many times as long as alone has waited for the target or for our processor. */
const wellBeyond = 2;
/** Milliseconds by which answer times vary in any case. */
const usual = 50;

interface Pace {
  /** As many as may go on now. */
  readonly lanes: number;
  /** An answer came after so many milliseconds. */
  answered(milliseconds: number): void;
  /** A check was asked to slow down. */
  refused(): void;
}

/** Halves at each sign of too much, and grows by one with each stretch of answers without one. */
export function paceFor(most: number, distance: number): Pace {
  let lanes = most;
  let lately: number[] = [];
  const half = (): void => {
    lanes = Math.max(1, Math.floor(lanes / 2));
    lately = [];
  };
  return {
    get lanes() {
      return lanes;
    },
    answered(milliseconds) {
      lately.push(milliseconds);
      if (lately.length < together) return;
      if (quickestQuarter(lately) > distance * wellBeyond + usual) return half();
      lanes = Math.min(most, lanes + 1);
      lately = [];
    },
    refused: half,
  };
}

/** The time below which the quickest quarter of answers is. Slower ones may be due to a busy machine or a costly operation. */
export function quickestQuarter(milliseconds: readonly number[]): number {
  return milliseconds.toSorted((one, other) => one - other)[Math.floor(milliseconds.length / 4)] ?? 0;
}
