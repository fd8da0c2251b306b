// What the checks of the payment limit share: what is stated of it, and when a payment says nothing about it.
import type { Exchange } from '../../../exchange/exchange.ts';
import type { Check } from '../../../harness/declare/check.ts';
import type { Limit } from '../../../load/explanations.ts';
import { demandedMfa, statusOf, succeeded } from '../../../subject/answers.ts';

export const stated: Limit = { count: 10, window: 1000 };

export const isOther = (exchange: Exchange): boolean =>
  !succeeded(exchange) && demandedMfa(exchange) === undefined && statusOf(exchange) !== 429;

export const answerOf = (exchange: Exchange | undefined): string =>
  exchange === undefined ? 'no answer' : String(statusOf(exchange) ?? 'no answer');

/** A payment that is refused for another reason than its rate says nothing about the limiter. */
export function otherwiseAccepted(check: Check, exchanges: readonly Exchange[]): void {
  const other = exchanges.find(isOther);
  if (other) check.untested(`a payment that is accepted (open.bodies.createPayment): ${answerOf(other)}`);
}
