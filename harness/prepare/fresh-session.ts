// Separate sessions, for checks that use up refresh tokens or compare tokens, and the tokens of the shared session.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Exchange } from '../../exchange/exchange.ts';
import { inWords, jsonOf, succeeded, textWithin } from '../../subject/answers.ts';
import type { Api } from '../../subject/api.ts';
import { bearer } from '../../subject/connection.ts';
import { known } from '../../subject/names.ts';
import { areTwoPeople, type UserName, userNamesOf } from '../../subject/profile/profile.ts';
import type { Check } from '../declare/check.ts';
import { Broken, Untested, unlessUntested } from '../declare/failures.ts';

export interface FreshSession {
  readonly user: UserName;
  readonly access: string;
  readonly refresh: string | undefined;
  /** The login that answered these tokens; absent when a second factor was demanded first. */
  readonly login: Exchange | undefined;
}

/** How a call is sent in this session. The user is named so that a second factor demanded in it can be met. */
export const inSession = ({ user, access }: Pick<FreshSession, 'user' | 'access'>) => ({
  as: user,
  authorization: bearer(access),
});

/** The tokens of a v3 pair; undefined when the exchange did not answer one. */
export function pairOf(exchange: Exchange): { readonly access: string; readonly refresh: string } | undefined {
  const body = succeeded(exchange) ? jsonOf(exchange) : undefined;
  const access = textWithin(body, 'access', 'token');
  const refresh = textWithin(body, 'refresh', 'token');
  return access === undefined || refresh === undefined ? undefined : { access, refresh };
}

/** The user whose logins disturb no other check: where a login ends the user's other sessions, the one whom the fewest checks use. */
export const userForLogins = ({ names, profile, user }: Api): UserName =>
  known(names.sessionsPerUser) === 'many' || profile.users.second === undefined ? user.name : 'second';

export async function freshSession({ api, untested }: Check, user = userForLogins(api)): Promise<FreshSession> {
  const login = await logIn(api, user);
  const pair = pairOf(login);
  if (pair) return { user, ...pair, login };
  const begun = await api.freshLogin(user);
  if (begun.kind !== 'loggedIn') return untested(`a session of the ${user} user: ${begun.because}`);
  const [access, refresh] = [await begun.session.accessToken(), await begun.session.refreshToken()];
  return { user, access, refresh, login: undefined };
}

/** The same, for checks that need its refresh token. */
export async function refreshableSession(check: Check): Promise<FreshSession & { readonly refresh: string }> {
  const { refresh, ...session } = await freshSession(check);
  return refresh === undefined
    ? check.untested(`a refresh token: the login of the ${session.user} user gave none`)
    : { ...session, refresh };
}

/** How to call in a second session of the main user; undefined where it would end the first, or waits for a code. */
export async function inSecondSession(check: Check): Promise<ReturnType<typeof inSession> | undefined> {
  const { confirmer, names, user } = check.api;
  if (known(names.sessionsPerUser) !== 'many' || confirmer(user.name).waitsForCodes) return undefined;
  const session = await unlessUntested(() => freshSession(check, user.name));
  return session && inSession(session);
}

/** The users besides the main one, but for those whose logins wait for codes. */
export const othersAtOnce = ({ api, profile }: Check): readonly UserName[] =>
  userNamesOf(profile).filter((name) => name !== api.user.name && !api.confirmer(name).waitsForCodes);

/** The second user, if it is another person than the main one and can log in. */
export async function somebodyElse({ api, profile }: Check): Promise<'second' | undefined> {
  if (!areTwoPeople(profile, 'second', api.user.name)) return undefined;
  return (await api.login('second')).kind === 'loggedIn' ? 'second' : undefined;
}

interface LoginOptions {
  readonly kind?: 'json' | 'form';
  readonly fingerprint?: string | undefined;
}

/** A session that a login by form began at once; undefined where a second factor is demanded or no form is taken. */
export async function sessionByForm({
  api,
}: Check): Promise<(FreshSession & { readonly refresh: string }) | undefined> {
  const user = userForLogins(api);
  const login = await logIn(api, user, { kind: 'form' });
  const pair = pairOf(login);
  return pair && { user, ...pair, login };
}

/** One login, sent once, from the user's device unless another one is named. Its answer may be a demand for a second factor. */
export function logIn(
  api: Api,
  user: UserName,
  { kind = 'json', fingerprint = api.profile.users[user]?.fingerprint }: LoginOptions = {},
): Promise<Exchange> {
  return api.call('login', { as: user, [kind]: { fingerprint } });
}

const attempts = 5;

/**
 * Repeats work that failed, or that lacked something, at a target where a user has one session, because a login in another process may
 * have ended ours. An exchange of a sign token may end it too (its parameter has no specified meaning); then the check is done again alone.
 */
export async function undisturbed({ api, doubt }: Check, work: () => Promise<void>): Promise<void> {
  const hasFew = known(api.names.sessionsPerUser) !== 'many';
  const mayBeEnded = hasFew || known(api.names.exchangeFlag) !== undefined;
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const isBroken = error instanceof Broken;
      if (!mayBeEnded || !(isBroken || (hasFew && error instanceof Untested))) throw error;
      if (!hasFew || attempt === attempts) {
        if (isBroken) doubt();
        throw error;
      }
      await sleep(100 * attempt);
    }
  }
}

/** The new pair; ends the check as untested where there is none. For checks that only begin with a refresh. */
export async function refreshed(
  { api, untested }: Check,
  token: string,
): Promise<{ readonly access: string; readonly refresh: string; readonly exchange: Exchange }> {
  const exchange = await api.call('refreshSession', { form: { token } });
  const pair = pairOf(exchange);
  return pair ? { ...pair, exchange } : untested(`a refreshed session: ${inWords(exchange)}`);
}

/** Of the session in which a user's calls are sent: the access token, and the refresh token and a WebSocket token where they are to be had. */
export async function sessionTokens(
  { api }: Pick<Check, 'api'>,
  user = api.user.name,
): Promise<readonly (readonly [what: string, token: string])[]> {
  const session = await api.session(user);
  const webSocket = textWithin(jsonOf(await api.call('issueWebSocketToken', { as: user })), 'token');
  const refresh = await session.refreshToken();
  return [
    ['an access token', await session.accessToken()],
    ...(refresh === undefined ? [] : [['a refresh token', refresh] as const]),
    ...(webSocket === undefined ? [] : [['a WebSocket token', webSocket] as const]),
  ];
}
