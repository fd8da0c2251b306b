// A sign token for an operation that takes one, which may be bound to what demanded it.
import type { OperationId } from '../../contract/operations.ts';
import type { Call } from '../../subject/api.ts';
import type { UserName } from '../../subject/profile/profile.ts';
import type { Check } from '../declare/check.ts';
import { confirmed, demandIn, signTokenOf } from './second-factor.ts';

/**
 * One that has not been used. The operation itself is asked for its demand first, by a call that does nothing without a
 * sign token; where it demands nothing, whatever else demands a second factor of this user has to do.
 */
export async function signTokenFor(check: Check, user: UserName, by: OperationId, call: Call): Promise<string> {
  const exchange = await check.api.call(by, { ...call, as: user });
  const demand = demandIn(exchange, by, check.profile.users[user]!);
  const confirmation = demand && (await confirmed(check, user, demand));
  if (confirmation?.kind === 'confirmed') return confirmation.signToken;
  return (await signTokenOf(check, [user])).signToken;
}
