// Which limiters to report for a fit, given how well the times of its trace are known.
//
// On a quiet machine this is the likeliest limiter, because the others would need several coincidences. Where answers took so long that
// another limiter may have given them, or where another one explains them nearly as well, all possible limiters are reported.
import type { Trace } from '../../trace.ts';
import type { Candidate } from '../candidate.ts';
import type { Fit } from '../fit.ts';
import { type Possible, possibleLimiters } from './possible.ts';

/** The share of a window by which moments may be uncertain. Above it one limiter may be mistaken for another. */
const bearable = 0.05;

/**
 * Milliseconds by which the least certain moment is uncertain. Only refusals show it, because they need no further work of the server;
 * an admission may take long after the decision.
 */
export const uncertaintyOf = (trace: Trace): number =>
  trace.reduce(
    (worst, { begun, sent, received, answer }) =>
      answer === 'refused' ? Math.max(worst, received - (begun ?? sent)) : worst,
    0,
  );

const candidatesOf = (fit: Fit): readonly Candidate[] => {
  if (fit.kind === 'nothingFits') return [fit.closest];
  return fit.kind === 'fitted' || fit.kind === 'cannotTell' ? fit.set : [];
};

/** Whether some of the times are so uncertain that the likeliest limiter may be the wrong one. */
export const isUncertain = (fit: Fit, trace: Trace): boolean =>
  candidatesOf(fit).some(({ window }) => uncertaintyOf(trace) > bearable * window);

/** The same share for the quickest refusal. Above it no further evidence distinguishes limiters. */
const hopeless = 0.15;

/**
 * Whether even the quickest refusal took so long, compared with the window, that no probe can distinguish the limiters. Then the target
 * is too far away, and a quieter machine would not help.
 */
export function isTooFar(fit: Fit, trace: Trace): boolean {
  const quickest = trace.reduce(
    (least, { begun, sent, received, answer }) =>
      answer === 'refused' ? Math.min(least, received - (begun ?? sent)) : least,
    Number.POSITIVE_INFINITY,
  );
  const candidates = fit.kind === 'nothingFits' ? [] : candidatesOf(fit);
  return candidates.length > 0 && candidates.every(({ window }) => quickest > hopeless * window);
}

/** The lead in cost with which a model needs no further evidence. */
export const sureLead = 8;

/** Whether another model explains the trace nearly as well. */
const isNarrow = (fit: Fit): boolean => fit.kind === 'fitted' && fit.lead < sureLead;

const outermost = ({ model, variant, outermost: scales }: Possible): readonly Candidate[] =>
  scales.map(({ count, window }) => ({ model, variant, count, window, cost: 0, mismatches: 0 }));

/** The fit itself, or, where the times are uncertain, all limiters that are possible. */
export function confident(fit: Fit, trace: Trace): Fit {
  if (!isUncertain(fit, trace) && !isNarrow(fit)) return fit;
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
