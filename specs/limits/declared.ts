// Whether a limit that the profile declares is kept (Limits, rule 3): met beyond it, and not within it.
import { explainRefusals, type Limit, unexplainedExcess } from '../../load/explanations.ts';
import { type LimitedOperation, limitedOperations } from '../../load/limited-call.ts';
import { steady as evenly } from '../../load/pacing/schedule.ts';
import { type Trace, traceOf } from '../../load/trace.ts';
import { statusOf, succeeded } from '../../target/answers.ts';
import type { Check } from '../harness/check.ts';
import type { Mismatch } from '../harness/comparisons.ts';
import { expect } from '../harness/expect.ts';
import { requirement } from '../harness/requirement.ts';
import { each } from './each.ts';
import { forgotten, inTime, requestFor, type Stream, sendPaced } from './sending.ts';

requirement('RATE-04', async (check) => {
  const declared = limitedOperations.filter((id) => check.profile.declares.rateLimits[id] !== undefined);
  if (declared.length === 0)
    check.observe('the profile declares no rate limit, so that none is held against the target');
  await each(check, declared, async (id) => {
    const { requests, seconds } = check.profile.declares.rateLimits[id]!;
    await check.steady(() => keepsTo(check, id, { count: requests, window: seconds * 1000 }));
  });
});

/** Some milliseconds apart, so that a volley is neither one packet nor a flood of connections. */
const perSecond = 200;

/** Four times the count, and quickly: two windows that meet may let twice the count pass, and never more. */
async function keepsTo(check: Check, id: LimitedOperation, limit: Limit): Promise<void> {
  await inTime(check, async () => {
    const schedule = evenly(perSecond, (4 * limit.count * 1000) / perSecond, () => undefined);
    const volley = await keptWithin(check, id, limit, schedule);
    const seconds = ((volley.at(-1)?.sent ?? 0) - (volley[0]?.sent ?? 0)) / 1000;
    return wouldTell(volley, limit)
      ? undefined
      : `${volley.length} requests to ${id} sooner than in ${seconds.toFixed(1)} s`;
  });
}

export async function keptWithin(check: Check, id: LimitedOperation, limit: Limit, schedule: Stream): Promise<Trace> {
  const call = await requestFor(check, id);
  await forgotten(check, id, limit.window);
  const sent = await sendPaced(check, id, call, schedule);
  const exchanges = sent.map(({ exchange }) => exchange);
  const other = exchanges.find((exchange) => !succeeded(exchange) && statusOf(exchange) !== 429);
  if (other) check.untested(`a request to ${id} that is accepted: ${statusOf(other) ?? 'no answer'}`);
  const trace = traceOf(exchanges);
  expect(exchanges.at(-1)).toSatisfy(() => isKept(id, trace, limit));
  return trace;
}

/** Had the limiter taken all of them, it would have shown. */
const wouldTell = (trace: Trace, limit: Limit): boolean =>
  unexplainedExcess(
    trace.map((arrival) => ({ ...arrival, answer: 'admitted' })),
    limit,
  ) !== undefined;

function isKept(id: LimitedOperation, trace: Trace, limit: Limit): Mismatch {
  const expected = `${limit.count} requests to ${id} within ${limit.window / 1000} s, as declared`;
  const excess = unexplainedExcess(trace, limit);
  if (excess) return { expected, got: `${excess.admitted} accepted where at most ${excess.lawful} can be` };
  const early = [...explainRefusals(trace, limit).values()].find(({ kind }) => kind === 'unexplained');
  if (early?.kind !== 'unexplained') return undefined;
  return { expected, got: `a 429 though at most ${Math.floor(early.greatest)} can have been counted before it` };
}
