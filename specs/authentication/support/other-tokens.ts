// Tokens that are real, but of another kind than is asked for.
import type { Check } from '../../../harness/declare/check.ts';
import { unlessUntested } from '../../../harness/declare/failures.ts';
import {
  type FreshSession,
  freshSession,
  inSession,
  refreshableSession,
  refreshed,
} from '../../../harness/prepare/fresh-session.ts';
import {
  askedAtLogin,
  confirmed,
  confirmingUsers,
  demandOf,
  forExchange,
  signTokenOf,
} from '../../../harness/prepare/second-factor.ts';
import { jsonOf, textWithin } from '../../../subject/answers.ts';
import { known } from '../../../subject/names.ts';

/** The tokens that a session has besides its access token, and those of a second factor. */
export async function otherTokens(check: Check): Promise<readonly string[]> {
  const session = await freshSession(check);
  const { access, refresh } = session;
  const webSocket = await webSocketTokenOf(check, session);
  if (webSocket === undefined || webSocket === access) return check.untested('a WebSocket token of its own');
  return [
    webSocket,
    ...(refresh === undefined ? [] : [refresh]),
    ...(await tokensOfConfirmation(check)),
    ...((await unlessUntested(() => tokensOfRefresh(check))) ?? []),
    ...(await othersOfExchange(check)),
  ];
}

const webSocketTokenOf = async ({ api }: Check, session: Pick<FreshSession, 'user' | 'access'>) =>
  textWithin(jsonOf(await api.call('issueWebSocketToken', inSession(session))), 'token');

/** The refresh token of a refreshed pair, and a WebSocket token of its session; none where a second session would end the first. */
async function tokensOfRefresh(check: Check): Promise<readonly string[]> {
  if (known(check.api.names.sessionsPerUser) !== 'many') return [];
  const session = await refreshableSession(check);
  const { access, refresh } = await refreshed(check, session.refresh);
  const webSocket = await webSocketTokenOf(check, { ...session, access });
  return [refresh, webSocket].filter((other) => other !== undefined && other !== access) as readonly string[];
}

/** An mfaToken and a sign token, where a second factor is demanded of some user. */
export async function tokensOfConfirmation(check: Check): Promise<readonly string[]> {
  for (const user of confirmingUsers(check)) {
    const demand = await demandOf(check, user);
    if (demand === undefined) continue;
    const confirmation = await confirmed(check, user, demand);
    // A target may forget the mfaToken that was confirmed, and take one that waits for its factor.
    const { mfaToken } = (await demandOf(check, user)) ?? demand;
    return [mfaToken, ...(confirmation?.kind === 'confirmed' ? [confirmation.signToken] : [])];
  }
  return [];
}

type TokenOfExchange = 'accessToken' | 'refreshToken' | 'wsToken';

/** The tokens of a v2 exchange; none where no user is asked for a second factor at login, or the exchange answers none. */
export async function tokensOfExchange(check: Check): Promise<Partial<Record<TokenOfExchange, string>>> {
  const users = await askedAtLogin(check);
  const token = users.length === 0 ? undefined : await unlessUntested(() => signTokenOf(check, users, 'login'));
  if (token === undefined) return {};
  const set = jsonOf(await check.api.call('exchangeSignToken', { as: token.user, json: forExchange(token) }));
  const names: readonly TokenOfExchange[] = ['accessToken', 'refreshToken', 'wsToken'];
  return Object.fromEntries(names.map((name) => [name, textWithin(set, 'data', name)]));
}

async function othersOfExchange(check: Check): Promise<readonly string[]> {
  const { accessToken, refreshToken, wsToken } = await tokensOfExchange(check);
  const others = [refreshToken, wsToken].filter((other) => other !== accessToken);
  return others.filter((other) => other !== undefined);
}
