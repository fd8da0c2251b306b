// Whether the target has stopped answering altogether. A login that it still answers is no sign of life, as it may be answered elsewhere.
import { type OperationId, operations } from '../../contract/operations.ts';
import type { Hang } from './hang-log.ts';

interface Silence {
  /** Whether a request to the operation need not be sent. */
  covers(operation: string): boolean;
  timedOut(hang: Hang): void;
  answered(operation: string, at: number): void;
}

/**
 * So many different operations timed out without an answer to any, one of them after another was over: the target neither pauses nor
 * hangs at one place.
 */
const least = { operations: 4, rounds: 2 };

export function createSilence(): Silence {
  const hanging = new Set<string>();
  const answeringLogins = new Set<string>();
  /** Milliseconds by the wall clock. */
  let [answeredAt, over] = [0, 0];
  let rounds = 0;
  return {
    covers: (operation) =>
      !answeringLogins.has(operation) && hanging.size >= least.operations && rounds >= least.rounds,
    timedOut({ operation, from, until }) {
      if (from < answeredAt) return;
      hanging.add(operation);
      if (from < over) return;
      rounds += 1;
      over = until;
    },
    answered(operation, at) {
      if (isLogin(operation)) {
        answeringLogins.add(operation);
        return;
      }
      answeredAt = at;
      hanging.clear();
      rounds = 0;
    },
  };
}

function isLogin(operation: string): boolean {
  const security = operations.get(operation as OperationId)?.security;
  return security !== undefined && security !== 'bearer';
}
