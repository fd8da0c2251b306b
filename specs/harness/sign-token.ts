// A sign token, got as a client gets one: something demands a second factor, and the demand is confirmed.
import type { Exchange } from '../../exchange/exchange.ts';
import { demandedMfa } from '../../target/answers.ts';
import type { UserName } from '../../target/profile.ts';
import type { Check } from './check.ts';

/** A request that may be answered with the demand. */
export type Asking = () => Promise<Exchange>;

/**
 * A sign token that is this user's and has not been used. The operation that is to take it is asked first, because a
 * token may be bound to what demanded it; then signing, which never works without; then the login.
 */
export async function signTokenFor(
  check: Check,
  user: UserName = check.api.user.name,
  asked: readonly Asking[] = [],
): Promise<string> {
  const { api, untested } = check;
  let because = 'nothing demanded a second factor';
  for (const ask of [...asked, ...signing(check, user), () => logIn(check, user)]) {
    const mfaToken = demandedMfa(await ask());
    if (mfaToken === undefined) continue;
    const confirmation = await api.confirm(mfaToken, user);
    if (confirmation.kind === 'confirmed') return confirmation.signToken;
    because = confirmation.because;
  }
  return untested(`a sign token of the ${user} user: ${because}`);
}

/** Without a sign token nothing is signed, so the draft remains one. */
function signing({ api, profile }: Check, user: UserName): readonly Asking[] {
  const [draft] = profile.fixtures.payments.drafts;
  if (draft === undefined || profile.allow.signDrafts === 0) return [];
  return [() => api.call('signPayments', { as: user, query: { validate: 0 }, json: { id: [draft] } })];
}

const logIn = ({ api, profile }: Check, user: UserName) =>
  api.call('login', { as: user, json: { fingerprint: profile.users[user]?.fingerprint } });
