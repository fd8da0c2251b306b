// The allowance of identical payments (Limits, rule 2): about 10 per second, and no 429 within that.
import type { Mismatch } from '../../harness/assert/comparisons.ts';
import { expect } from '../../harness/assert/expect.ts';
import type { Check } from '../../harness/declare/check.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import { type Explanation, explainRefusals, greatestCount } from '../../load/explanations.ts';
import { steady as evenly } from '../../load/pacing/schedule.ts';
import { answersIn, type Sent } from '../../load/pacing/sender.ts';
import { type Trace, traceOf } from '../../load/trace.ts';
import { otherwiseAccepted, stated } from './support/identical-payments.ts';
import { forgotten, inTime, requestFor, type Stream, sendPaced, tooLate } from './support/sending.ts';

export const stream = (perSecond: number, milliseconds: number, begins = 0): Stream =>
  evenly(perSecond, milliseconds, () => undefined).map(({ due, request }) => ({ due: due + begins, request }));

/** Requests per second: so few that no second holds ten of them, and that a sliding counter cannot estimate ten either. */
export const sustained = 8;

/** Requests per second, few enough that even a busy machine never sends ten within a second. */
const leisurely = 6;

/**
 * A limiter that remembers longer than a second shows at 6 a second, where one window of two seconds lies within the stream wherever
 * the clock stands. This comes first: what such a limiter refuses at a higher rate may look lawful, and then its Retry-After excuses all
 * that it refuses afterwards.
 */
const wellWithin = stream(leisurely, 4200);
/**
 * The rate is 9.8 and not 10, because at 10 a second an eleventh request may fall into a second when the ten before are a little late.
 * It shows a limiter that admits fewer than ten.
 */
const justWithin = (begins: number) => stream(9.8, 1250, begins);

const inFull: Stream = [...wellWithin, ...justWithin(7500)];
/** Ten from silence on, and more as soon as so many are a second old that no noise of the machine lets a second seem to hold ten. */
const inShort: Stream = [...justWithin(0).slice(0, stated.count), ...stream(sustained, 1200, 1600)];

requirement(
  'RATE-01',
  'identical payments at up to 10 per second never meet a 429 that the send and receive times cannot explain',
  async (check) => {
    // Payments of another client may use up the limit, but hardly three times in a row.
    await check.retried(() =>
      inTime(check, async () => {
        const schedule = check.depth === 'quick' ? inShort : inFull;
        const sent = await neverUnexplained(check, schedule, 'at 9.8 identical payments a second and fewer');
        return staysWithinLimit(traceOf(answersIn(sent)), schedule.length) ? undefined : tooLate(sent);
      }),
    );
  },
);

export async function neverUnexplained(check: Check, schedule: Stream, pace: string): Promise<readonly Sent[]> {
  const payment = await requestFor(check, 'createPayment');
  await forgotten(check, 'createPayment', stated.window);
  const sent = await sendPaced(check, 'createPayment', payment, schedule);
  const exchanges = answersIn(sent);
  otherwiseAccepted(check, exchanges);
  expect(exchanges.at(-1)).toSatisfy(() => unexplained(traceOf(exchanges), pace));
  return sent;
}

/** The share of the requests that no limiter as stated can have refused, below which an attempt proves nothing. */
const leastWithinLimit = 0.75;

const staysWithinLimit = (trace: Trace, requests: number): boolean =>
  trace.filter((arrival) => greatestCount(arrival, trace, stated) <= stated.count - 1).length >=
  leastWithinLimit * requests;

function unexplained(trace: Trace, pace: string): Mismatch {
  const explanations: readonly Explanation[] = [...explainRefusals(trace, stated).values()];
  const first = explanations.find(({ kind }) => kind === 'unexplained');
  if (first?.kind !== 'unexplained') return undefined;
  return {
    expected: `no 429 ${pace}`,
    got: `a 429 though at most ${Math.floor(first.greatest)} others can have been counted in the second before it`,
  };
}
