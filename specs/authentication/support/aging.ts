// An access token that is used when it is new and again when it is some seconds old. Nobody says how long tokens live but the
// answer that brings one, so one of which nothing was said is not asked about.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Exchange } from '../../../exchange/exchange.ts';
import type { Check } from '../../../harness/declare/check.ts';
import { type FreshSession, freshSession, inSession } from '../../../harness/prepare/fresh-session.ts';
import { jsonOf, statusOf, within } from '../../../subject/answers.ts';
import { expiryOf } from '../../../subject/session/tokens.ts';

interface Begun {
  readonly session: FreshSession;
  /** By the clock of `Date`, as the end is. */
  readonly at: number;
}

const begun = new WeakMap<Check['occasion'], Begun>();

/** Milliseconds that a token had lived when it was refused. */
const lived = new WeakMap<Check['profile'], number>();

export async function begunSession(check: Check): Promise<FreshSession> {
  const session = await freshSession(check);
  begun.set(check.occasion, { session, at: Date.now() });
  return session;
}

export async function usedNow(check: Check, session: FreshSession): Promise<Exchange> {
  const known = begun.get(check.occasion);
  const exchange = await check.api.call('issueWebSocketToken', inSession(session));
  if (known && statusOf(exchange) === 401) lived.set(check.profile, Date.now() - known.at);
  return exchange;
}

/** Milliseconds that are waited for where nothing else took so long. */
const old = 5_000;

/**
 * The session that began earlier, undefined where its token need not be valid any more. A quick run does not wait for it to grow
 * old. Asked again alone, as a target may bear only so many sessions of a user, another one grows as old as the first was.
 */
export async function aged(check: Check): Promise<FreshSession | undefined> {
  const isAskedAgain = !begun.has(check.occasion);
  if (isAskedAgain) await begunSession(check);
  const { session, at } = begun.get(check.occasion) as Begun;
  const end = session.login && endOfAccess(session.login, at);
  if (end === undefined) return undefined;
  const wanted = Math.max(lived.get(check.profile) ?? 0, check.depth === 'quick' && !isAskedAgain ? 0 : old);
  const wait = Math.max(0, at + wanted - Date.now());
  if (Date.now() + wait + clocksApart > end) return undefined;
  await sleep(wait);
  return session;
}

/** Milliseconds for the way there, and for a clock that ticks in seconds. */
const clocksApart = 2_000;

/** The earlier of what its two members say. */
const endOfAccess = (login: Exchange, now: number): number | undefined => {
  const [expiredAt, expiresIn] = ['expiredAt', 'expiresIn'].map((name) => within(jsonOf(login), 'access', name));
  return expiryOf(expiredAt, expiresIn, now);
};
