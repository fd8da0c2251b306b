// What is asked about every limit: what it is, and whether what is declared and announced of it is so (Limits, rules 1 and 3).
import { explainRefusals, type Limit, unexplainedExcess } from '../../load/explanations.ts';
import { type LimitedOperation, limitedOperations } from '../../load/limited-call.ts';
import { steady as evenly } from '../../load/pacing/schedule.ts';
import { type Trace, traceOf } from '../../load/trace.ts';
import { statusOf, succeeded } from '../../target/answers.ts';
import type { Check } from '../harness/check.ts';
import type { Mismatch } from '../harness/comparisons.ts';
import { expect } from '../harness/expect.ts';
import { Untested } from '../harness/failures.ts';
import { inParallel } from '../harness/parallel.ts';
import { requirement } from '../harness/requirement.ts';
import { type Probe, probe } from './probes.ts';
import { forgetting, inTime, requestFor, sendPaced, silence } from './sending.ts';

requirement('RATE-04', async (check) => {
  const declared = limitedOperations.filter((id) => check.profile.declares.rateLimits[id] !== undefined);
  if (declared.length === 0)
    check.observe('the profile declares no rate limit, so that none is held against the target');
  await each(check, declared, async (id) => {
    const { requests, seconds } = check.profile.declares.rateLimits[id]!;
    await check.steady(() => keepsTo(check, id, { count: requests, window: seconds * 1000 }));
  });
});

requirement('RATE-11', async (check) => {
  await each(check, limitedOperations, async (id) => check.observe((await probe(check, id)).limit.says));
});

requirement('RATE-09', async (check) => {
  await each(check, limitedOperations, async (id) => announcesTheTruth(check, await probe(check, id)));
});

/** Several at the same time, since each has a limit of its own; one that cannot be tried leaves the others their word. */
async function each(
  check: Check,
  operations: readonly LimitedOperation[],
  ask: (id: LimitedOperation) => Promise<void>,
  atOnce = operations.length,
): Promise<void> {
  const ended = await inParallel(operations, async (id) => (await Promise.allSettled([ask(id)]))[0], atOnce);
  const reasons = ended.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []));
  const blaming = reasons.find((reason) => !(reason instanceof Untested));
  if (blaming !== undefined) throw blaming;
  if (reasons.length > 0 && reasons.length === operations.length) throw reasons[0];
  for (const reason of reasons) check.observe(`one limit could not be tried: ${(reason as Untested).missing}`);
}

function announcesTheTruth(check: Check, { limit, exchanges }: Probe): void {
  expect(exchanges.find((exchange) => statusOf(exchange) === 429)).toSatisfy(() =>
    limit.misleading.length === 0
      ? undefined
      : { expected: 'headers that agree with the limit observed', got: limit.misleading.join(' ') },
  );
  if (!exchanges.some(saysSomething)) check.observe(`${limit.called} sends no RateLimit headers`);
  else if (limit.cutShort || limit.kind !== 'fitted')
    check.untested(`a limit of ${limit.called} that a probe is sure of, to hold its headers against`);
}

const saysSomething = ({ outcome }: Probe['exchanges'][number]): boolean =>
  outcome.kind === 'answered' && outcome.response.headers.some(([name]) => /^(x-)?rate-?limit/i.test(name));

/** Some milliseconds apart, so that a volley is neither one packet nor a flood of connections. */
const perSecond = 200;

/** Four times the count, and quickly: two windows that meet may let twice the count pass, and never more. */
async function keepsTo(check: Check, id: LimitedOperation, limit: Limit): Promise<void> {
  await inTime(check, async () => {
    const call = await requestFor(check, id);
    // What has been used of the limit is forgotten by then, whatever the algorithm.
    await silence(check, forgetting * limit.window);
    const schedule = evenly(perSecond, (4 * limit.count * 1000) / perSecond, () => undefined);
    const sent = await sendPaced(check, id, call, schedule);
    const exchanges = sent.map(({ exchange }) => exchange);
    const other = exchanges.find((exchange) => !succeeded(exchange) && statusOf(exchange) !== 429);
    if (other) check.untested(`a request to ${id} that is accepted: ${statusOf(other) ?? 'no answer'}`);
    const volley = traceOf(exchanges);
    expect(exchanges.at(-1)).toSatisfy(() => isKept(id, volley, limit));
    const seconds = ((volley.at(-1)?.sent ?? 0) - (volley[0]?.sent ?? 0)) / 1000;
    return wouldTell(volley, limit)
      ? undefined
      : `${volley.length} requests to ${id} sooner than in ${seconds.toFixed(1)} s`;
  });
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
