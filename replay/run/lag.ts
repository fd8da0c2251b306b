// How late requests went out: counted apart for those that we sent late and for those that had to wait for an answer.
import { createHistogram } from 'node:perf_hooks';

interface Lateness {
  readonly count: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly most: number;
}

export interface Lag {
  /** Requests that went on time, or were late because of us. */
  readonly own: Lateness;
  /** Requests that had to wait for an answer of the candidate, or for room. */
  readonly held: Lateness;
  /** Mean lateness of the last hundredth of our own less that of the first, in milliseconds. */
  readonly drift: number;
}

const firstAndLast = 500;

const latenessOf = (histogram: ReturnType<typeof createHistogram>): Lateness => {
  const milliseconds = (microseconds: number) => Math.round(microseconds) / 1000;
  if (histogram.count === 0) return { count: 0, p50: 0, p99: 0, most: 0 };
  return {
    count: Number(histogram.count),
    p50: milliseconds(histogram.percentile(50)),
    p99: milliseconds(histogram.percentile(99)),
    most: milliseconds(histogram.max),
  };
};

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

export const createLag = () => {
  const own = createHistogram();
  const held = createHistogram();
  const first: number[] = [];
  const last: number[] = [];
  return {
    note(late: number, wasHeld: boolean): void {
      (wasHeld ? held : own).record(Math.max(1, Math.round(late * 1000)));
      if (wasHeld) return;
      if (first.length < firstAndLast) first.push(late);
      if (last.length >= firstAndLast) last.shift();
      last.push(late);
    },
    get lag(): Lag {
      return {
        own: latenessOf(own),
        held: latenessOf(held),
        drift: Math.round((mean(last) - mean(first)) * 1000) / 1000,
      };
    },
  };
};
