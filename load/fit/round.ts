// People configure round figures: of candidates that explain a trace about equally well, the one with the roundest window is likely.
import type { Candidate } from './candidate.ts';

/** Costs that differ by less than this count as equal. */
const same = 1.5;
const steps = [60_000, 10_000, 5_000, 1_000, 500, 250, 100, 50, 10];

/** The position of the coarsest step that the window is a multiple of. */
const roughness = (window: number): number => {
  const index = steps.findIndex((step) => Math.abs(window / step - Math.round(window / step)) < 1e-6);
  return index === -1 ? steps.length : index;
};

/** Round figures near this one, the roundest first. */
export const roundNear = (window: number, within: number): number[] => {
  const near = steps
    .map((step) => Math.round(window / step) * step)
    .filter((round) => round > 0 && Math.abs(round - window) <= within);
  return [...new Set(near)];
};

/** Small multiples of round figures, which are configured more often than others. */
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
