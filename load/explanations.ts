// Whether some lawful limiter explains the answers. Only an answer that no lawful limiter can have given is a failure.
//
// A request arrived at some moment between its sending and its answer, independently of the others. A limiter is lawful when it is one
// of the models with the stated count and window, with any phase of its clock, whether or not it counts refused requests.
import { toldWait } from './announcement.ts';
import type { Arrival, Trace } from './trace.ts';

export interface Limit {
  readonly count: number;
  /** Milliseconds. */
  readonly window: number;
  /** Milliseconds by which the server's timers and our own times may be off; 20 by default. */
  readonly slack?: number;
}

export type Explanation =
  /** The limit may have been reached: up to `greatest` requests may have been counted when it arrived. */
  | { readonly kind: 'counted'; readonly greatest: number }
  /** An earlier refusal, itself explained, told the client to wait until after this request. */
  | { readonly kind: 'askedToWait'; readonly until: number }
  | { readonly kind: 'unexplained'; readonly greatest: number };

const defaultSlack = 20;
const hair = 1e-9;

interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * The most requests that a lawful limiter can have counted when this one arrived. The sliding counter counts most: its window may begin
 * at any moment, and it adds a part of the window before, which shrinks as time passes. Where its window began a whole window ago, that
 * part is zero and it counts as a log or a fixed window does. `enough`: the count need not be exact above this.
 */
export const greatestCount = (
  arrival: Arrival,
  others: Trace,
  limit: Limit,
  enough = Number.POSITIVE_INFINITY,
): number => {
  const { window } = limit;
  const slack = limit.slack ?? defaultSlack;
  const own: Span = { from: arrival.sent - slack, to: arrival.received };
  const near: Span[] = [];
  for (const other of others) {
    const span = { from: other.sent - slack, to: other.received + slack };
    if (other !== arrival && span.from <= own.to && span.to >= own.from - 2 * window) near.push(span);
  }
  const estimate = (begins: number, now: number): number => {
    const left = 1 - (now - begins) / window;
    let sum = 0;
    for (const { from, to } of near) {
      if (from <= now && to >= begins) sum += 1;
      else if (from <= begins && to >= begins - window) sum += left;
    }
    return sum;
  };
  // Between these moments no request enters or leaves a window, so the estimate is greatest at one of them.
  const ends = near.flatMap(({ to }) => [to, to + window]);
  const moments = [own.from, ...near.map(({ from }) => from), ...ends].filter(
    (moment) => moment >= own.from && moment <= own.to,
  );
  let greatest = 0;
  for (const now of new Set(moments)) {
    greatest = Math.max(greatest, estimate(now, now), estimate(now - window, now));
    if (greatest > enough) return greatest;
    for (const begins of ends)
      if (begins > now - window && begins < now) greatest = Math.max(greatest, estimate(begins, now));
  }
  return greatest;
};

/** The explanation of each refusal in the trace, in its order. */
export const explainRefusals = (trace: Trace, limit: Limit): ReadonlyMap<Arrival, Explanation> => {
  const explanations = new Map<Arrival, Explanation>();
  let waitsUntil = Number.NEGATIVE_INFINITY;
  for (const arrival of trace) {
    if (arrival.answer !== 'refused') continue;
    // A counter may round a fraction up to a whole request.
    const most = limit.count - 1 + hair;
    const greatest = greatestCount(arrival, trace, limit, most);
    const counted = greatest > most;
    const askedToWait = arrival.sent <= waitsUntil;
    explanations.set(
      arrival,
      counted
        ? { kind: 'counted', greatest }
        : askedToWait
          ? { kind: 'askedToWait', until: waitsUntil }
          : { kind: 'unexplained', greatest },
    );
    const wait = toldWait(arrival.announced);
    if (counted && wait !== undefined) waitsUntil = Math.max(waitsUntil, arrival.received + wait);
  }
  return explanations;
};

interface Excess {
  readonly from: number;
  readonly to: number;
  readonly admitted: number;
  /** The most that a lawful limiter could have admitted in that time. */
  readonly lawful: number;
}

/**
 * More requests admitted than any lawful limiter could have. A span may begin at the end of a fixed window and end at the beginning of
 * another, so it may have two whole counts besides those of the windows within it.
 */
export const unexplainedExcess = (trace: Trace, limit: Limit): Excess | undefined => {
  const slack = limit.slack ?? defaultSlack;
  const admitted = trace.filter(({ answer }) => answer === 'admitted');
  const byEnd = [...admitted].sort((one, other) => one.received - other.received);
  let worst: Excess | undefined;
  for (const { sent: from } of admitted) {
    let within = 0;
    for (const { sent, received: to } of byEnd) {
      if (sent < from) continue;
      within += 1;
      const lawful = limit.count * (Math.floor((to - from + 2 * slack) / limit.window) + 2);
      if (within > lawful && within - lawful > (worst ? worst.admitted - worst.lawful : 0))
        worst = { from, to, admitted: within, lawful };
    }
  }
  return worst;
};
