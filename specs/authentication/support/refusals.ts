// How credentials that do not count may be refused where two statuses are lawful.
import type { Exchange } from '../../../exchange/exchange.ts';
import type { Mismatch } from '../../../harness/assert/comparisons.ts';
import { inWords, statusOf } from '../../../subject/answers.ts';

/** The row of the operation lists 403 alone, and a rule gives 401 to everybody unknown. */
export const refusedAsUnknown = (exchange: Exchange): Mismatch =>
  [401, 403].includes(statusOf(exchange) ?? 0)
    ? undefined
    : { expected: 'a refusal with 401 or 403', got: inWords(exchange) };
