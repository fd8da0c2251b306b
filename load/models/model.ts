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
export type ScaleMeaning = 'window' | 'interval';

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
  /** How much better than others it must explain a trace, because it differs from a simpler model in a detail only. */
  readonly handicap?: number;
  meter(scale: number, phase: number): Meter;
}

export interface LimiterModel {
  readonly id: ModelId;
  readonly name: string;
  readonly scale: ScaleMeaning;
  /** The usual way of building it comes first. */
  readonly variants: readonly [Variant, ...Variant[]];
}

/** On the scale of the model, a limit of at most `count` at once, and as many again after a `window` of silence. */
export const scaleOf = (
  { scale }: LimiterModel,
  { count, window }: { readonly count: number; readonly window: number },
): number => (scale === 'window' ? window : window / count);
