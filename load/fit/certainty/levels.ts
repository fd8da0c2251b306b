// The least and the most that a limiter can have counted when a request arrived, wherever in its span each request arrived.
//
// The bounds are wide: for each request the others are placed anew within their spans. So the limiter that really answered is always
// within them, and most others are not.
import type { Counted, Span, Spans } from './spans.ts';

/** Sums of fractions may differ from whole numbers by as much. */
export const hair = 1e-9;

/** A window or an interval, and where one begins nearest to the middle of the trace; each may be off by its half. */
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
  /** The answer came before its turn can have come. */
  tooSoon?(span: Span): boolean;
}

/** How one kind of limiter counts. */
export type LevelsOf = (spans: Spans, cell: Cell) => Levels;

/** 1 where the request itself is among those counted, as it is not counted when it arrives. */
export const itself = (counted: Counted, span: Span): number => (counted.has(span) ? 1 : 0);

/**
 * How much of what was surely counted after `since` and by `by` this request met. Or, where that is more, how much was met by the
 * last of those that were admitted in that time: it met all the others.
 */
export const met = (counted: Counted, admitted: Counted, span: Span, since: number, by: number): number => {
  const own = span.from > since && span.to <= by ? 1 : 0;
  return Math.max(
    0,
    counted.surely.over(Math.min(span.from, by)) - counted.surely.begun(since),
    admitted.surely.over(by) - admitted.surely.begun(since) - own,
  );
};
