// What the profile says the user must not see.
import type { Check } from '../../../harness/declare/check.ts';

type Kind = 'cards' | 'payments' | 'beneficiaries' | 'wallets';

export const keptFromUser = `cards, payments, beneficiaries and wallets that the profile says the user must not see, where it
  names any, are neither shown to this user nor changed for him by their ids, and nobody is invited to such a wallet`;

/** The ids that the profile names. */
export function named({ profile, observe }: Check, kind: Kind): readonly string[] {
  const ids = profile.fixtures.foreign[kind];
  observe(`the profile names ${ids.length || 'no'} ${kind} that the user must not see`);
  return ids;
}
