// Compares what the headers announced with what was observed. Headers that mislead are reported as advice only.
import type { Policy } from '../announcement.ts';
import type { Arrival, Trace } from '../trace.ts';
import type { Candidate } from './candidate.ts';

export type Misleading =
  /** Retry-After is neither whole seconds nor an HTTP date. */
  | { readonly kind: 'malformed'; readonly arrival: Arrival }
  /**
   * A request was refused after the announced wait, although nothing had been sent that could fill the limit.
   */
  | { readonly kind: 'understated'; readonly arrival: Arrival; readonly refused: Arrival }
  /** A request passed long before the announced wait was over, which keeps clients away for nothing. */
  | { readonly kind: 'overstated'; readonly arrival: Arrival; readonly admitted: Arrival }
  /** The announced limit or window is not the observed one. */
  | { readonly kind: 'limit'; readonly announced: number; readonly observed: number }
  | { readonly kind: 'window'; readonly announced: number; readonly observed: number }
  /** A request was refused when so few had been sent that no announced limit can have been used up. */
  | { readonly kind: 'early'; readonly announced: Policy; readonly sent: number }
  /** A remainder of more than none was announced by a refusal. */
  | { readonly kind: 'remaining'; readonly arrival: Arrival };

/** Retry-After counts whole seconds: rounded up it may be nearly one too long, and the wire takes its time. */
const grace = 1000;
/** Windows are observed to about this share. */
const likeness = 0.1;

/** Whether the difference is greater than rounding to whole seconds explains. */
const isBeyond = (shorter: number, longer: number): boolean => longer - shorter > Math.max(grace, likeness * longer);

const understated = (trace: Trace, arrival: Arrival, wait: number): Arrival | undefined => {
  const over = arrival.received + wait + grace;
  const after = trace.filter(({ sent }) => sent > arrival.received);
  const [next] = after;
  // A client that did not wait may be refused for that, because many limiters count refused requests.
  if (next === undefined || next.sent < over) return undefined;
  // Only the last refusal is compared: a limiter may count refused requests, and then ask for longer waits.
  if (trace.some(({ sent, received }) => sent < next.sent && received > arrival.received)) return undefined;
  // The order within a volley is not known, so an admitted request of it may have left no room for this one.
  const volley = after.filter(({ sent }) => sent <= next.received);
  return volley.every(({ answer }) => answer === 'refused') ? next : undefined;
};

const overstated = (trace: Trace, arrival: Arrival, wait: number): Arrival | undefined =>
  trace.find(
    ({ sent, received, answer }) =>
      answer === 'admitted' && sent > arrival.received && received < arrival.received + wait - 2 * grace,
  );

/** How many requests may have been counted in the window that a refusal looks back upon, itself not among them. */
const sentWithin = (window: number, refused: Arrival, trace: Trace): number => {
  const begins = (refused.begun ?? refused.sent) - window - grace;
  return (
    trace.filter(({ begun, sent, received }) => received > begins && (begun ?? sent) < refused.received).length - 1
  );
};

/** A limit that cannot have been used up when a request was refused: what came before the trace was over by then. */
const isUnused = ({ limit, window }: Policy, refused: Arrival, trace: Trace): boolean => {
  const [first] = trace;
  if (window === undefined || first === undefined || refused.sent - first.sent < window + grace) return false;
  return sentWithin(window, refused, trace) < limit;
};

/**
 * At most one of each kind: the first that shows it. `observed`: the limiters that may have been observed, the likeliest first; a
 * header misleads when it agrees with none of them. `isAlone`: nothing but the trace was counted.
 */
export const misleading = (
  trace: Trace,
  observed: readonly Candidate[] = [],
  isAlone = observed.length > 0,
): readonly Misleading[] => {
  const found = new Map<Misleading['kind'], Misleading>();
  const note = (one: Misleading) => found.has(one.kind) || found.set(one.kind, one);
  for (const arrival of trace) {
    const said = arrival.announced;
    if (said === undefined) continue;
    if (said.retryAfter === 'malformed') note({ kind: 'malformed', arrival });
    const wait = typeof said.retryAfter === 'number' ? said.retryAfter : said.reset;
    if (arrival.answer === 'refused' && wait !== undefined) {
      const refused = understated(trace, arrival, wait);
      if (refused !== undefined) note({ kind: 'understated', arrival, refused });
      const admitted = overstated(trace, arrival, wait);
      if (admitted !== undefined) note({ kind: 'overstated', arrival, admitted });
    }
    if (arrival.answer === 'refused' && (said.remaining ?? 0) > 0) note({ kind: 'remaining', arrival });
    const { policies = [] } = said;
    const [announced] = policies;
    if (announced === undefined) continue;
    const [likeliest] = observed;
    if (likeliest === undefined) {
      if (isAlone && arrival.answer === 'refused' && policies.every((policy) => isUnused(policy, arrival, trace)))
        note({ kind: 'early', announced, sent: sentWithin(announced.window ?? 0, arrival, trace) });
      continue;
    }
    const counts = observed.map(({ count }) => count);
    if (policies.every(({ limit }) => limit < Math.min(...counts) || limit > Math.max(...counts)))
      note({ kind: 'limit', announced: announced.limit, observed: likeliest.count });
    const windows = observed.map((each) => each.window);
    const isOther = ({ window }: Policy) =>
      window !== undefined && (isBeyond(window, Math.min(...windows)) || isBeyond(Math.max(...windows), window));
    if (announced.window !== undefined && policies.every(isOther))
      note({ kind: 'window', announced: announced.window, observed: likeliest.window });
  }
  return [...found.values()];
};
