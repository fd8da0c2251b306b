// People configure round figures: of candidates that explain about as well, the roundest window is the likely one.
import type { Candidate } from './candidate.ts';

/** Costs this close are the same for all we know. */
const same = 1.5;
const steps = [60_000, 10_000, 5_000, 1_000, 500, 250, 100, 50, 10];

/** How coarse a ruler the window lies on, counted from the coarsest. */
const roughness = (window: number): number => {
  const index = steps.findIndex((step) => Math.abs(window / step - Math.round(window / step)) < 1e-6);
  return index === -1 ? steps.length : index;
};

/** Milliseconds near this one that somebody may have written into a configuration, the roundest first. */
export const roundNear = (window: number, within: number): number[] => {
  const near = steps
    .map((step) => Math.round(window / step) * step)
    .filter((round) => round > 0 && Math.abs(round - window) <= within);
  return [...new Set(near)];
};

/** Small multiples of round figures: what is configured more often than anything in between. */
export const roundWithin = (shortest: number, longest: number): number[] => {
  const multiples = steps.flatMap((step) => Array.from({ length: 10 }, (_, index) => step * (index + 1)));
  return [...new Set(multiples)].filter((round) => round >= shortest && round <= longest);
};

export const rounded = (candidates: readonly Candidate[]): Candidate => {
  const lowest = Math.min(...candidates.map(({ cost }) => cost));
  const close = candidates.filter(({ cost }) => cost <= lowest + same);
  return close.reduce((best, candidate) => {
    const difference = roughness(candidate.window) - roughness(best.window);
    return difference < 0 || (difference === 0 && candidate.cost < best.cost) ? candidate : best;
  });
};
