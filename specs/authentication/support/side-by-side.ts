// Sessions of several people, begun one after another. The login, refresh or exchange of one must not end the session of another.
import { randomUUID } from 'node:crypto';
import type { Exchange } from '../../../exchange/exchange.ts';
import { expect } from '../../../harness/assert/expect.ts';
import type { Check } from '../../../harness/declare/check.ts';
import { type FreshSession, inSession, logIn, pairOf } from '../../../harness/prepare/fresh-session.ts';
import { confirmingUsers } from '../../../harness/prepare/second-factor.ts';
import { jsonOf, statusOf, succeeded, textWithin } from '../../../subject/answers.ts';
import { areTwoPeople, type UserName } from '../../../subject/profile/profile.ts';
import { readTokens } from '../../../subject/session/tokens.ts';
import { tokensOfExchange } from './other-tokens.ts';

interface Begun {
  readonly user: UserName;
  readonly access: string;
  readonly refresh: string;
  /** Milliseconds since 1970. */
  readonly ends: number;
}

/** No login ends the session of another user. */
export async function goOnSideBySide(check: Check, users: readonly UserName[]): Promise<void> {
  for (const session of await begunBy(check, users)) await goesOn(check, session);
}

/** No refresh or v2 exchange ends the session of another user: the others renew their sessions, and the first goes on with his. */
export async function goOnWhileOthersRenew(check: Check, users: readonly UserName[]): Promise<void> {
  const [first, ...others] = await begunBy(check, users);
  if (first === undefined) return;
  for (const { refresh } of others) await check.api.call('refreshSession', { form: { token: refresh } });
  await goesOn(check, first);
  const exchanging = confirmingUsers(check).filter(
    (user) => user !== check.api.user.name && areTwoPeople(check.profile, user, first.user),
  );
  await tokensOfExchange(check, exchanging);
  await goesOn(check, first);
}

/** Each user gets a WebSocket token of his own, whether they ask in turn or at the same time. */
export async function shareNoWebSocketToken(check: Check, sessions: readonly FreshSession[]): Promise<void> {
  const ask = async (session: FreshSession) => {
    const exchange = await check.api.call('issueWebSocketToken', inSession(session));
    const token = succeeded(exchange) ? textWithin(jsonOf(exchange), 'token') : undefined;
    return { user: session.user, exchange, token };
  };
  const asked: Awaited<ReturnType<typeof ask>>[] = [];
  for (const session of sessions) asked.push(await ask(session));
  asked.push(...(await Promise.all([...sessions, ...sessions].map(ask))));
  for (const { user, exchange, token } of asked.filter((one) => one.token)) {
    const other = asked.find((one) => one.token === token && areTwoPeople(check.profile, one.user, user));
    expect(exchange).toSatisfy(
      () =>
        other && { expected: `a token of users.${user} alone`, got: `a token that users.${other.user} has as well` },
    );
  }
}

async function begunBy(check: Check, users: readonly UserName[]): Promise<readonly Begun[]> {
  const begun: Begun[] = [];
  for (const user of users) {
    if (!begun.every((other) => areTwoPeople(check.profile, user, other.user))) continue;
    // A target may assign a device to the user who logged in with it last.
    const login = await logIn(check.api, user, { fingerprint: `assay-${randomUUID()}` });
    const pair = pairOf(login);
    if (pair) begun.push({ user, ...pair, ends: endOf(login) });
  }
  return begun;
}

async function goesOn(check: Check, session: Begun): Promise<void> {
  const answer = await check.api.call('issueWebSocketToken', inSession(session));
  if (statusOf(answer) !== 401 || Date.now() >= session.ends) return;
  // Another check may have logged the same user in meanwhile.
  check.doubt();
  expect(answer).toBeAdmitted();
}

const endOf = (login: Exchange): number => readTokens(jsonOf(login), Date.now())?.expiresAt ?? Number.POSITIVE_INFINITY;
