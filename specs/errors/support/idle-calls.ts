// Valid calls without effect, so that many odd ones can be made from them.
import { nowhere } from '../../../generators/ids.ts';
import type { Check } from '../../../harness/declare/check.ts';
import { type SoundCall, type SoundOperation, soundCall } from './sound-calls.ts';

/** The most requests that are sent, as a multiple of the cases that a property tries; at the usual depth that is about all. */
export const times = ({ depth }: Check): number => (depth === 'quick' ? 2 : 4);

/** An allowance so large that these requests take little from other checks. */
export const plenty = (check: Check): number => 1000 + 10 * times(check) * check.runs;

/** The valid call, changed to have no effect where a real one would count as a wrong code, switch a card or use up an allowance. */
export async function idleCall(check: Check, id: SoundOperation): Promise<SoundCall> {
  const sound = await soundCall(check, id);
  switch (id) {
    case 'confirmMfa':
      return { ...sound, call: { ...sound.call, path: { type: 'sms', requestId: nowhere } } };
    case 'setSmsBalanceNotification':
      return { ...sound, call: { ...sound.call, path: { id: nowhere } } };
    case 'createBeneficiary':
      return check.profile.allow.createBeneficiaries >= plenty(check) ? sound : without(sound, 'currency_id');
    case 'inviteMember':
      return check.profile.allow.inviteMembers >= plenty(check) ? sound : without(sound, 'role');
    default:
      return sound;
  }
}

function without(sound: SoundCall, name: string): SoundCall {
  const { [name]: _left, ...fields } = sound.fields;
  return { ...sound, fields, spend: () => {} };
}
