// Keeps our own work out of the measured times of a replay. Counts how late requests were sent, separately for our own delays and for
// waiting for an answer, and decides when an answer may be processed, so that this does not delay other requests.
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
  /** Mean lateness of our last 1% of requests minus that of the first 1%, in milliseconds. */
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

/** Milliseconds, so that one slow answer does not keep the others from being processed. */
const longestWait = 25;

/** Processes answers one at a time and while no request is under way, so that the work does not delay answers that are measured. */
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

  /** Lets the next answer be processed after the one before is done and has sent the requests that waited for it. */
  #next(): void {
    setImmediate(() => {
      if (this.#underWay > 0) return;
      const [first] = this.#waiting;
      first?.();
    });
  }
}
