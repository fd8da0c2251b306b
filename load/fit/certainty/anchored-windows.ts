// The levels of a limiter whose window begins with the first request that is admitted after the window before.
import { itself, type LevelsOf, met } from './levels.ts';
import type { Span, Spans } from './spans.ts';

/** A window that a request opened: no earlier, and no later. */
interface Opened {
  readonly earliest: number;
  readonly latest: number;
}

/**
 * Only an admitted request opens a window, and a request that surely comes after the last window opens a new one. A request without an
 * answer may open one at any later moment, so only windows with answered requests are considered.
 */
const chainOf = (spans: Spans, shortest: number, longest: number): readonly Opened[] => {
  const { all, earliestEnds, end } = spans;
  const chain: Opened[] = [];
  let [opens, closes] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let [opener, sure] = [0, 0];
  for (;;) {
    while (opener < all.length && (all[opener]!.to < opens || all[opener]!.answer === 'refused')) opener += 1;
    if (opener === all.length) return chain;
    while (sure < all.length && all[sure]!.from < closes) sure += 1;
    const earliest = Math.max(all[opener]!.from, opens);
    if (earliest > end) return chain;
    const latest = earliestEnds[sure] ?? Number.POSITIVE_INFINITY;
    chain.push({ earliest, latest });
    opens = earliest + shortest;
    closes = latest + longest;
  }
};

export const anchoredWindow: LevelsOf = (spans, { scale, scaleHalf }) => {
  const [shortest, longest] = [scale - scaleHalf, scale + scaleHalf];
  const { perhaps } = spans.admitted;
  const chain = chainOf(spans, shortest, longest);
  /** Position of the last window that may have been opened by then. */
  const lastBy = (moment: number): number => {
    let [low, high] = [0, chain.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (chain[middle]!.earliest <= moment) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  };
  const extreme = (
    span: Span,
    of: (opened: Opened, before: Opened | undefined) => number,
    better: (one: number, other: number) => number,
  ): number => {
    let found: number | undefined;
    for (let k = lastBy(span.to); k >= 0 && chain[k]!.latest + longest > span.from; k -= 1) {
      const one = of(chain[k]!, chain[k - 1]);
      found = found === undefined ? one : better(found, one);
    }
    return found ?? 0;
  };
  return {
    least: (span) =>
      extreme(
        span,
        ({ earliest }, before) =>
          met(
            spans.admitted,
            spans.admitted,
            span,
            before ? before.latest + longest : Number.NEGATIVE_INFINITY,
            Math.min(span.to, earliest + shortest),
          ),
        Math.min,
      ),
    most: (span) =>
      extreme(
        span,
        ({ earliest, latest }) =>
          perhaps.begun(Math.min(span.to, latest + longest)) - perhaps.over(earliest) - itself(spans.admitted, span),
        Math.max,
      ),
  };
};
