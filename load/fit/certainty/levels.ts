// Between which levels each kind of limiter must have stood when a request arrived, whatever the moments within the spans.
//
// The bounds are generous: they are found for each request by itself, as if the others could lie now here, now there. So the
// limiter that really answered is always within them; of the others, all but those which the times cannot tell from it are not.
import type { ModelId, Scale } from '../../models/model.ts';
import { type Counted, type Span, type Spans, upTo } from './spans.ts';

// Sums of fractions miss whole numbers by a hair.
export const hair = 1e-9;

/** A window or an interval, and where one begins nearest to the middle of the trace; each may be off by its half. */
export interface Cell {
  readonly scale: number;
  readonly scaleHalf: number;
  readonly phase: number;
  readonly phaseHalf: number;
}

export interface Levels {
  /** So much at least was counted when it arrived, or when another did that was admitted with it. */
  least(span: Span): number;
  /** At most so much. */
  most(span: Span): number;
  /** The answer came before its turn can have come. */
  tooSoon?(span: Span): boolean;
}

export interface Family {
  readonly model: ModelId;
  readonly variant: string;
  readonly scale: Scale;
  readonly phased: boolean;
  levels(spans: Spans, cell: Cell): Levels;
}

const nothing = (value: number): number => Math.max(0, value);
/** It does not meet itself. */
const itself = (counted: Counted, span: Span): number => (counted.has(span) ? 1 : 0);

/**
 * Of what was surely counted after `since` and by `by`, how much this one met; or, where that is more, how much the last of those
 * met that were admitted in that time: whoever came last, he met all the others.
 */
const met = (counted: Counted, admitted: Counted, span: Span, since: number, by: number): number => {
  const own = span.from > since && span.to <= by ? 1 : 0;
  return Math.max(
    0,
    counted.surely.over(Math.min(span.from, by)) - counted.surely.begun(since),
    admitted.surely.over(by) - admitted.surely.begun(since) - own,
  );
};

const log =
  (of: (spans: Spans) => Counted): Family['levels'] =>
  (spans, { scale, scaleHalf }) => {
    const counted = of(spans);
    const [shortest, longest] = [scale - scaleHalf, scale + scaleHalf];
    return {
      least: (span) => met(counted, spans.admitted, span, span.to - shortest, span.to),
      most: (span) =>
        counted.perhaps.begun(span.to) - counted.perhaps.over(span.from - longest) - itself(counted, span),
    };
  };

/** Whoever may lie in so many windows proves nothing. */
const tooMany = 6;

interface ClockWindow {
  readonly begins: number;
  readonly ends: number;
  readonly before: number;
}

/** What the windows on a clock that a request may have arrived in make of it: the least and the most of them all. */
const onTheClock = (
  { half }: Spans,
  { scale, scaleHalf, phase, phaseHalf }: Cell,
  least: (span: Span, window: ClockWindow, blur: number) => number,
  most: (span: Span, window: ClockWindow, blur: number) => number,
): Levels => {
  const blur = phaseHalf + (half / scale + 1) * scaleHalf;
  const start = (index: number) => phase + index * scale;
  const extreme = (span: Span, of: typeof least, better: (one: number, other: number) => number, unsure: number) => {
    const first = Math.floor((span.from - blur - phase) / scale);
    const last = Math.floor((span.to + blur - phase) / scale);
    if (!(last - first < tooMany)) return unsure;
    let found: number | undefined;
    for (let k = first; k <= last; k += 1) {
      const one = of(span, { begins: start(k), ends: start(k + 1), before: start(k - 1) }, blur);
      found = found === undefined ? one : better(found, one);
    }
    return found ?? unsure;
  };
  return {
    least: (span) => extreme(span, least, Math.min, 0),
    most: (span) => extreme(span, most, Math.max, Number.POSITIVE_INFINITY),
  };
};

const alignedWindow: Family['levels'] = (spans, cell) => {
  const { perhaps } = spans.admitted;
  return onTheClock(
    spans,
    cell,
    (span, { begins, ends }, blur) =>
      met(spans.admitted, spans.admitted, span, begins + blur, Math.min(span.to, ends - blur)),
    (span, { begins, ends }, blur) =>
      perhaps.begun(Math.min(span.to, ends + blur)) - perhaps.over(begins - blur) - itself(spans.admitted, span),
  );
};

const share = (value: number): number => Math.min(1, Math.max(0, value));

