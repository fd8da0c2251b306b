// What every limiter model is: a meter that rises and falls with the traffic, and a count that it may not exceed.
//
// A meter never asks what the count is. So one replay of a trace gives the level that each arrival met, and every count
// can be held against those levels afterwards.

/** Reads the level without changing it, so that a moment a little earlier or later can be asked about as well. */
export interface Meter {
  /** How much an arrival at this moment would find counted already. */
  level(time: number): number;
  /** An arrival happened, and this became of it. Arrivals are noted in the order of their times. */
  note(time: number, admitted: boolean): void;
  /** How long an arrival admitted at this moment would wait for its turn; models that keep nobody waiting have none. */
  wait?(time: number): number;
}

/** What the meter's scale means: a window in which arrivals are counted, or the interval at which one is let go. */
export type Scale = 'window' | 'interval';

export type ModelId =
  | 'fixedWindowAligned'
  | 'fixedWindowAnchored'
  | 'slidingLog'
  | 'slidingLogCountingRefusals'
  | 'slidingCounter'
  | 'tokenBucket'
  | 'leakyQueue';

/** One way in which a model is built; what differs is too small to be another algorithm. */
export interface Variant {
  readonly name: string;
  /** Its windows or ticks lie on a clock of the server's, whose phase we do not know. */
  readonly phased: boolean;
  /** Variants of one kin count about the same, so that what is far off for one is far off for all. */
  readonly kin: string;
  /** It does what a simpler model does but for a detail, and must explain a trace so much better to be believed. */
  readonly handicap?: number;
  meter(scale: number, phase: number): Meter;
}

export interface LimiterModel {
  readonly id: ModelId;
  readonly name: string;
  readonly scale: Scale;
  /** The usual way of building it comes first. */
  readonly variants: readonly [Variant, ...Variant[]];
}

/** At most `count` at once; as many again after a `window` of silence. */
export interface Parameters {
  readonly count: number;
  readonly window: number;
  /** Where on our clock one of the server's windows or ticks begins. */
  readonly phase?: number;
}

export interface Limiter {
  admit(time: number): boolean;
  /** How long the arrival just admitted at this moment waits for its answer. */
  wait(time: number): number;
}

// Sums of fractions miss whole numbers by a hair.
const hair = 1e-9;

export const permits = (level: number, count: number): boolean => level + 1 <= count + hair;

export const scaleOf = (model: LimiterModel, { count, window }: Parameters): number =>
  model.scale === 'window' ? window : window / count;

/** The model as a limiter that decides by itself, as a server has it. */
export const limiterOf = (
  model: LimiterModel,
  parameters: Parameters,
  variant: Variant = model.variants[0],
): Limiter => {
  const meter = variant.meter(scaleOf(model, parameters), parameters.phase ?? 0);
  let waits = 0;
  return {
    admit(time) {
      const admitted = permits(meter.level(time), parameters.count);
      waits = admitted ? (meter.wait?.(time) ?? 0) : 0;
      meter.note(time, admitted);
      return admitted;
    },
    wait: () => waits,
  };
};
