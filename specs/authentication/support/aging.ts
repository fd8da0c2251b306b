// A session whose access token is used when it is new and again when it is some seconds old, and its refresh token then as well. Only the
// answer that brings a token says how long it lives, so a token whose answer says nothing of that is not used later.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Exchange } from '../../../exchange/exchange.ts';
import type { Check } from '../../../harness/declare/check.ts';
import { type FreshSession, freshSession, inSession } from '../../../harness/prepare/fresh-session.ts';
import { jsonOf, statusOf, succeeded, within } from '../../../subject/answers.ts';
import { expiryOf } from '../../../subject/session/tokens.ts';

interface Begun {
  readonly session: FreshSession;
  /** By the clock of `Date`, as the end is. */
  readonly at: number;
}

const begun = new WeakMap<Check['occasion'], Begun>();

/** How old a token was when it was refused, in milliseconds. */
const refusedAt = new WeakMap<Check['profile'], number>();

export async function begunSession(check: Check): Promise<FreshSession> {
  const session = await freshSession(check);
  begun.set(check.occasion, { session, at: Date.now() });
  return session;
}

export async function usedNow(check: Check, session: FreshSession): Promise<Exchange> {
  const exchange = await check.api.call('issueWebSocketToken', inSession(session));
  if (statusOf(exchange) === 401) noteRefused(check);
  return exchange;
}

export async function refreshedNow(check: Check, refresh: string): Promise<Exchange> {
  const exchange = await check.api.call('refreshSession', { form: { token: refresh } });
  if (!succeeded(exchange)) noteRefused(check);
  return exchange;
}

function noteRefused({ occasion, profile }: Check): void {
  const known = begun.get(occasion);
  if (known) refusedAt.set(profile, Date.now() - known.at);
}

/** Milliseconds after which a token counts as old; what is left of them is waited for. */
const oldEnough = 5_000;

/**
 * The session that began earlier, undefined where its token need not be valid any more. A quick run does not wait for it to grow
 * old. Asked again alone, as a target may bear only so many sessions of a user, another one grows as old as the first was.
 */
export async function aged(check: Check, token: 'access' | 'refresh'): Promise<FreshSession | undefined> {
  const isAskedAgain = !begun.has(check.occasion);
  if (isAskedAgain) await begunSession(check);
  const { session, at } = begun.get(check.occasion) as Begun;
  const end = session.login && endOf(token, session.login, at);
  if (end === undefined) return undefined;
  const wanted = Math.max(refusedAt.get(check.profile) ?? 0, check.depth === 'quick' && !isAskedAgain ? 0 : oldEnough);
  const wait = Math.max(0, at + wanted - Date.now());
  if (Date.now() + wait + clocksApart > end) return undefined;
  await sleep(wait);
  return session;
}

/** Milliseconds that the request may travel, and by which a clock that counts in seconds may be wrong. */
const clocksApart = 2_000;

/** The earlier of the two times that expiredAt and expiresIn give. */
const endOf = (token: 'access' | 'refresh', login: Exchange, now: number): number | undefined => {
  const [expiredAt, expiresIn] = ['expiredAt', 'expiresIn'].map((name) => within(jsonOf(login), token, name));
  return expiryOf(expiredAt, expiresIn, now);
};
