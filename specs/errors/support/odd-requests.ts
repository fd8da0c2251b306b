// Sends many odd requests; only the judge checks their answers. Requests that --safe forbids are left out.
import type { Exchange } from '../../../exchange/exchange.ts';
import { inParallel } from '../../../harness/assert/parallel.ts';
import { sample } from '../../../harness/assert/sample.ts';
import type { Check } from '../../../harness/declare/check.ts';
import { unlessUntested } from '../../../harness/declare/failures.ts';
import { times } from './idle-calls.ts';

/** Sends one request. */
export type Sending = () => Promise<Exchange>;

/** Sends as many of them as fit the depth. */
export async function sendAll(check: Check, sendings: readonly Sending[]): Promise<void> {
  await inParallel(sample(sendings, times(check) * check.runs, check.seed), (send) => unlessUntested(send));
}

/** Sends all of them, at any depth. */
export const eachOf = <One, Odd>(
  ones: readonly One[],
  odds: readonly Odd[],
  send: (one: One, odd: Odd) => Promise<Exchange>,
) =>
  inParallel(
    ones.flatMap((one) => odds.map((odd) => [one, odd] as const)),
    ([one, odd]) => unlessUntested(() => send(one, odd)),
  );
