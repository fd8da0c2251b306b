// The same limited request with one thing changed that its limit may be counted by.
import type { Exchange } from '../../../exchange/exchange.ts';
import type { Check } from '../../../harness/declare/check.ts';
import { type Asking, type Identification, identityOf } from '../../../load/identity.ts';
import { type LimitedOperation, limitedCall, onNewConnection, withOtherBody } from '../../../load/limited-call.ts';
import type { CallInput } from '../../../subject/calls.ts';
import { bearer } from '../../../subject/connection.ts';
import { known } from '../../../subject/names.ts';
import { areTwoPeople, type UserName, userNames } from '../../../subject/profile/profile.ts';
import type { Session } from '../../../subject/session/session.ts';
import { claim, sendAtOnce } from './sending.ts';

/** Twice as much as the limit lets pass in one window exhausts it even where two windows meet. */
export const exhausting = (count: number): number => 2 * count + 2;

/** `count`: what the limit lets pass at most in one window. */
export async function whose(
  check: Check,
  id: LimitedOperation,
  call: CallInput,
  count: number,
): Promise<Identification> {
  const { api } = check;
  const send = async (input: CallInput): Promise<Exchange> => {
    claim(check, id, 1);
    return api.call(id, { ...input, on429: 'return' });
  };
  return identityOf({
    count,
    exhaust: () => sendAtOnce(check, id, call, exhausting(count)),
    changed: await changes(check, id, call, send),
    control: () => send(call),
  });
}

async function changes(
  check: Check,
  id: LimitedOperation,
  call: CallInput,
  send: (input: CallInput) => Promise<Exchange>,
): Promise<Asking['changed']> {
  const second = await secondSession(check);
  const token = second && bearer(await second.accessToken());
  const body = await withAnotherBody(check, id, call, second);
  const user = await fromAnotherUser(check, id, call);
  return {
    connection: () => send(onNewConnection(call)),
    ...(token && { token: () => send({ ...call, authorization: token }) }),
    ...(body && { body: () => send(body) }),
    ...(user && { user: () => send(user) }),
  };
}

/** Of the same user; none where a login ends the sessions before it. */
async function secondSession({ api }: Check): Promise<Session | undefined> {
  if (known(api.names.sessionsPerUser) !== 'many') return undefined;
  const begun = await api.freshLogin();
  return begun.kind === 'loggedIn' ? begun.session : undefined;
}

async function withAnotherBody(
  { api }: Check,
  id: LimitedOperation,
  call: CallInput,
  second: Session | undefined,
): Promise<CallInput | undefined> {
  const varied = withOtherBody(call);
  if (varied) return varied;
  const refreshToken = await second?.refreshToken();
  if (refreshToken === undefined) return undefined;
  const other = await limitedCall(api, id, undefined, refreshToken);
  if (other.kind === 'missing') return undefined;
  return JSON.stringify([other.call.json, other.call.form]) === JSON.stringify([call.json, call.form])
    ? undefined
    : other.call;
}

/**
 * Of a payment the same body, since the body is part of what is counted. Elsewhere a request about the other user's own things,
 * because he would be refused those of the first user.
 */
async function fromAnotherUser(
  { api, profile }: Check,
  id: LimitedOperation,
  call: CallInput,
): Promise<CallInput | undefined> {
  const other = userNames.find(
    (name) => areTwoPeople(profile, name, api.user.name) && mayCall(profile.users[name], id),
  );
  if (other === undefined || (await api.login(other)).kind !== 'loggedIn') return undefined;
  if (id === 'createPayment') return { ...call, as: other };
  try {
    const limited = await limitedCall(api, id, other);
    return limited.kind === 'ready' ? limited.call : undefined;
  } catch {
    // A user who sees no card has no such request.
    return undefined;
  }
}

const mayCall = (user: Check['profile']['users'][UserName], id: LimitedOperation): boolean =>
  user !== undefined && !user.forbidden.includes(id);
