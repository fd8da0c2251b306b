// Requests to the operations that need Basic credentials.
import type { OperationId } from '../../../contract/operations.ts';
import type { Check } from '../../../harness/declare/check.ts';
import {
  anyPendingDemand,
  confirmingUsers,
  forExchange,
  type PendingDemand,
  pendingDemand,
  signTokenOf,
} from '../../../harness/prepare/second-factor.ts';
import type { CallInput } from '../../../subject/calls.ts';
import type { MfaType, User } from '../../../subject/profile/profile.ts';

/** The sentence of AUTH-09, which is tested in two files. */
export const refusesWrongOnes = 'an unknown user, a wrong password or a malformed Basic value gives 401';

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

/** An exchange with a valid sign token, by each kind of body. */
export async function exchanges(check: Check): Promise<readonly [asJson: Ready, asForm: Ready]> {
  const demand = await anyPendingDemand(check);
  const user = check.profile.users[demand.user]!;
  const fields = forExchange(await signTokenOf(check, [user.name], 'login'));
  const by = (kind: 'json' | 'form'): Ready => ({ id: 'exchangeSignToken', user, input: { [kind]: fields } });
  return [by('json'), by('form')];
}

/** A confirmation of a pending demand by this type, with the right code; empty where no user has such a demand. */
async function confirmationBy(type: MfaType, check: Check): Promise<readonly Ready[]> {
  for (const user of confirmingUsers(check, type)) {
    const demand = await pendingDemand(check, user, 'unsentFactor');
    if (demand) return [confirmation(check.profile.users[user]!, demand)];
  }
  return [];
}

/** Requests of the second factor, for credentials that must be refused. */
export const secondFactor = async (check: Check): Promise<readonly Ready[]> => [
  ...(await exchanges(check)),
  ...(await confirmationBy('sms', check)),
  ...(await confirmationBy('google', check)),
];
