// The WebSocket token (Endpoints / Sessions / GET v3 auth web-socket; Authentication, rule 6).
import type { Exchange } from '../../exchange/exchange.ts';
import type { Mismatch } from '../../harness/assert/comparisons.ts';
import { expect } from '../../harness/assert/expect.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import { freshSession, inSession, undisturbed } from '../../harness/prepare/fresh-session.ts';
import { jsonOf, textWithin } from '../../subject/answers.ts';

requirement(
  'SESS-25',
  'a WebSocket token is another token than the access token it was asked for with',
  async (check) => {
    await undisturbed(check, async () => {
      const session = await freshSession(check);
      const asked = await check.api.call('issueWebSocketToken', inSession(session));
      expect(asked).toBeAccepted();
      expect(asked).toSatisfy(otherThan(session.access));
    });
  },
);

const otherThan =
  (access: string) =>
  (exchange: Exchange): Mismatch =>
    textWithin(jsonOf(exchange), 'token') === access
      ? { expected: 'another token than the access token', got: 'the access token itself' }
      : undefined;
