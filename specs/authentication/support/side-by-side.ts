// Sessions of several people, begun one after another: a login of one ends no session of another.
import { randomUUID } from 'node:crypto';
import type { Exchange } from '../../../exchange/exchange.ts';
import { expect } from '../../../harness/assert/expect.ts';
import type { Check } from '../../../harness/declare/check.ts';
import { inSession, logIn, pairOf } from '../../../harness/prepare/fresh-session.ts';
import { jsonOf, statusOf } from '../../../subject/answers.ts';
import { areTwoPeople, type UserName } from '../../../subject/profile/profile.ts';
import { readTokens } from '../../../subject/session/tokens.ts';

interface Begun {
  readonly user: UserName;
  readonly access: string;
  /** Milliseconds since 1970. */
  readonly ends: number;
}

export async function goOnSideBySide(check: Check, users: readonly UserName[]): Promise<void> {
  const begun: Begun[] = [];
  for (const user of users) {
    if (!begun.every((other) => areTwoPeople(check.profile, user, other.user))) continue;
    // A target may let a device belong to whoever logged in with it last.
    const login = await logIn(check.api, user, { fingerprint: `assay-${randomUUID()}` });
    const pair = pairOf(login);
    if (pair) begun.push({ user, access: pair.access, ends: endOf(login) });
  }
  for (const session of begun) {
    const answer = await check.api.call('issueWebSocketToken', inSession(session));
    if (statusOf(answer) !== 401 || Date.now() >= session.ends) continue;
    // Another check may have logged the same user in meanwhile.
    check.doubt();
    expect(answer).toBeAdmitted();
  }
}

const endOf = (login: Exchange): number => readTokens(jsonOf(login), Date.now())?.expiresAt ?? Number.POSITIVE_INFINITY;
