// The spans of a trace: each request arrived at some moment between its sending and its answer.
import type { Arrival, Trace } from '../../trace.ts';

/** Milliseconds by which the server's clock or ours may be off, if it counts whole milliseconds. */
const tick = 1;

export interface Span {
  readonly from: number;
  /** Infinite when no answer came: the request may yet arrive. */
  readonly to: number;
  readonly answer: Arrival['answer'];
}

/** Tells for a set of spans how many had begun, and how many had ended, by a moment. */
interface SpanCounts {
  begun(by: number): number;
  over(by: number): number;
  /** Both ascending. */
  readonly begins: Float64Array;
  readonly ends: Float64Array;
}

export interface Spans {
  /** Ascending by their beginnings; their clock stands at zero in the middle of the trace. */
  readonly all: readonly Span[];
  /** The requests that a limiter which counts admitted ones certainly counted, and those that it may have counted. */
  readonly admitted: Counted;
  /** The same for a limiter that also counts the requests that it refuses. */
  readonly everything: Counted;
  /** For each of them, the earliest end among it and those that began after it. */
  readonly earliestEnds: readonly number[];
  /** When the last of those that were answered is over. */
  readonly end: number;
  /** Half of the time between the first beginning and the last. */
  readonly half: number;
  /** The usual length of a span. Limiters that differ by less cannot be told apart. */
  readonly usual: number;
}

export interface Counted {
  readonly surely: SpanCounts;
  readonly perhaps: SpanCounts;
  has(span: Span): boolean;
}

/** How many of them are at most this. */
export const upTo = (sorted: Float64Array, moment: number): number => {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! <= moment) low = middle + 1;
    else high = middle;
  }
  return low;
};

const spanCountsOf = (spans: readonly Span[]): SpanCounts => {
  const begins = Float64Array.from(spans, ({ from }) => from).sort();
  const ends = Float64Array.from(spans, ({ to }) => to).sort();
  return { begun: (by) => upTo(begins, by), over: (by) => upTo(ends, by), begins, ends };
};

const countedOf = (spans: readonly Span[], counts: ReadonlySet<Arrival['answer']>): Counted => ({
  surely: spanCountsOf(spans.filter(({ answer }) => counts.has(answer))),
  perhaps: spanCountsOf(spans.filter(({ answer }) => counts.has(answer) || answer === 'unknown')),
  has: ({ answer }) => counts.has(answer),
});

/** By how much the quickest admission took longer than the quickest refusal: this is work after the limiter's decision. */
const workOf = (trace: Trace): number => {
  const quickest = (of: Arrival['answer']) =>
    trace.reduce(
      (least, { sent, received, answer }) => (answer === of ? Math.min(least, received - sent) : least),
      Number.POSITIVE_INFINITY,
    );
  const work = quickest('admitted') - quickest('refused');
  return Number.isFinite(work) ? Math.max(0, work) : 0;
};

export const spansOf = (trace: Trace): Spans => {
  const first = trace[0]?.begun ?? trace[0]?.sent ?? 0;
  const work = workOf(trace);
  const half = ((trace.at(-1)?.sent ?? 0) - first) / 2;
  const middle = first + half;
  const all = trace
    .map(({ begun, sent, received, answer }) => ({
      from: (begun ?? sent) - middle - tick,
      to: received - (answer === 'admitted' ? work : 0) - middle + tick,
      answer,
    }))
    .sort((one, other) => one.from - other.from);
  const earliestEnds = all.map(({ to }) => to);
  for (let i = all.length - 2; i >= 0; i -= 1) earliestEnds[i] = Math.min(earliestEnds[i]!, earliestEnds[i + 1]!);
  const lengths = all.map(({ from, to }) => to - from).sort((one, other) => one - other);
  return {
    all,
    earliestEnds,
    end: Math.max(...all.map(({ to }) => (Number.isFinite(to) ? to : Number.NEGATIVE_INFINITY))),
    admitted: countedOf(all, new Set(['admitted'])),
    everything: countedOf(all, new Set(['admitted', 'refused'])),
    half,
    usual: lengths[lengths.length >> 1] ?? 0,
  };
};
