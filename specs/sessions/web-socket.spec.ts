// The WebSocket token (Endpoints / Sessions / GET v3 auth web-socket; Authentication, rule 6).
import type { Exchange } from '../../exchange/exchange.ts';
import type { Mismatch } from '../../harness/assert/comparisons.ts';
import { expect } from '../../harness/assert/expect.ts';
import type { Check } from '../../harness/declare/check.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import {
  type FreshSession,
  freshSession,
  inSession,
  refreshableSession,
  refreshed,
  undisturbed,
} from '../../harness/prepare/fresh-session.ts';
import { jsonOf, textWithin } from '../../subject/answers.ts';

const anotherToken = 'a WebSocket token is another token than the access token it was asked for with';

requirement('SESS-25', anotherToken, async (check) => {
  await undisturbed(check, async () => isAnother(check, await freshSession(check)));
});

requirement('SESS-25', anotherToken, 'in a refreshed session', async (check) => {
  await undisturbed(check, async () => {
    const session = await refreshableSession(check);
    await isAnother(check, { ...session, ...(await refreshed(check, session.refresh)) });
  });
});

async function isAnother({ api }: Check, session: Pick<FreshSession, 'user' | 'access'>): Promise<void> {
  const asked = await api.call('issueWebSocketToken', inSession(session));
  expect(asked).toBeAccepted();
  expect(asked).toSatisfy(otherThan(session.access));
}

const otherThan =
  (access: string) =>
  (exchange: Exchange): Mismatch =>
    textWithin(jsonOf(exchange), 'token') === access
      ? { expected: 'another token than the access token', got: 'the access token itself' }
      : undefined;
