// One limiter that may have given the answers of a trace: its model and its figures, and as a cost how badly it explains them.
import type { ModelId } from '../models/model.ts';

export interface Candidate {
  readonly model: ModelId;
  readonly variant: string;
  /** At most so many at once. */
  readonly count: number;
  /** Milliseconds without requests after which `count` are admitted again. */
  readonly window: number;
  /** The moment on the trace's clock at which a window or a tick begins, for models that have these. */
  readonly phase?: number;
  readonly cost: number;
  readonly mismatches: number;
  /** The part of the cost that is for late answers. */
  readonly waiting?: number;
}

/**
 * A candidate this much worse than the best is about twenty times less likely. The more even the best gets wrong, the less exact the
 * trace is, and the less a difference means.
 */
export const marginOf = (lowest: number): number => 3 + 0.4 * lowest;
