// The levels of a limiter that looks back one window from each request.
import { itself, type LevelsOf, met } from './levels.ts';
import type { Counted, Spans } from './spans.ts';

export const log =
  (of: (spans: Spans) => Counted): LevelsOf =>
  (spans, { scale, scaleHalf }) => {
    const counted = of(spans);
    const [shortest, longest] = [scale - scaleHalf, scale + scaleHalf];
    return {
      least: (span) => met(counted, spans.admitted, span, span.to - shortest, span.to),
      most: (span) =>
        counted.perhaps.begun(span.to) - counted.perhaps.over(span.from - longest) - itself(counted, span),
    };
  };
