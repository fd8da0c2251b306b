// The models as limiters that decide by themselves, as in a server; identification is tested with them.
import { type LimiterModel, scaleOf, type Variant } from '../../load/models/model.ts';

/** At most `count` at once, and as many again after a `window` of silence. */
export interface Parameters {
  readonly count: number;
  readonly window: number;
  /** The moment, on our clock, at which one of the server's windows or ticks begins. */
  readonly phase?: number;
}

export interface Limiter {
  admit(time: number): boolean;
  /** How long the request that was just admitted waits for its answer. */
  wait(time: number): number;
}

// Sums of fractions differ from whole numbers by very little.
const hair = 1e-9;

export const limiterOf = (
  model: LimiterModel,
  parameters: Parameters,
  variant: Variant = model.variants[0],
): Limiter => {
  const meter = variant.meter(scaleOf(model, parameters), parameters.phase ?? 0);
  let waits = 0;
  return {
    admit(time) {
      const admitted = meter.level(time) + 1 <= parameters.count + hair;
      waits = admitted ? (meter.wait?.(time) ?? 0) : 0;
      meter.note(time, admitted);
      return admitted;
    },
    wait: () => waits,
  };
};
