// Finds out what limits a target, within bounds that are known beforehand: which volley to send next, given the answers.
//
// A generator, so that it is the same over real sockets and in virtual time: it yields a volley, is given the trace of it,
// and returns the fit.
import type { Trace } from '../trace.ts';
import { confident, isTooFar, isUncertain, sureLead, uncertaintyOf } from './certainty/confidence.ts';
import { designedProbe, designedVolleys, durationOf, openingProbe, type Scale, type Volley } from './designed-probe.ts';
import { type Fit, fitsWell, fitTrace } from './fit.ts';
import type { Range } from './grid.ts';

export interface Bounds {
  /** No more requests than this are ever sent. */
  readonly requests: number;
  /** Milliseconds that the volleys take at most; waiting for the last answers comes on top. */
  readonly duration: number;
}

export interface Probed {
  readonly fit: Fit;
  readonly trace: Trace;
  /** The bounds ended it before the fit was sure. */
  readonly cutShort: boolean;
  /** Milliseconds by which moments are uncertain; absent where it does not matter. */
  readonly unrest?: number;
  /** It ended because no probe from here can tell more. */
  readonly tooFar?: true;
}

const firstBurst = 4;
const firstWait = 50;
/** A burst counts as admitted again when it reaches this share of the greatest one, which may have spanned two windows. */
const asMany = 0.5;

const count = (trace: Trace, answer: string): number => trace.filter((arrival) => arrival.answer === answer).length;
const burst = (size: number, after: number): Volley => Array.from({ length: Math.ceil(size) }, () => after);

/**
 * Milliseconds that all fits of a probing may take together, because fits take long on a busy machine and for a long trace.
 */
const mostThought = 20_000;

/** The ratio up to which two windows count as the same. */
const alike = 1.05;

const isSure = (fit: Fit): boolean => {
  if (fit.kind !== 'fitted' || fit.lead < sureLead || !fitsWell(fit.best, fit.arrivals)) return false;
  const windows = fit.set.map(({ window }) => window);
  const oneWindow = Math.max(...windows) <= alike * Math.min(...windows);
  return oneWindow && fit.set.every((candidate) => candidate.count === fit.best.count);
};

/** Among equally good candidates, the one whose window is nearest to the estimate so far. */
const guessOf = (fit: Fit | undefined, estimate: Scale): Scale | undefined => {
  if (fit === undefined) return undefined;
  if (fit.kind === 'fitted') return fit.best;
  const distance = ({ window }: Scale) => Math.abs(Math.log(window / estimate.window));
  if (fit.kind === 'cannotTell') return fit.between.reduce((a, b) => (distance(b) < distance(a) ? b : a));
  return fit.kind === 'nothingFits' ? fit.closest : undefined;
};

/** Windows near those that the candidates have: the next fit need not look everywhere again. */
const closer = (fit: Fit, range: Range): Range => {
  const candidates = fit.kind === 'fitted' ? fit.set : fit.kind === 'cannotTell' ? fit.between : [];
  if (!candidates.some((candidate) => fitsWell(candidate, fit.arrivals))) return range;
  const windows = candidates.map(({ window }) => window);
  return {
    shortest: Math.max(range.shortest, Math.min(...windows) / 1.5),
    longest: Math.min(range.longest, Math.max(...windows) * 1.5),
  };
};

