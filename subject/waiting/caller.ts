// On whose behalf the target is called. Several callers may share sessions and connections; each has its own counts and waits.
import type { Exchange } from '../../exchange/exchange.ts';

export interface Caller {
  /** How often a request waited because the target asked for it by 429. */
  waits: number;
  /** The latest call without a usable answer: a second factor that could not be confirmed, or a 429 in spite of all waiting. */
  unanswered: Exchange | undefined;
  /** The caller was given up and sends nothing more. */
  isOver: boolean;
}

/** For a process in which all calls count as those of one caller. */
export function oneCaller(): () => Caller {
  const caller = newCaller();
  return () => caller;
}

export const newCaller = (): Caller => ({ waits: 0, unanswered: undefined, isOver: false });
