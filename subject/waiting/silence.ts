// Whether the target has stopped answering altogether. A login that it still answers is no sign of life, as it may be answered elsewhere.
import { type OperationId, operationById } from '../../contract/operations.ts';
import type { Hang } from './hang-log.ts';

interface Silence {
  covers(operation: OperationId | undefined): boolean;
  timedOut(hang: Hang): void;
  answered(operation: OperationId | undefined, at: number): void;
}

/**
 * So many different operations timed out without an answer to any, one of them after another was over: the target neither pauses nor
 * hangs at one place.
 */
const least = { operations: 4, rounds: 2 };

export function createSilence(): Silence {
  const operations = new Set<string>();
  const answeringLogins = new Set<OperationId>();
  /** Milliseconds by the wall clock. */
  let [answeredAt, over] = [0, 0];
  let rounds = 0;
  return {
    covers: (operation) =>
      !(operation !== undefined && answeringLogins.has(operation)) &&
      operations.size >= least.operations &&
      rounds >= least.rounds,
    timedOut({ operation, from, until }) {
      if (from < answeredAt) return;
      operations.add(operation);
      if (from < over) return;
      rounds += 1;
      over = until;
    },
    answered(operation, at) {
      if (operation !== undefined && operationById(operation).security !== 'bearer') {
        answeringLogins.add(operation);
        return;
      }
      answeredAt = at;
      operations.clear();
      rounds = 0;
    },
  };
}