/** `expected`: what is known of the limit beforehand; the search for its scale is then left out unless that was wrong. */
export function* probing(bounds: Bounds, expected?: Scale): Generator<Volley, Probed, Trace> {
  const trace: Trace[number][] = [];
  let sent = 0;
  let spent = 0;
  let thought = 0;
  let cutShort = false;

  const thinking = <Thought>(think: () => Thought): Thought => {
    const began = performance.now();
    const what = think();
    thought += performance.now() - began;
    return what;
  };

  const fitted = (range?: Range): Fit => thinking(() => fitTrace(trace, range));

  const isCertain = (fit: Fit): boolean =>
    isSure(fit) && (!isUncertain(fit, trace) || thinking(() => isSure(confident(fit, trace))));

  const isEnough = (fit: Fit): boolean => isTooFar(fit, trace) || isCertain(fit);

  /** The answers to a volley; none when the bounds forbid it. */
  function* ask(volley: Volley): Generator<Volley, Trace | undefined, Trace> {
    const exceeds = sent + volley.length > bounds.requests || spent + durationOf(volley) > bounds.duration;
    if (exceeds || thought > mostThought) {
      cutShort = true;
      return undefined;
    }
    sent += volley.length;
    spent += durationOf(volley);
    const answers = yield volley;
    trace.push(...answers);
    return answers;
  }

  /** The most requests that one burst got admitted, and that all together did: the count lies between. */
  let most = 0;
  let atOnce = 0;

  /** Ever larger bursts until one is refused in part. */
  function* rampUp(): Generator<Volley, 'limited' | undefined, Trace> {
    for (let size = firstBurst; ; size *= 2) {
      const answers = yield* ask(burst(size, 0));
      if (answers === undefined) return undefined;
      const passed = count(answers, 'admitted');
      most = Math.max(most, passed);
      atOnce += passed;
      if (count(answers, 'refused') > 0) return 'limited';
    }
  }

  /** Whether about as many pass again after this much silence, and how long the silence really was. */
  function* recovered(wait: number): Generator<Volley, Scale | 'not yet' | undefined, Trace> {
    const last = trace.at(-1)?.sent ?? 0;
    const first = yield* ask([wait]);
    if (first === undefined) return undefined;
    if (count(first, 'admitted') === 0) return 'not yet';
    const rest = yield* ask(burst(atOnce + 1, 0));
    if (rest === undefined) return undefined;
    const again = 1 + count(rest, 'admitted');
    const before = most;
    most = Math.max(most, again);
    return again < asMany * before ? 'not yet' : { count: most, window: (first[0]?.sent ?? last + wait) - last };
  }

  /** Doubles a wait without requests until it gives the whole allowance back. A second try confirms it: a clock window may end by chance. */
  function* waitLonger(from: number): Generator<Volley, Scale | undefined, Trace> {
    for (let wait = from; ; wait *= 2) {
      const once = yield* recovered(wait);
      if (once === undefined) return undefined;
      if (once === 'not yet') continue;
      const twice = yield* recovered(wait);
      if (twice !== 'not yet') return twice;
    }
  }

  const finish = (fit: Fit): Probed => ({
    fit: confident(fit, trace),
    trace,
    cutShort,
    ...(isUncertain(fit, trace) && { unrest: uncertaintyOf(trace) }),
    ...(isTooFar(fit, trace) && { tooFar: true }),
  });

  let scale = expected;
  most = atOnce = expected?.count ?? 0;
  let longestWait = expected?.window ?? firstWait;
  if (scale !== undefined) {
    const answers = yield* ask(openingProbe(scale));
    if (answers === undefined) return finish(fitted());
    // The limit is not the expected one, or there is none.
    if (count(answers, 'refused') === 0) {
      scale = undefined;
      longestWait = firstWait;
    }
  }
  if (scale === undefined && (yield* rampUp()) === undefined) return finish(fitted());
  for (;;) {
    if (scale === undefined) {
      scale = yield* waitLonger(longestWait);
      if (scale === undefined) return finish(fitted());
      longestWait = scale.window;
    }
    // The window may be much shorter than the wait, because a counter remembers two windows and waits were doubled.
    const range: Range = { shortest: scale.window / 5, longest: scale.window * 6 };
    let fit: Fit | undefined = trace.length > 0 ? fitted(range) : undefined;
    if (fit !== undefined && isEnough(fit)) return finish(fit);
    let near = range;
    scale = guessOf(fit, scale) ?? scale;
    for (let index = 0; index < designedVolleys; index += 1) {
      if ((yield* ask(designedProbe(scale)[index]!)) === undefined) return finish(fit ?? fitted(range));
      fit = fitted(near);
      if (isEnough(fit)) return finish(fit);
      scale = guessOf(fit, scale) ?? scale;
      near = closer(fit, range);
    }
    if (fit?.kind !== 'nothingFits') return finish(fit ?? fitted(range));
    // The window may be longer than the wait, because a window on a clock may end early by chance.
    scale = undefined;
    longestWait *= 2;
  }
}

/** What is announced before the first request. */
export const announced = ({ requests, duration }: Bounds): string =>
  `at most ${requests} requests, within ${Math.ceil(duration / 1000)} s`;
