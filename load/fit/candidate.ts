// One limiter that may have answered a trace as it was answered: its model and its figures, with what it gets wrong as a cost.
import type { ModelId } from '../models/model.ts';

export interface Candidate {
  readonly model: ModelId;
  readonly variant: string;
  /** At most so many at once. */
  readonly count: number;
  /** Milliseconds; after so long a silence `count` are admitted again. */
  readonly window: number;
  /** Where on the trace's clock a window or a tick begins, of models that have such. */
  readonly phase?: number;
  readonly cost: number;
  readonly mismatches: number;
  /** The part of the cost that is for late answers. */
  readonly waiting?: number;
}

/**
 * A candidate this much worse than the best is some twenty times less likely. What even the best gets wrong shows how
 * far the answers can be trusted: the more of it, the less a difference says.
 */
export const marginOf = (lowest: number): number => 3 + 0.4 * lowest;
