// A session whose access token is used when it is new and again some seconds later, when its refresh token is used too. A pair of tokens from
// a refresh is tested in the same way. Only the answer with a token says how long it is valid, so a token whose answer does not say it is not
// used later.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Exchange } from '../../../exchange/exchange.ts';
import type { Check } from '../../../harness/declare/check.ts';
import { unlessUntested } from '../../../harness/declare/failures.ts';
import {
  type FreshSession,
  freshSession,
  inSession,
  refreshableSession,
  refreshed,
} from '../../../harness/prepare/fresh-session.ts';
import { jsonOf, statusOf, succeeded, within } from '../../../subject/answers.ts';
import { known } from '../../../subject/names.ts';
import { expiryOf } from '../../../subject/session/tokens.ts';

type Origin = 'login' | 'refresh';

interface Begun {
  readonly session: FreshSession;
  /** The answer with its tokens; absent if it does not say how long they are valid. */
  readonly answer: Exchange | undefined;
  /** When it began, by the clock of `Date`, like the end. */
  readonly at: number;
}

const begun = new WeakMap<Check['occasion'], Partial<Record<Origin, Begun>>>();

/** How old a token was when it was refused, in milliseconds. */
const refusedAt = new WeakMap<Check['profile'], number>();

/** The session of a login. The refreshed one begins before it, because a refresh may end the earlier tokens of its user. */
export async function begunSession(check: Check): Promise<FreshSession> {
  await beginRefreshed(check);
  return begin(check, 'login', byLogin);
}

async function beginRefreshed(check: Check): Promise<void> {
  // Where a user has few sessions, the two sessions would end each other.
  if (known(check.api.names.sessionsPerUser) === 'many') await unlessUntested(() => begin(check, 'refresh', byRefresh));
}

async function begin(check: Check, origin: Origin, by: typeof byLogin): Promise<FreshSession> {
  const one = { ...(await by(check)), at: Date.now() };
  begun.set(check.occasion, { ...begun.get(check.occasion), [origin]: one });
  return one.session;
}

async function byLogin(check: Check): Promise<Pick<Begun, 'session' | 'answer'>> {
  const session = await freshSession(check);
  return { session, answer: session.login };
}

async function byRefresh(check: Check): Promise<Pick<Begun, 'session' | 'answer'>> {
  const session = await refreshableSession(check);
  const { exchange, ...pair } = await refreshed(check, session.refresh);
  return { session: { ...session, ...pair }, answer: exchange };
}

export async function usedNow(check: Check, session: FreshSession): Promise<Exchange> {
  const exchange = await check.api.call('issueWebSocketToken', inSession(session));
  if (statusOf(exchange) === 401) noteRefused(check, session);
  return exchange;
}

export async function refreshedNow(check: Check, session: FreshSession): Promise<Exchange> {
  const exchange = await check.api.call('refreshSession', { form: { token: session.refresh } });
  if (!succeeded(exchange)) noteRefused(check, session);
  return exchange;
}

function noteRefused({ occasion, profile }: Check, session: FreshSession): void {
  const one = Object.values(begun.get(occasion) ?? {}).find((known) => known.session === session);
  if (one) refusedAt.set(profile, Date.now() - one.at);
}

/** Milliseconds after which a token counts as old; the rest of this time is waited for. */
const oldEnough = 5_000;

/**
 * The session that began earlier; undefined where there is none, or where its token may have expired. A quick run does not wait until it is
 * old. When the check is repeated alone, a new session gets as old as the first was. No other session begins beside it, because a target may
 * limit the sessions of a user, or each login may end the refresh tokens of those before it.
 */
export async function aged(
  check: Check,
  token: 'access' | 'refresh',
  origin: Origin = 'login',
): Promise<FreshSession | undefined> {
  const isAskedAgain = begun.get(check.occasion)?.[origin] === undefined;
  if (isAskedAgain) await (origin === 'login' ? begin(check, origin, byLogin) : beginRefreshed(check));
  const { session, answer, at = 0 } = begun.get(check.occasion)?.[origin] ?? {};
  const end = answer && endOf(token, answer, at);
  if (end === undefined) return undefined;
  const wanted = Math.max(refusedAt.get(check.profile) ?? 0, check.depth === 'quick' && !isAskedAgain ? 0 : oldEnough);
  const wait = Math.max(0, at + wanted - Date.now());
  if (Date.now() + wait + clocksApart > end) return undefined;
  await sleep(wait);
  return session;
}

/** Milliseconds for the travel of a request and for a clock that counts in seconds. */
const clocksApart = 2_000;

/** The earlier of the two times that expiredAt and expiresIn give. */
const endOf = (token: 'access' | 'refresh', answer: Exchange, now: number): number | undefined => {
  const [expiredAt, expiresIn] = ['expiredAt', 'expiresIn'].map((name) => within(jsonOf(answer), token, name));
  return expiryOf(expiredAt, expiresIn, now);
};
