// What may be said of a fit, given how well the times of its trace were really known.
//
// On a quiet machine the likely limiter is the one, for the others would need a row of odd accidents. Where answers took so
// long that it matters, or another limiter explains them nearly as well, only what is impossible is left out, and whatever
// remains is told.
import type { Trace } from '../../trace.ts';
import type { Candidate } from '../candidate.ts';
import type { Fit } from '../fit.ts';
import { type Possible, possibleLimiters } from './possible.ts';

/** The part of a window by which a moment may be unknown without a limiter being taken for another one. */
const bearable = 0.05;

/**
 * Milliseconds within which the worst known moment lies. Refusals show it, for they neither work nor wait; an admission may have
 * been the server's work, which comes after the decision.
 */
export const unrestOf = (trace: Trace): number =>
  trace.reduce(
    (worst, { begun, sent, received, answer }) =>
      answer === 'refused' ? Math.max(worst, received - (begun ?? sent)) : worst,
    0,
  );

const candidatesOf = (fit: Fit): readonly Candidate[] => {
  if (fit.kind === 'nothingFits') return [fit.closest];
  return fit.kind === 'fitted' || fit.kind === 'cannotTell' ? fit.set : [];
};

/** Whether some of the times were so badly known that a likely limiter may be the wrong one. */
export const isUneasy = (fit: Fit, trace: Trace): boolean =>
  candidatesOf(fit).some(({ window }) => unrestOf(trace) > bearable * window);

/** A rival this much worse needs no further evidence against it. */
export const sureLead = 8;

/** Whether another model explains the trace nearly as well. */
const isNarrow = (fit: Fit): boolean => fit.kind === 'fitted' && fit.lead < sureLead;

const outermost = ({ model, variant, outermost: scales }: Possible): readonly Candidate[] =>
  scales.map(({ count, window }) => ({ model, variant, count, window, cost: 0, mismatches: 0 }));

/** The fit itself, or what is left of it in a trace whose times are badly known. */
export function confident(fit: Fit, trace: Trace): Fit {
  if (!isUneasy(fit, trace) && !isNarrow(fit)) return fit;
  const possible = possibleLimiters(trace);
  const set = possible.flatMap(outermost);
  const { arrivals } = fit;
  const [first, ...others] = candidatesOf(fit);
  const best = fit.kind === 'fitted' ? fit.best : undefined;
  if (possible.length === 0 && first) return { kind: 'nothingFits', closest: best ?? first, arrivals };
  if (fit.kind === 'fitted' && possible.every(({ model }) => model === fit.best.model))
    return { ...fit, set: [...fit.set, ...set] };
  const likely = best ? [best, ...others] : [first!, ...others];
  const between = possible.map((one) => likely.find((candidate) => isWithin(candidate, one)) ?? outermost(one)[0]!);
  return { kind: 'cannotTell', between, set, arrivals };
}

const isWithin = ({ model, count, window }: Candidate, possible: Possible): boolean =>
  model === possible.model &&
  count >= possible.count.least &&
  count <= possible.count.most &&
  window >= possible.window.least &&
  window <= possible.window.most;
