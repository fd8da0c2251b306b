// Distinguishes a 429 that the speed of the replay explains from one that is the candidate's fault.
//
// Where the profile declares a limit, a refusal is explained when some lawful limiter could have counted that many requests
// (load/explanations). Where it declares none, the recording is the measure: a candidate that is asked more often than was ever
// recorded may refuse, and one that is asked no more often than that may not.

import { createHash } from 'node:crypto';
import type { Exchange } from '../../exchange/exchange.ts';
import { explainRefusals, type Limit } from '../../load/explanations.ts';
import { type Arrival, traceOf } from '../../load/trace.ts';
import type { RateLimit } from '../../subject/profile/profile.ts';
import { Bounded } from '../correlate/bounded.ts';
import type { Step } from '../plan/steps.ts';
import { TempoOf } from './tempo-of.ts';

export interface Refusals {
  /** To be called when a step is about to be sent, for the first time or again. */
  sent(step: Step, copy: number): void;
  /** To be called with every answer of an operation with a declared limit. */
  answered(step: Step, exchange: Exchange): void;
  /** Why the candidate is not blamed for this 429; undefined when nothing explains it. */
  explanation(step: Step, exchange: Exchange): string | undefined;
  /** Why this answer is no refusal although the recorded one was; undefined when nothing explains it. */
  admission(step: Step, exchange: Exchange): string | undefined;
}

const mostKeys = 10_000;
const mostArrivals = 2_000;

/** Identical bodies are limited, and those that differ are not (Limits, rule 2). */
const limitedByBody = new Set(['createPayment']);

/** A digest of the recorded body, because equal recorded bodies are sent as equal ones. */
const digestOf = (body: Uint8Array = new Uint8Array()): string => createHash('sha256').update(body).digest('base64');

export const createRefusals = (limits: Readonly<Partial<Record<string, RateLimit>>>): Refusals => {
  const recorded = new Bounded<string, TempoOf>(mostKeys);
  const live = new Bounded<string, TempoOf>(mostKeys);
  const arrivals = new Bounded<string, Arrival[]>(mostKeys);

  // Copies of a session are one user to the candidate.
  const keyOf = ({ operation, session }: Step): string => `${operation.key} ${session.user}`;
  /** The key under which a declared limit counts the step. */
  const counted = (step: Step): string =>
    limitedByBody.has(step.operation.key) ? `${keyOf(step)} ${digestOf(step.request.body)}` : keyOf(step);
  const tempo = (all: Bounded<string, TempoOf>, step: Step): TempoOf => {
    const key = keyOf(step);
    const known = all.get(key) ?? new TempoOf();
    all.set(key, known);
    return known;
  };
  const declared = (step: Step): Limit | undefined => {
    const limit = limits[step.operation.key];
    return limit && { count: limit.requests, window: limit.seconds * 1000 };
  };

  return {
    sent(step, copy) {
      if (copy === 0) tempo(recorded, step).note(step.sent);
      tempo(live, step).note(performance.now());
    },
    answered(step, exchange) {
      const limit = declared(step);
      if (limit === undefined) return;
      const key = counted(step);
      const all = arrivals.get(key) ?? [];
      all.push(...traceOf([exchange]));
      const oldest = exchange.times.startedAt - 4 * limit.window;
      while (all.length > mostArrivals || (all[0]?.sent ?? oldest) < oldest) all.shift();
      arrivals.set(key, all);
    },
    explanation(step, exchange) {
      const limit = declared(step);
      if (limit !== undefined) {
        const trace = [...(arrivals.get(counted(step)) ?? [])].sort((one, other) => one.sent - other.sent);
        const sent = exchange.times.startedAt + exchange.times.sent;
        const arrival = trace.findLast((each) => each.answer === 'refused' && each.sent === sent);
        const explained = arrival && explainRefusals(trace, limit).get(arrival);
        if (explained === undefined || explained.kind === 'unexplained') return undefined;
        return `the declared limit of ${limit.count} in ${limit.window / 1000} s may have been reached`;
      }
      const [now, then] = [tempo(live, step).counts(performance.now()), tempo(recorded, step).most];
      return now.some((count, index) => count > then[index]!) ? 'it was asked more often than was recorded' : undefined;
    },
    admission(step, exchange) {
      const limit = declared(step);
      if (limit !== undefined) {
        const sent = exchange.times.startedAt + exchange.times.sent;
        const admitted = (arrivals.get(counted(step)) ?? []).filter(
          (each) => each.answer === 'admitted' && each.sent <= sent && each.sent > sent - limit.window,
        );
        // A limiter with fixed windows admits twice its limit where two windows meet.
        return admitted.length <= 2 * limit.count ? 'the declared limit need not have been reached' : undefined;
      }
      const [now, then] = [tempo(live, step).counts(performance.now()), tempo(recorded, step).counts(step.sent)];
      return now.some((count, index) => count < then[index]!)
        ? 'it was asked less often than when it refused'
        : undefined;
    },
  };
};
