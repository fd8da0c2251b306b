// A target in virtual time: a limiter behind a network that delays each request and each answer at random.

import type { Arrival, Trace } from '../../load/trace.ts';
import type { Limiter } from '../../tests/load/limiter.ts';

/** Numbers in [0, 1) that are the same for the same seed (mulberry32). */
export const chance = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

export interface Weather {
  /** Milliseconds by which each way may take longer. */
  readonly jitter: number;
  /** Milliseconds of work for an admitted request. */
  readonly work?: number;
  /** The share of requests that a pause of the machine delays, and how long a pause is at most. */
  readonly pauses?: { readonly share: number; readonly longest: number };
  /** Milliseconds that each way takes at least. */
  readonly distance?: number;
}

/** Answers requests sent at these moments, in the order in which they arrive. */
export const answered = (
  limiter: Limiter,
  sendings: readonly number[],
  weather: Weather,
  random: () => number,
): Trace => {
  const way = () => {
    const pause = weather.pauses && random() < weather.pauses.share ? random() * weather.pauses.longest : 0;
    return 0.1 + (weather.distance ?? 0) + random() * weather.jitter + pause;
  };
  return sendings
    .map((sent) => ({ sent, arrived: sent + way() }))
    .sort((one, other) => one.arrived - other.arrived)
    .map(({ sent, arrived }): Arrival => {
      const admitted = limiter.admit(arrived);
      const busy = admitted ? limiter.wait(arrived) + (weather.work ?? 0) : 0;
      return {
        sent,
        received: arrived + busy + way(),
        answer: admitted ? 'admitted' : 'refused',
        status: admitted ? 200 : 429,
      };
    })
    .sort((one, other) => one.sent - other.sent);
};
