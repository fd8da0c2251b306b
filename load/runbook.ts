// A paragraph for a runbook: what was found out about a limit, in words that somebody on call can act on.
import type { Candidate } from './fit/candidate.ts';
import type { Fit } from './fit/fit.ts';
import type { Misleading } from './fit/truthfulness.ts';
import { modelOf } from './models/index.ts';

const plain = (value: number, digits: number): string => `${Number(value.toFixed(digits))}`;

const duration = (milliseconds: number): string => {
  if (milliseconds >= 120_000) return `${plain(milliseconds / 60_000, 1)} min`;
  return milliseconds >= 1000 ? `${plain(milliseconds / 1000, 2)} s` : `${plain(milliseconds, 0)} ms`;
};

const requests = (count: number): string => (count === 1 ? '1 request' : `${count} requests`);

/** The same figure in the way in which such a limiter is configured. */
const rate = ({ count, window }: Candidate): string => `${plain((count * 1000) / window, 2)} per second`;

/** What the limiter does, and what a refused client should do. */
const behaviour = (limiter: Candidate): string => {
  const { count, window } = limiter;
  const span = duration(window);
  switch (limiter.model) {
    case 'fixedWindowAligned':
      return `Windows of ${span} lie on the server's clock; each admits ${requests(count)}, so up to ${2 * count} may pass around the end of one. After a refusal wait for the next window, at most ${span}.`;
    case 'fixedWindowAnchored':
      return `The first request opens a window of ${span} that admits ${requests(count)}. After a refusal wait until ${span} after the first of them; then all ${count} are free again at once.`;
    case 'slidingLog':
      return `In any ${span} at most ${requests(count)} are admitted. Each becomes free again ${span} after it was admitted; refused requests cost nothing.`;
    case 'slidingLogCountingRefusals':
      return `In any ${span} at most ${requests(count)} are admitted, and refused ones count as well. A client that keeps retrying stays shut out: after a refusal stay silent for ${span}.`;
    case 'slidingCounter':
      return `About ${requests(count)} are admitted in any ${span}, estimated from two windows on the server's clock. Room comes back little by little; all of it after at most ${duration(2 * window)} of silence.`;
    case 'tokenBucket':
      return `Up to ${requests(count)} pass at once; then ${rate(limiter)}, one every ${duration(window / count)}. The whole burst is free again after ${span} of silence.`;
    case 'leakyQueue':
      return `Up to ${requests(count)} are taken on at once and let go at ${rate(limiter)}, one every ${duration(window / count)}; an answer may take ${span}. What finds the queue full is refused. The queue is empty after ${span} of silence.`;
  }
};

const between = (values: readonly number[], say: (value: number) => string): string => {
  const least = say(Math.min(...values));
  const most = say(Math.max(...values));
  return least === most ? least : `${least} to ${most}`;
};

const nameOf = ({ model, variant }: Candidate): string =>
  variant === 'usual' ? modelOf(model).name : `${modelOf(model).name} (${variant})`;

/** `operation`: its name for the reader. `cutShort`: the probing has not seen for how long the limit remembers requests. */
export const runbookParagraph = (operation: string, fit: Fit, cutShort = false): string => {
  const evidence = `from ${requests(fit.arrivals)}`;
  switch (fit.kind) {
    case 'fitted': {
      const windows = between(
        fit.set.map(({ window }) => window),
        duration,
      );
      const counts = between(
        fit.set.map(({ count }) => count),
        String,
      );
      return `${operation} is limited by a ${nameOf(fit.best)}: ${fit.best.count} per ${duration(fit.best.window)}. ${behaviour(fit.best)} Found ${evidence}, ${fit.best.mismatches} of them answered otherwise than this predicts; a count of ${counts} and a window of ${windows} explain them as well.`;
    }
    case 'cannotTell': {
      const candidates = fit.between.map((each) => {
        const alike = fit.set.filter(({ model }) => model === each.model).map(({ window }) => window);
        return `${nameOf(each)} with ${each.count} per ${between(alike, duration)}`;
      });
      const longest = Math.max(...fit.set.map(({ model, window }) => (model === 'slidingCounter' ? 2 : 1) * window));
      const silence = cutShort
        ? 'It may remember for longer than was seen.'
        : `After a refusal, ${duration(longest)} of silence clears any of them.`;
      return `${operation} is limited; ${evidence} it cannot be told by which of these: ${candidates.join('; ')}. ${silence}`;
    }
    case 'noLimitSeen':
      return `${operation} refused nothing; ${evidence} no limit was seen. There may be one above what was sent.`;
    case 'alwaysRefused':
      return `${operation} refused everything; ${evidence} nothing can be said of its limit but that it was exhausted throughout.`;
    case 'nothingFits':
      return `${operation} is limited, but by none of the known kinds of limiter; ${evidence}. The nearest, a ${nameOf(fit.closest)} with ${fit.closest.count} per ${duration(fit.closest.window)}, gets ${fit.closest.mismatches} of them wrong: other clients may share the limit, or several limits act together.`;
  }
};

/** What a header says wrongly, and what to do about it. */
export const misleadingSentence = (one: Misleading): string => {
  switch (one.kind) {
    case 'malformed':
      return 'Retry-After is neither whole seconds nor an HTTP date: do not rely on it.';
    case 'understated':
      return 'Retry-After and the reset understate: a request sent after they were over was refused all the same.';
    case 'overstated':
      return 'Retry-After and the reset overstate: requests pass long before they are over.';
    case 'limit':
      return `The RateLimit headers announce a limit of ${one.announced}; ${one.observed} was observed.`;
    case 'window':
      return `The RateLimit headers announce a window of ${duration(one.announced)}; ${duration(one.observed)} was observed.`;
    case 'early':
      return `The RateLimit headers announce a limit of ${one.announced.limit}; a request was refused when at most ${one.sent} counted.`;
    case 'remaining':
      return 'The RateLimit headers of a refusal say that requests remain.';
  }
};
