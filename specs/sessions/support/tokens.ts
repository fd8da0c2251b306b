// Comparisons of the tokens in an answer, in words that do not show them.
import type { Exchange } from '../../../exchange/exchange.ts';
import type { Mismatch } from '../../../harness/assert/comparisons.ts';
import { pairOf } from '../../../harness/prepare/fresh-session.ts';
import { textWithin } from '../../../subject/answers.ts';

export const accessTokenHeld =
  (earlier: readonly string[]) =>
  (renewal: Exchange): Mismatch =>
    earlier.includes(pairOf(renewal)?.access ?? '')
      ? { expected: 'a new access token', got: 'one that was issued before' }
      : undefined;

/** The three strings of the older exchange. */
export const isTokenSet = (body: unknown): boolean =>
  textWithin(body, 'status') === 'SUCCESS' &&
  ['accessToken', 'refreshToken', 'wsToken'].every((name) => textWithin(body, 'data', name) !== undefined);
