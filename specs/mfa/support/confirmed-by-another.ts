// A demand of one user, confirmed by another with credentials and a code of his own.
import type { Check } from '../../../harness/declare/check.ts';
import { confirmingUsers, type Demand } from '../../../harness/prepare/second-factor.ts';
import { jsonOf, textWithin } from '../../../subject/answers.ts';
import { areTwoPeople } from '../../../subject/profile/profile.ts';

/** The sign token that this yields; undefined where the target refuses, or no other user has a code that stays valid. */
export async function confirmedByAnother(check: Check, { user, mfaToken }: Demand): Promise<string | undefined> {
  const { api, profile } = check;
  const other = confirmingUsers(check).find(
    (name) => areTwoPeople(profile, name, user) && profile.users[name]?.mfa?.code.kind !== 'totp',
  );
  const factor = other && (await api.confirmer(other).factor(mfaToken));
  if (!factor) return undefined;
  const { type, requestId, code } = factor;
  const exchange = await api.call('confirmMfa', { as: other, path: { type, requestId }, json: { code } });
  return textWithin(jsonOf(exchange), 'data', 'signToken');
}
