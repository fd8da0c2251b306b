// Calls an operation that may demand a second factor first. The demand is confirmed where possible, and is never a failure.
import type { OperationId } from '../../contract/operations.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { demandedMfa, inWords } from '../../subject/answers.ts';
import type { Call } from '../../subject/api.ts';
import type { Check } from '../declare/check.ts';
import { Untested } from '../declare/failures.ts';

/** The operation's own answer; a second factor that cannot be given ends the check. */
export async function pastSecondFactor({ api }: Check, id: OperationId, input: Call): Promise<Exchange> {
  return undemanded(await api.call(id, { ...input, confirmMfa: true }));
}

/** The exchange itself, unless it only says that a second factor comes first. */
export function undemanded(exchange: Exchange): Exchange {
  if (demandedMfa(exchange) === undefined) return exchange;
  const confirming = `users.${exchange.user ?? '*'}.mfa`;
  throw new Untested(`${inWords(exchange)}, which could not be met (${confirming}, open.signTokenPlaces)`);
}
