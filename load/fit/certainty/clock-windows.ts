// The levels of limiters whose windows follow the server's clock: one that counts only the current window, and one that adds a part of
// the window before.
import { type Cell, hair, itself, type Levels, type LevelsOf, met } from './levels.ts';
import type { Counted, Span, Spans } from './spans.ts';

/** A request that may have arrived in this many windows proves nothing. */
const tooMany = 6;

interface ClockWindow {
  readonly begins: number;
  readonly ends: number;
  readonly before: number;
}

/** The least and the most over all windows in which a request may have arrived. */
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

export const alignedWindow: LevelsOf = (spans, cell) => {
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

export const counter =
  (of: (spans: Spans) => Counted): LevelsOf =>
  (spans, cell) => {
    const counted = of(spans);
    const { surely, perhaps } = counted;
    const left = (begins: number, moment: number) => share(1 - (moment - begins) / cell.scale);
    return onTheClock(
      spans,
      cell,
      (span, { begins, ends, before }, blur) => {
        const here = met(counted, spans.admitted, span, begins + blur, Math.min(span.to, ends - blur));
        const faded =
          Math.max(0, surely.over(begins - blur) - surely.begun(before + blur)) * left(begins, span.to + blur);
        // Some limiters round the part of the window before down.
        return Math.floor(here + faded + hair);
      },
      (span, { begins, ends, before }, blur) => {
        const here = perhaps.begun(Math.min(span.to, ends + blur)) - perhaps.over(begins - blur);
        const faded = (perhaps.begun(begins + blur) - perhaps.over(before - blur)) * left(begins, span.from - blur);
        return here + faded - itself(counted, span);
      },
    );
  };