const counter =
  (of: (spans: Spans) => Counted): Family['levels'] =>
  (spans, cell) => {
    const counted = of(spans);
    const { surely, perhaps } = counted;
    const left = (begins: number, moment: number) => share(1 - (moment - begins) / cell.scale);
    return onTheClock(
      spans,
      cell,
      (span, { begins, ends, before }, blur) => {
        const here = met(counted, spans.admitted, span, begins + blur, Math.min(span.to, ends - blur));
        const faded = nothing(surely.over(begins - blur) - surely.begun(before + blur)) * left(begins, span.to + blur);
        // Some round down what is left of the window before.
        return Math.floor(here + faded + hair);
      },
      (span, { begins, ends, before }, blur) => {
        const here = perhaps.begun(Math.min(span.to, ends + blur)) - perhaps.over(begins - blur);
        const faded = (perhaps.begun(begins + blur) - perhaps.over(before - blur)) * left(begins, span.from - blur);
        return here + faded - itself(counted, span);
      },
    );
  };

/** A window that a request opened: no earlier, and no later. */
interface Opened {
  readonly earliest: number;
  readonly latest: number;
}

/**
 * Only what is admitted opens a window; and whatever surely comes after the last one finds a new one open. What got no answer may
 * open one at any later moment, so that only those are looked at in which something was answered.
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

const anchoredWindow: Family['levels'] = (spans, { scale, scaleHalf }) => {
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

/** What a bucket misses at any moment, when one is taken out of it at each of these and it is filled evenly. */
const missing = (taken: Float64Array, interval: number): ((moment: number) => number) => {
  const after = new Float64Array(taken.length);
  let [level, at] = [0, Number.NEGATIVE_INFINITY];
  for (let i = 0; i < taken.length; i += 1) {
    level = nothing(level - (taken[i]! - at) / interval) + 1;
    at = taken[i]!;
    after[i] = level;
  }
  return (moment) => {
    const last = upTo(taken, moment) - 1;
    return last < 0 ? 0 : nothing(after[last]! - (moment - taken[last]!) / interval);
  };
};

/** `rounding`: by how much a bucket that is filled on a tick may differ from one that is filled evenly. */
const bucket =
  (rounding: number, keepsWaiting: boolean): Family['levels'] =>
  (spans, { scale, scaleHalf }) => {
    const [shortest, longest] = [scale - scaleHalf, scale + scaleHalf];
    const { surely, perhaps } = spans.admitted;
    const early = missing(surely.begins, shortest);
    const late = missing(perhaps.ends, longest);
    /** One arrival less makes a difference of one at most. */
    const atLeast = (moment: number) =>
      nothing(early(moment) - (surely.begun(moment) - surely.over(moment)) - rounding);
    return {
      // Whichever of those that are over came last, it found the others there, and room for itself.
      least: ({ to }) => nothing(atLeast(to) - 1),
      most: (span) =>
        late(span.from) + perhaps.begun(span.to) - perhaps.over(span.from) - itself(spans.admitted, span) + rounding,
      ...(keepsWaiting && { tooSoon: ({ from, to }: Span) => to < from + atLeast(from) * shortest }),
    };
  };

/** Of one kind after the other; what differs from the one before in a detail is asked only where that is impossible. */
export const families: readonly (readonly Family[])[] = [
  [{ model: 'fixedWindowAligned', variant: 'usual', scale: 'window', phased: true, levels: alignedWindow }],
  [{ model: 'fixedWindowAnchored', variant: 'usual', scale: 'window', phased: false, levels: anchoredWindow }],
  [{ model: 'slidingLog', variant: 'usual', scale: 'window', phased: false, levels: log(({ admitted }) => admitted) }],
  [
    {
      model: 'slidingLogCountingRefusals',
      variant: 'usual',
      scale: 'window',
      phased: false,
      levels: log(({ everything }) => everything),
    },
  ],
  [
    {
      model: 'slidingCounter',
      variant: 'usual',
      scale: 'window',
      phased: true,
      levels: counter(({ admitted }) => admitted),
    },
  ],
  [
    {
      model: 'slidingCounter',
      variant: 'counting refused requests too',
      scale: 'window',
      phased: true,
      levels: counter(({ everything }) => everything),
    },
  ],
  [{ model: 'tokenBucket', variant: 'usual', scale: 'interval', phased: false, levels: bucket(0, false) }],
  [
    { model: 'leakyQueue', variant: 'usual', scale: 'interval', phased: false, levels: bucket(0, true) },
    { model: 'leakyQueue', variant: 'let go on a tick', scale: 'interval', phased: false, levels: bucket(1, true) },
  ],
];
