// Pairs the fixtures of two profiles: the first card of one stands for the first card of the other.
import type { Profile } from '../../subject/profile/profile.ts';
import { nameKey } from '../correlate/renaming.ts';

/** A recorded thing by its key, and the candidate's. */
interface Namesake {
  readonly key: string;
  readonly live: string;
  readonly liveKey: string;
}

export const namesakes = (from: Profile, to: Profile): Namesake[] =>
  kindsOf(from).flatMap(([kind, things], index) => {
    const others = kindsOf(to)[index]![1];
    return things.flatMap((thing, at): Namesake[] => {
      const live = others[at];
      const key = nameKey(thing, kind);
      if (live === undefined || key === undefined) return [];
      return [{ key, live, liveKey: nameKey(live, kind) ?? live }];
    });
  });

const kindsOf = ({ fixtures }: Profile): (readonly [kind: string, things: readonly string[]])[] => {
  const { cards, wallets, beneficiaries, payments, foreign } = fixtures;
  const stated = (each: typeof cards) => (each.kind === 'declared' ? each.value : []);
  return [
    ['card', stated(cards)],
    ['wallet', stated(wallets)],
    ['beneficiary', stated(beneficiaries)],
    ['payment', payments.drafts],
    ['payment', payments.cancellable],
    ['payment', payments.notCancellable],
    ['payment', payments.others],
    ['card', foreign.cards ?? []],
    ['wallet', foreign.wallets],
    ['beneficiary', foreign.beneficiaries],
    ['payment', foreign.payments],
  ];
};
