// Payments that could be read, read once more after a request about them: whatever came of it, they are not unknown from then on.
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

/** Nothing is in doubt after that time: what is gone could not be shown to be gone a second time. */
const undoubted: Pick<Check, 'doubt'> = { doubt: () => {} };

/**
 * As they are now. One that answers 404, even when a copy that lags behind had time to find it, is among them, without fields. Others that
 * cannot be read, as where a second factor is demanded, are left out: that says nothing of them.
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
