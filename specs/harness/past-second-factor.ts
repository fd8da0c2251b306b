// Calls an operation that may demand a second factor first: a demand is met where it can be, and never a failure.
import { type OperationId, operationOf } from '../../contract/operations.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { demandedMfa } from '../../target/answers.ts';
import type { Call } from '../../target/api.ts';
import type { Check } from './check.ts';

/** The operation's own answer; a second factor that cannot be given ends the check. */
export async function pastSecondFactor(
  { api, profile, untested }: Check,
  id: OperationId,
  input: Call,
): Promise<Exchange> {
  const exchange = await api.call(id, { ...input, confirmMfa: true });
  const { method, url } = exchange.request;
  const answered = operationOf(method, url, profile.basePath)?.operation.id;
  if (answered !== id || demandedMfa(exchange) !== undefined) {
    untested(`${id} demands a second factor, which could not be given`);
  }
  return exchange;
}
