// Tokens that are real, but of another kind than is asked for.
import type { Check } from '../../../harness/declare/check.ts';
import { unlessUntested } from '../../../harness/declare/failures.ts';
import { freshSession, inSession } from '../../../harness/prepare/fresh-session.ts';
import {
  askedAtLogin,
  confirmed,
  confirmingUsers,
  demandOf,
  forExchange,
  signTokenOf,
} from '../../../harness/prepare/second-factor.ts';
import { jsonOf, textWithin } from '../../../subject/answers.ts';

/** The tokens that a session has besides its access token, and those of a second factor. */
export async function otherTokens(check: Check): Promise<readonly string[]> {
  const session = await freshSession(check);
  const { access, refresh } = session;
  const asked = await check.api.call('issueWebSocketToken', inSession(session));
  const webSocket = textWithin(jsonOf(asked), 'token');
  if (webSocket === undefined || webSocket === access) return check.untested('a WebSocket token of its own');
  return [
    webSocket,
    ...(refresh === undefined ? [] : [refresh]),
    ...(await tokensOfConfirmation(check)),
    ...((await unlessUntested(() => tokensOfExchange(check))) ?? []),
  ];
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

/** The refreshToken and the wsToken of a v2 exchange, where some user is asked for a second factor at login. */
async function tokensOfExchange(check: Check): Promise<readonly string[]> {
  const users = await askedAtLogin(check);
  if (users.length === 0) return [];
  const token = await signTokenOf(check, users, 'login');
  const set = jsonOf(await check.api.call('exchangeSignToken', { as: token.user, json: forExchange(token) }));
  const [access, ...others] = ['accessToken', 'refreshToken', 'wsToken'].map((name) => textWithin(set, 'data', name));
  return others.filter((other) => other !== undefined && other !== access) as readonly string[];
}
