// New tokens that must differ from those in the request. The mismatches do not show them.
import type { Exchange } from '../../../exchange/exchange.ts';
import type { Mismatch } from '../../../harness/assert/comparisons.ts';
import { pairOf } from '../../../harness/prepare/fresh-session.ts';
import { jsonOf, textWithin } from '../../../subject/answers.ts';

export const anotherToken = 'a WebSocket token is another token than the access token it was asked for with';

export const isNot =
  (access: string) =>
  (webSocket: Exchange): Mismatch =>
    textWithin(jsonOf(webSocket), 'token') === access
      ? { expected: 'another token than the access token', got: 'the access token itself' }
      : undefined;

export const answersOtherAccess = 'a refresh answers an access token other than the one it renews';

export const hasOtherAccessThan =
  (earlier: readonly string[]) =>
  (renewal: Exchange): Mismatch =>
    earlier.includes(pairOf(renewal)?.access ?? '')
      ? { expected: 'a new access token', got: 'one that was issued before' }
      : undefined;
