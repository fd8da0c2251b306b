// The time that a check may take, so that a check that hangs in spite of all time-outs ends.
import { Overdue } from '../run/ending.ts';

export interface TimeLimit {
  /** Rejects with `Overdue` when the time ends before the work. Each call restarts the time. */
  inTime(work: Promise<void>): Promise<void>;
  /** Adds time, because waiting for another check does not count. */
  extend(milliseconds: number): void;
}

export function timeLimit(milliseconds: number): TimeLimit {
  let end = Number.POSITIVE_INFINITY;
  const inTime = (work: Promise<void>): Promise<void> => {
    end = performance.now() + milliseconds;
    if (end === Number.POSITIVE_INFINITY) return work;
    return new Promise((resolve, reject) => {
      let timer: NodeJS.Timeout;
      const look = (): void => {
        const left = end - performance.now();
        if (left > 0) timer = setTimeout(look, left);
        else reject(new Overdue());
      };
      look();
      void work.then(resolve, reject).finally(() => clearTimeout(timer));
    });
  };
  return {
    inTime,
    extend(more) {
      end += more;
    },
  };
}
