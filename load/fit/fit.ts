// Fits limiter models to a trace: which of them, with which count and window, explains what was answered.
import { limiterModels } from '../models/index.ts';
import type { Trace } from '../trace.ts';
import { type Candidate, marginOf } from './candidate.ts';
import { type Built, quick, type Range, searched, thorough } from './grid.ts';
import { readingOf } from './reading.ts';
import { rounded } from './round.ts';

export type Fit =
  | {
      readonly kind: 'fitted';
      readonly best: Candidate;
      /** All of the same model, all explaining the trace about as well as the best. */
      readonly set: readonly Candidate[];
      /** How much worse the best candidate of any other model is; infinite when the search dropped them all. */
      readonly lead: number;
      readonly arrivals: number;
    }
  | {
      readonly kind: 'cannotTell';
      /** The likeliest of each model. */
      readonly between: readonly Candidate[];
      /** All that explain the trace about as well. */
      readonly set: readonly Candidate[];
      readonly arrivals: number;
    }
  | { readonly kind: 'noLimitSeen'; readonly arrivals: number }
  | { readonly kind: 'alwaysRefused'; readonly arrivals: number }
  /** The least bad of the candidates still gets too much wrong. */
  | { readonly kind: 'nothingFits'; readonly closest: Candidate; readonly arrivals: number };

/** The most that the right model costs on a quiet machine (`fine`) and on a very busy one (`tolerable`). */
const fine = (arrivals: number): number => 4 + 0.04 * arrivals;
const tolerable = (arrivals: number): number => 6 + 0.15 * arrivals;

/** Without the cost of late answers, which only distinguish a queue from the rest and may be due to a busy machine. */
const costOfDecisions = ({ cost, waiting = 0 }: Candidate): number => cost - waiting;

export const fitsWell = (candidate: Candidate, arrivals: number): boolean =>
  costOfDecisions(candidate) <= fine(arrivals);

const built: readonly Built[] = limiterModels.flatMap((model) => model.variants.map((variant) => ({ model, variant })));

/** `windows`: where the window is to be looked for; by default anywhere that the trace could show it. */
export const fitTrace = (trace: Trace, windows?: Range): Fit => {
  const reading = readingOf(trace);
  const arrivals = reading.times.length;
  if (!reading.admitted.includes(false)) return { kind: 'noLimitSeen', arrivals };
  if (!reading.admitted.includes(true)) return { kind: 'alwaysRefused', arrivals };
  const range = windows ?? { shortest: Math.max(50, reading.span / 100), longest: Math.max(100, reading.span) };
  const least = (candidates: readonly Candidate[]) =>
    candidates.reduce((lowest, { cost }) => Math.min(lowest, cost), Number.POSITIVE_INFINITY);
  let found = searched(built, reading, range, quick, fine(arrivals));
  // Either no model fits, or the grid was too coarse.
  if (least(found) > fine(arrivals)) found = [...found, ...searched(built, reading, range, thorough, fine(arrivals))];
  const lowest = least(found);
  const set = found.filter(({ cost }) => cost <= lowest + marginOf(lowest)).sort((one, other) => one.cost - other.cost);
  const best = rounded(set);
  if (costOfDecisions(best) > tolerable(arrivals)) return { kind: 'nothingFits', closest: best, arrivals };
  const models = new Set(set.map(({ model }) => model));
  if (models.size === 1) {
    const rivals = found.filter(({ model }) => model !== best.model);
    return { kind: 'fitted', best, set, lead: least(rivals) - lowest, arrivals };
  }
  const between = [...models].map((id) => rounded(set.filter(({ model }) => model === id)));
  return { kind: 'cannotTell', between, set, arrivals };
};
