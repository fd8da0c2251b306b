// The WebSocket token (Endpoints / Sessions / GET v3 auth web-socket; Authentication, rule 6).
import { expect } from '../../harness/assert/expect.ts';
import type { Check } from '../../harness/declare/check.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import {
  type FreshSession,
  freshSession,
  inSession,
  refreshableSession,
  refreshed,
  sessionByForm,
  undisturbed,
} from '../../harness/prepare/fresh-session.ts';
import { anotherToken, isNot } from './support/apart.ts';

requirement('SESS-25', anotherToken, async (check) => {
  await undisturbed(check, async () => isAnother(check, await freshSession(check)));
});

requirement('SESS-25', anotherToken, 'in a refreshed session', async (check) => {
  await undisturbed(check, async () => {
    const session = await refreshableSession(check);
    await isAnother(check, { ...session, ...(await refreshed(check, session.refresh)) });
  });
});

requirement('SESS-25', anotherToken, 'in a session begun by a form', async (check) => {
  await undisturbed(check, async () => {
    const session = await sessionByForm(check);
    if (session) await isAnother(check, session);
  });
});

async function isAnother({ api }: Check, session: Pick<FreshSession, 'user' | 'access'>): Promise<void> {
  const asked = await api.call('issueWebSocketToken', inSession(session));
  expect(asked).toBeAccepted();
  expect(asked).toSatisfy(isNot(session.access));
}
