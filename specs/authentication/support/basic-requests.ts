// Requests to the operations that need Basic credentials.
import type { OperationId } from '../../../contract/operations.ts';
import type { Check } from '../../../harness/declare/check.ts';
import {
  anyPendingDemand,
  forExchange,
  type PendingDemand,
  signTokenOf,
} from '../../../harness/prepare/second-factor.ts';
import type { CallInput } from '../../../subject/calls.ts';
import type { User } from '../../../subject/profile/profile.ts';

/** The sentence of AUTH-09, which is asked in two files. */
export const refusesWrongOnes = `an unknown user, a wrong password or a malformed Basic value gives 401, for every user and
  however near the password is to the right one`;

/** A request that is valid except for its credentials, and the user with whose credentials it would be accepted. */
export interface Ready {
  readonly id: OperationId;
  readonly user: User;
  readonly input: CallInput;
}

export const login = (user: User, kind: 'json' | 'form' = 'json'): Ready => ({
  id: 'login',
  user,
  input: { [kind]: { fingerprint: user.fingerprint } },
});

export const confirmation = (user: User, { factor: { type, requestId, code } }: PendingDemand): Ready => ({
  id: 'confirmMfa',
  user,
  input: { path: { type, requestId }, json: { code } },
});

/** An exchange with a valid sign token, and a confirmation of a pending demand with the right code. */
export async function secondFactor(check: Check): Promise<readonly [exchange: Ready, confirmation: Ready]> {
  const demand = await anyPendingDemand(check);
  const user = check.profile.users[demand.user]!;
  const token = await signTokenOf(check, [user.name], 'login');
  return [{ id: 'exchangeSignToken', user, input: { json: forExchange(token) } }, confirmation(user, demand)];
}
