// What our own work does to the times of a replay. How late requests went out: counted apart for those that we sent late and for those
// that had to wait for an answer. And when an answer may be looked into, so that others are not measured late for that.
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

/** Milliseconds; a slow answer must not keep the others from being looked into. */
const longestWait = 25;

/** Keeps what is done with an answer from delaying others that are on their way: these are waited for, and one is done at a time. */
export class Quiet {
  #underWay = 0;
  readonly #waiting = new Set<() => void>();

  async around<Answer>(send: () => Promise<Answer>): Promise<Answer> {
    this.#underWay += 1;
    try {
      return await send();
    } finally {
      this.#underWay -= 1;
      await this.#turn();
    }
  }

  async #turn(): Promise<void> {
    if (this.#underWay > 0 || this.#waiting.size > 0)
      await new Promise<void>((resolve) => {
        const go = () => {
          clearTimeout(timer);
          this.#waiting.delete(go);
          resolve();
          this.#next();
        };
        const timer = setTimeout(go, longestWait);
        this.#waiting.add(go);
        this.#next();
      });
  }

  /** The next one has its turn once the one before is done and has sent what waited for it. */
  #next(): void {
    setImmediate(() => {
      if (this.#underWay > 0) return;
      const [first] = this.#waiting;
      first?.();
    });
  }
}
