// The least and the most that a limiter can have counted when a request arrived, for any moments of arrival within the spans.
//
// The bounds are wide, because for each request the others may be placed differently within their spans. So the real limiter is always
// within them, and most others are not.
import type { Counted, Span, Spans } from './spans.ts';

/** The rounding error of sums of fractions. */
export const hair = 1e-9;

/** A range of windows or intervals, and of the moments where one begins nearest to the middle of the trace: each a centre and a half width. */
export interface Cell {
  readonly scale: number;
  readonly scaleHalf: number;
  readonly phase: number;
  readonly phaseHalf: number;
}

export interface Levels {
  /** The least that was counted when it arrived, or when another arrived that was admitted with it. */
  least(span: Span): number;
  /** The most that was counted. */
  most(span: Span): number;
  /** The answer came earlier than this limiter can have given it. */
  tooSoon?(span: Span): boolean;
}

/** How one kind of limiter counts. */
export type LevelsOf = (spans: Spans, cell: Cell) => Levels;

/** 1 where the request itself is among `counted`, to be subtracted because it is not counted when it arrives. */
export const itself = (counted: Counted, span: Span): number => (counted.has(span) ? 1 : 0);

/**
 * How many requests that were surely counted between `since` and `by` this request met; or, if more, how many the last request admitted
 * in that time met, as it met all the others.
 */
export const met = (counted: Counted, admitted: Counted, span: Span, since: number, by: number): number => {
  const own = span.from > since && span.to <= by ? 1 : 0;
  return Math.max(
    0,
    counted.surely.over(Math.min(span.from, by)) - counted.surely.begun(since),
    admitted.surely.over(by) - admitted.surely.begun(since) - own,
  );
};
