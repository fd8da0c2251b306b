// Reads payments once more after a request about them. Whatever the request did, they must still be found.
import type { Exchange } from '../../../exchange/exchange.ts';
import type { Mismatch } from '../../../harness/assert/comparisons.ts';
import { inParallel } from '../../../harness/assert/parallel.ts';
import { patiently } from '../../../harness/assert/patiently.ts';
import { settling } from '../../../harness/assert/settling.ts';
import type { Check } from '../../../harness/declare/check.ts';
import { isFields, jsonOf, succeeded } from '../../../subject/answers.ts';
import type { Call } from '../../../subject/api.ts';
import { isGone, type ReadPayment } from './payment.ts';

interface ReadAgain extends ReadPayment {
  readonly before: ReadPayment;
}

/** Without marking the result as in doubt, because a payment that is gone cannot show that a second time. */
const undoubted: Pick<Check, 'doubt'> = { doubt: () => {} };

/**
 * The payments as they are now. One that answers 404, even after time for a replica to catch up, is included without fields. Others that
 * cannot be read, for example because of a second factor, are left out, because that proves nothing.
 */
export async function readAgain(
  { api }: Check,
  payments: readonly ReadPayment[],
  call: Call = {},
): Promise<readonly ReadAgain[]> {
  const read = await inParallel(payments, async (before): Promise<ReadAgain | undefined> => {
    const look = () => api.call('readPayment', { ...call, path: { id: before.id } });
    const exchange = await patiently(undoubted, look, (answer) => !isGone(answer), settling['PAY-76']);
    const fields = succeeded(exchange) ? jsonOf(exchange) : {};
    if (!isFields(fields) || !(succeeded(exchange) || isGone(exchange))) return undefined;
    return { id: before.id, before, fields, exchange };
  });
  return read.filter((payment) => payment !== undefined);
}

/** Once it was cancelled. */
export const isFound = (exchange: Exchange): Mismatch =>
  isGone(exchange)
    ? { expected: 'the payment, by the id by which it was read before it was cancelled', got: '404, even after 10 s' }
    : undefined;
