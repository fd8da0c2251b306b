// What the profile says the user must not see.
import { shared } from '../../../harness/assert/shared.ts';
import type { Check } from '../../../harness/declare/check.ts';
import { unlessRefused, unlessUntested } from '../../../harness/declare/failures.ts';
import { current } from '../../cards/support/card.ts';
import { foreignCards } from './foreign-cards.ts';

type Kind = 'cards' | 'payments' | 'beneficiaries' | 'wallets';

export const keptFromUser = `cards, payments, beneficiaries and wallets that the profile says the user must not see (where it names
  no cards, those of the second user), and a beneficiary that he is refused by its UUID, are neither shown to this user nor
  changed for him by their ids, and nobody is invited to such a wallet`;

/** The ids that the profile names. */
export function named({ profile, observe }: Check, kind: Kind): readonly string[] {
  const ids = profile.fixtures.foreign[kind] ?? [];
  observe(`the profile names ${ids.length || 'no'} ${kind} that the user must not see`);
  return ids;
}

/** The UUIDs of the cards that the profile names; where it leaves them out, of those of the second user, who is there for that. */
export const cardsKeptFromUser = shared(async (check): Promise<readonly string[]> => {
  if (check.profile.fixtures.foreign.cards !== undefined) return named(check, 'cards');
  const cards = (await unlessRefused(() => unlessUntested(() => foreignCards(check)))) ?? [];
  check.observe(`the lists of the second user name ${cards.length || 'no'} cards that the user must not see`);
  return cards.map(({ card }) => current.idOf(card));
});
