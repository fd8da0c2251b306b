// Valid tokens, but of another kind than the request needs.
import type { Check } from '../../../harness/declare/check.ts';
import { unlessUntested } from '../../../harness/declare/failures.ts';
import {
  type FreshSession,
  freshSession,
  inSession,
  logIn,
  pairOf,
  refreshableSession,
  refreshed,
} from '../../../harness/prepare/fresh-session.ts';
import { oncePerOccasion } from '../../../harness/prepare/once.ts';
import {
  askedAtLogin,
  confirmed,
  confirmingUsers,
  type Demand,
  demandOf,
  forExchange,
  signTokenOf,
} from '../../../harness/prepare/second-factor.ts';
import { jsonOf, textWithin } from '../../../subject/answers.ts';
import type { CallInput } from '../../../subject/calls.ts';
import { known } from '../../../subject/names.ts';
import type { UserName } from '../../../subject/profile/profile.ts';

/** The tokens that a session has besides its access token, and those of a second factor. */
export async function otherTokens(check: Check): Promise<readonly string[]> {
  const session = await freshSession(check);
  const { access, refresh } = session;
  const webSocket = await webSocketTokenOf(check, session);
  if (webSocket === undefined || webSocket === access) return check.untested('a WebSocket token of its own');
  const asked = await askedAtLogin(check);
  return [
    webSocket,
    ...(refresh === undefined ? [] : [refresh]),
    ...(await tokensOfConfirmation(check, asked)),
    ...((await unlessUntested(() => tokensOfRefresh(check))) ?? []),
    ...(await othersOfExchange(check, asked)),
  ];
}

const webSocketTokenOf = async ({ api }: Check, session: Pick<FreshSession, 'user' | 'access'>) =>
  textWithin(jsonOf(await api.call('issueWebSocketToken', inSession(session))), 'token');

/** The refresh token of a refreshed pair, and a WebSocket token of its session; empty where a second session would end the first. */
async function tokensOfRefresh(check: Check): Promise<readonly string[]> {
  if (known(check.api.names.sessionsPerUser) !== 'many') return [];
  const session = await refreshableSession(check);
  const { access, refresh } = await refreshed(check, session.refresh);
  const webSocket = await webSocketTokenOf(check, { ...session, access });
  return [refresh, webSocket].filter((other) => other !== undefined && other !== access) as readonly string[];
}

/**
 * The mfaTokens and sign tokens of a login and of another operation that demand a second factor, because a target may treat the two
 * differently. `asked` are the users of whom a login demands one.
 */
export async function tokensOfConfirmation(check: Check, asked: readonly UserName[]): Promise<readonly string[]> {
  const main = confirmingUsers(check).find((user) => user === check.api.user.name);
  const elsewhere = main && (await demandOf(check, main, 'signPayments'));
  const isCovered = elsewhere === undefined || (elsewhere.by === 'login' && asked.length > 0);
  return [...(isCovered ? [] : await pendingAndConfirmed(check, elsewhere)), ...(await tokensOfLogin(check, asked))];
}

async function pendingAndConfirmed(check: Check, demand: Demand): Promise<readonly string[]> {
  const confirmation = await confirmed(check, demand.user, demand);
  // A target may no longer accept an mfaToken that was confirmed, but accept one that waits for its factor.
  const { mfaToken } = (await demandOf(check, demand.user, demand.by)) ?? demand;
  return [mfaToken, ...(confirmation?.kind === 'confirmed' ? [confirmation.signToken] : [])];
}

async function tokensOfLogin(check: Check, [user]: readonly UserName[]): Promise<readonly string[]> {
  if (user === undefined) return [];
  const signToken = await signTokenOfLogin(check);
  const demand = await demandOf(check, user, 'login');
  return [demand?.mfaToken, signToken].filter((token) => token !== undefined);
}

/** One token for several checks, which do not use it up, because each may need a code that has to be waited for. */
const signTokenOfLogin = oncePerOccasion(async (check): Promise<string | undefined> => {
  const token = await unlessUntested(async () => signTokenOf(check, await askedAtLogin(check), 'login'));
  return token?.signToken;
});

type TokenOfExchange = 'accessToken' | 'refreshToken' | 'wsToken';

/** The tokens of a v2 exchange; empty where a login demands a second factor of none of these users, or the exchange answers no tokens. */
export async function tokensOfExchange(
  check: Check,
  users: readonly UserName[],
): Promise<Partial<Record<TokenOfExchange, string>>> {
  const token = users.length === 0 ? undefined : await unlessUntested(() => signTokenOf(check, users, 'login'));
  if (token === undefined) return {};
  const set = jsonOf(await check.api.call('exchangeSignToken', { as: token.user, json: forExchange(token) }));
  const names: readonly TokenOfExchange[] = ['accessToken', 'refreshToken', 'wsToken'];
  return Object.fromEntries(names.map((name) => [name, textWithin(set, 'data', name)]));
}

/**
 * Calls in sessions that did not begin with a login in JSON, but with a refresh, a form or a v2 exchange, if these are available. A target
 * may store the user and his permissions for only some kinds of session. Empty where a second session ends the first.
 */
export async function sessionsBegunOtherwise(check: Check, user: UserName): Promise<readonly CallInput[]> {
  const { api } = check;
  if (known(api.names.sessionsPerUser) !== 'many') return [];
  const byRefresh = async () => {
    const { refresh } = await freshSession(check, user);
    return refresh === undefined ? undefined : (await refreshed(check, refresh)).access;
  };
  const begun = [await unlessUntested(byRefresh)];
  if (!api.confirmer(user).waitsForCodes) {
    begun.push(pairOf(await logIn(api, user, { kind: 'form' }))?.access);
    begun.push((await tokensOfExchange(check, confirmingUsers(check).includes(user) ? [user] : [])).accessToken);
  }
  return begun.filter((access) => access !== undefined).map((access) => inSession({ user, access }));
}

async function othersOfExchange(check: Check, users: readonly UserName[]): Promise<readonly string[]> {
  const { accessToken, refreshToken, wsToken } = await tokensOfExchange(check, users);
  const others = [refreshToken, wsToken].filter((other) => other !== accessToken);
  return others.filter((other) => other !== undefined);
}
