// The time that a check may take, by which a check ends that hangs in spite of all time-outs.
import { Overdue } from '../run/ending.ts';

export interface TimeLimit {
  /** Rejects with `Overdue` when the time is over before the work. Each time that it is called begins anew. */
  inTime(work: Promise<void>): Promise<void>;
  /** Waiting for somebody else is no time of the check. */
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
