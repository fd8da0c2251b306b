// The limit on identical payments (Limits, rules 1 and 2): about 10 per second, beyond which a 429 may follow.
import { setTimeout as sleep } from 'node:timers/promises';
import { header } from '../../contract/wire.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { type Explanation, explainRefusals } from '../../load/explanations.ts';
import { steady as evenly } from '../../load/pacing/schedule.ts';
import { type Trace, traceOf } from '../../load/trace.ts';
import { responseOf, statusOf, succeeded } from '../../target/answers.ts';
import type { Check } from '../harness/check.ts';
import type { Mismatch } from '../harness/comparisons.ts';
import { expect } from '../harness/expect.ts';
import { requirement } from '../harness/requirement.ts';
import { identicalPayment, sendPaced } from './sending.ts';

const stated = { count: 10, window: 1000 };

/** An eleventh request slips into a second when its ten predecessors are a little late, so that 10 a second means 9.8. */
const withinTheLimit = { perSecond: 9.8, seconds: 3 };
const farAbove = { perSecond: 50, seconds: 3 };

/** A target that is slower than this to take requests never sees the rate that is asked about. */
const leastPerSecond = 30;

requirement('RATE-01', async (check) => {
  // Payments of other checks may fall into the same limiter; what is theirs does not happen three times over.
  await check.steady(async () => {
    const exchanges = await flood(check, withinTheLimit);
    expect(exchanges.at(-1)).toSatisfy(() => unexplained(traceOf(exchanges)));
  });
});

requirement('RATE-02', async (check) => {
  const exchanges = await flood(check, farAbove);
  const [first, last] = [exchanges[0], exchanges.at(-1)] as const;
  const seconds = ((last?.times.startedAt ?? 0) - (first?.times.startedAt ?? 0)) / 1000;
  if (exchanges.length / seconds < leastPerSecond) check.untested(`${leastPerSecond} requests a second, sent in time`);
  expect(last).toSatisfy(() => someRefused(exchanges, seconds));
});

requirement('RATE-03', async (check) => {
  const { payment, exchanges } = await overTheLimit(check);
  const told = exchanges.map(retryAfter).filter((wait) => wait !== undefined);
  let after: Exchange | undefined;
  // In silence: a limiter that counts what it refuses stays shut while it is asked.
  for (const seconds of [1.5, 3, Math.max(10, ...told) + 1]) {
    await sleep(seconds * 1000);
    [after] = await sendPaced(check, 'createPayment', payment, [{ due: 0, request: undefined }]);
    if (statusOf(after as Exchange) !== 429) break;
  }
  expect(after).toSatisfy(() => limitedNoMore(after as Exchange));
});

requirement('RATE-05', async (check) => {
  await overTheLimit(check);
  for (const id of ['listCards', 'readWebhook'] as const) {
    const other = await check.api.call(id, { on429: 'return' });
    expect(other).toSatisfy(() => limitedNoMore(other));
  }
});

async function flood(check: Check, { perSecond, seconds }: typeof farAbove): Promise<readonly Exchange[]> {
  const payment = await identicalPayment(check);
  const exchanges = await sendPaced(
    check,
    'createPayment',
    payment,
    evenly(perSecond, seconds * 1000, () => undefined),
  );
  // Refused for another reason than its rate, a payment says nothing about the limiter.
  const other = exchanges.find((exchange) => !succeeded(exchange) && statusOf(exchange) !== 429);
  if (other)
    check.untested(`a payment that is accepted (open.bodies.createPayment): ${statusOf(other) ?? 'no answer'}`);
  return exchanges;
}

async function overTheLimit(check: Check) {
  const payment = await identicalPayment(check);
  const exchanges = await sendPaced(
    check,
    'createPayment',
    payment,
    evenly(farAbove.perSecond, farAbove.seconds * 1000, () => undefined),
  );
  if (!exchanges.some((exchange) => statusOf(exchange) === 429)) check.untested('a 429 on identical payments');
  return { payment, exchanges };
}

function unexplained(trace: Trace): Mismatch {
  const explanations: readonly Explanation[] = [...explainRefusals(trace, stated).values()];
  const first = explanations.find(({ kind }) => kind === 'unexplained');
  if (first?.kind !== 'unexplained') return undefined;
  return {
    expected: `no 429 at ${withinTheLimit.perSecond} identical payments a second`,
    got: `a 429 though at most ${Math.floor(first.greatest)} others can have been counted in the second before it`,
  };
}

const someRefused = (exchanges: readonly Exchange[], seconds: number): Mismatch =>
  exchanges.some((exchange) => statusOf(exchange) === 429)
    ? undefined
    : {
        expected: `a 429 among ${exchanges.length} identical payments within ${seconds.toFixed(1)} s`,
        got: 'every one of them accepted',
      };

const limitedNoMore = (exchange: Exchange): Mismatch =>
  statusOf(exchange) === 429 ? { expected: 'no 429', got: '429' } : undefined;

function retryAfter(exchange: Exchange): number | undefined {
  const value = header(responseOf(exchange)?.headers ?? [], 'retry-after');
  return value !== undefined && /^\d{1,3}$/.test(value) ? Number(value) : undefined;
}
