// A sign token for an operation that takes one. A target may accept it only for the operation that demanded it.
import type { OperationId } from '../../contract/operations.ts';
import type { Call } from '../../subject/api.ts';
import type { UserName } from '../../subject/profile/profile.ts';
import type { Check } from '../declare/check.ts';
import { confirmed, demandIn, signTokenOf } from './second-factor.ts';

/**
 * An unused token. The operation is first called without a sign token, so that it makes its own demand. Where it makes none, a demand of
 * another operation is confirmed.
 */
export async function signTokenFor(check: Check, user: UserName, by: OperationId, call: Call): Promise<string> {
  const exchange = await check.api.call(by, { ...call, as: user });
  const demand = demandIn(exchange, by, check.profile.users[user]!);
  const confirmation = demand && (await confirmed(check, user, demand));
  if (confirmation?.kind === 'confirmed') return confirmation.signToken;
  return (await signTokenOf(check, [user])).signToken;
}
