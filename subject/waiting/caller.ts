// On whose behalf the target is called. Several callers may share sessions and connections, and each is told what came of its own calls.
import type { Exchange } from '../../exchange/exchange.ts';

export interface Caller {
  /** How often the target asked to slow down, and was obeyed. */
  waits: number;
  /** The latest call without an answer to its question: a demand that could not be met, or a 429 for all the patience. */
  unanswered: Exchange | undefined;
  /** It was given up: whatever it still wants to send is refused. */
  isOver: boolean;
}

/** For whoever makes all calls himself. */
export function oneCaller(): () => Caller {
  const caller = newCaller();
  return () => caller;
}

export const newCaller = (): Caller => ({ waits: 0, unanswered: undefined, isOver: false });
