// What every limiter model is: a meter that rises and falls with the traffic, and a count that it may not exceed.
//
// A meter does not depend on the count. So one replay of a trace gives the level that each arrival met, and every count can be compared
// with these levels afterwards.

/** Reading the level does not change it, so that earlier or later moments can be tried. */
export interface Meter {
  /** How much an arrival at this moment would find counted already. */
  level(time: number): number;
  /** Notes an arrival and its answer. To be called in the order of time. */
  note(time: number, admitted: boolean): void;
  /** How long an arrival admitted at this moment would wait; absent for models without waiting. */
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

/** One way to build a model; variants differ too little to be separate models. */
export interface Variant {
  readonly name: string;
  /** Its windows or ticks follow the server's clock, whose phase is not known. */
  readonly phased: boolean;
  /** Variants with the same kin count nearly the same, so a point that is far off for one is far off for all. */
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
