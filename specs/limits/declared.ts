// Limits whose count and window the profile declares (Limits, rules 1 and 3).
import { setTimeout as sleep } from 'node:timers/promises';
import type { OperationId } from '../../contract/operations.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { explainRefusals, type Limit, unexplainedExcess } from '../../load/explanations.ts';
import { steady as evenly } from '../../load/pacing/schedule.ts';
import { traceOf } from '../../load/trace.ts';
import { statusOf, succeeded } from '../../target/answers.ts';
import type { Check } from '../harness/check.ts';
import type { Mismatch } from '../harness/comparisons.ts';
import { expect } from '../harness/expect.ts';
import { Untested } from '../harness/failures.ts';
import { requirement } from '../harness/requirement.ts';
import { limitedCall, sendPaced } from './sending.ts';

/** Some milliseconds apart, so that a volley is neither one packet nor a flood of connections. */
const perSecond = 200;

requirement('RATE-04', async (check) => {
  const declared = Object.entries(check.profile.declares.rateLimits) as [
    OperationId,
    { requests: number; seconds: number },
  ][];
  if (declared.length === 0) {
    check.observe('the profile declares no rate limit, so that none is held against the target');
    return;
  }
  const tried = declared.map(([id, { requests, seconds }]) =>
    check.steady(() => keepsTo(check, id, { count: requests, window: seconds * 1000 })),
  );
  const ended = await Promise.allSettled(tried);
  const reasons = ended.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []));
  const blaming = reasons.find((reason) => !(reason instanceof Untested));
  if (blaming !== undefined) throw blaming;
  if (reasons.length === declared.length) throw reasons[0];
  for (const reason of reasons) check.observe(`one declared limit could not be tried: ${(reason as Untested).missing}`);
});

/** Four times the count, and quickly: two windows that meet may let twice the count pass, and never more. */
async function keepsTo(check: Check, id: OperationId, limit: Limit): Promise<void> {
  const call = await limitedCall(check, id);
  // What other checks have used of the limit is forgotten by then, whatever the algorithm.
  await sleep(2 * limit.window);
  const duration = (4 * limit.count * 1000) / perSecond;
  const exchanges = await sendPaced(
    check,
    id,
    call,
    evenly(perSecond, duration, () => undefined),
  );
  const other = exchanges.find((exchange) => !succeeded(exchange) && statusOf(exchange) !== 429);
  if (other) check.untested(`a request to ${id} that is accepted: ${statusOf(other) ?? 'no answer'}`);
  expect(exchanges.at(-1)).toSatisfy(() => isKept(id, exchanges, limit));
}

function isKept(id: OperationId, exchanges: readonly Exchange[], limit: Limit): Mismatch {
  const trace = traceOf(exchanges);
  const expected = `${limit.count} requests to ${id} within ${limit.window / 1000} s, as declared`;
  const excess = unexplainedExcess(trace, limit);
  if (excess) return { expected, got: `${excess.admitted} accepted where at most ${excess.lawful} can be` };
  const early = [...explainRefusals(trace, limit).values()].find(({ kind }) => kind === 'unexplained');
  if (early?.kind !== 'unexplained') return undefined;
  return { expected, got: `a 429 though at most ${Math.floor(early.greatest)} can have been counted before it` };
}
