// Cards of somebody else: those that another user lists, and this one does not.
import { sample } from '../../../harness/assert/sample.ts';
import type { Check } from '../../../harness/declare/check.ts';
import type { UserName } from '../../../subject/profile/profile.ts';
import { type Card, current, legacy } from '../../cards/support/card.ts';

/** The most cards of another user that one check asks for. */
export const mostForeign = 12;

export interface ForeignCard {
  readonly card: Card;
  readonly v1Card: Card;
}

export interface Between {
  readonly of: UserName;
  readonly to: UserName;
}

/** The cards on both lists of one user (the second, by default), if none of them is on a list of the other (the main one, by default). */
export async function foreignCards(
  check: Check,
  { of, to }: Between = { of: 'second', to: check.api.user.name },
): Promise<readonly ForeignCard[]> {
  const { profile, seed, untested } = check;
  if (profile.users.second === undefined) return untested('a second user (users.second)');
  const theirs = await listsOf(check, of);
  const ours = await listsOf(check, to);
  // A user without cards may be one who manages the cards of others.
  if (ours.cards.length === 0) untested(`a card of the ${to} user`);
  // Users who share one card may share a whole account, even if their lists differ.
  if (theirs.cards.some((card) => isOn(ours, card)))
    untested(`a ${of} user with no card in common with the ${to} user`);
  const found = inBothVersions(theirs);
  return found.length > 0
    ? sample(found, mostForeign, seed)
    : untested(`a card that the ${of} user sees in both versions`);
}

interface Lists {
  readonly cards: readonly Card[];
  readonly v1: ReadonlyMap<string, Card>;
}

export async function listsOf({ api }: Check, as: UserName): Promise<Lists> {
  const cards = await api.cards.list({}, { as });
  const v1 = new Map((await api.cardsV1.list({}, { as })).map((card: Card) => [legacy.uuidOf(card), card]));
  return { cards, v1 };
}

export const isOn = ({ cards, v1 }: Lists, card: Card): boolean =>
  v1.has(current.uuidOf(card)) || cards.some((other) => current.uuidOf(other) === current.uuidOf(card));

export const inBothVersions = ({ cards, v1 }: Lists): readonly ForeignCard[] =>
  cards.flatMap((card) => {
    const v1Card = v1.get(current.uuidOf(card));
    return v1Card ? [{ card, v1Card }] : [];
  });
