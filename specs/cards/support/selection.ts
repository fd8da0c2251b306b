// Filtered and sorted card lists: which ones can be asked for, and which cards they have to hold.
import { outOfOrder } from '../../../contract/judge/aspects/lists.ts';
import type { Mismatch } from '../../../harness/assert/comparisons.ts';
import type { CardFilter } from '../../../subject/api.ts';
import { isKnown, keyFor, type Names } from '../../../subject/names.ts';
import type { Card, Version } from './card.ts';

const purposes = { status: 'statusFilter', type: 'typeFilter', sort: 'sort' } as const;

/** The filters whose parameters have known names. */
export const inKnownNames = (names: Names, { list }: Version, filters: readonly CardFilter[]): readonly CardFilter[] =>
  filters.filter((filter) =>
    Object.keys(filter).every((key) => isKnown<unknown>(names[keyFor(list, purposes[key as keyof CardFilter])])),
  );

export const sorting = 'sorting by id or -id keeps the cards and puts their ids in ascending or descending order';

export const legacySorting =
  'sorting the v1 list by id or -id keeps the cards and puts their ids in ascending or descending order as numbers';

/** The list has every card that fits, once, and no other. */
export const holdsCards =
  (version: Version, wanted: readonly Card[], kept: string) =>
  (cards: readonly Card[]): Mismatch => {
    const { uuidOf } = version;
    const due = new Set(wanted.map(uuidOf));
    const came = new Set(cards.map(uuidOf));
    const surplus = cards.filter((card) => !due.has(uuidOf(card)));
    const missing = [...due].filter((uuid) => !came.has(uuid));
    if (surplus.length === 0 && missing.length === 0 && came.size === cards.length) return undefined;
    const faults = [
      ...(surplus.length > 0 ? [`${surplus.length} too many (${told(version, surplus[0] as Card)})`] : []),
      ...(missing.length > 0 ? [`${missing.length} missing (${missing[0]})`] : []),
      ...(came.size < cards.length ? [`${cards.length - came.size} twice`] : []),
    ];
    return {
      expected: `the ${counted(wanted.length)} ${kept}`,
      got: `${counted(cards.length)}: ${faults.join(', ')}`,
    };
  };

export const isSorted =
  ({ list, uuidOf }: Version, sort: 'id' | '-id', kept: string) =>
  (cards: readonly Card[]): Mismatch => {
    const index = outOfOrder(list, sort, cards);
    if (index === -1) return undefined;
    const [before, after] = [cards[index - 1] as Card, cards[index] as Card];
    const idOf = (card: Card) => (String(card.id) === uuidOf(card) ? uuidOf(card) : String(card.id));
    return {
      expected: `the cards ${kept} with ${sort === 'id' ? 'ascending' : 'descending'} ids`,
      got: `${idOf(before)} before ${idOf(after)}`,
    };
  };

/** No value of these members is on the list more than once. */
export const namesNoneTwice =
  (...members: ReadonlyArray<keyof Card>) =>
  (cards: readonly Card[]): Mismatch => {
    for (const member of members) {
      // JavaScript rounds numbers beyond 2^53, so these are left out.
      const exact = cards
        .map((card) => card[member])
        .filter((id) => typeof id !== 'number' || Number.isSafeInteger(id));
      const ids = exact.map((id) => String(id).toLowerCase());
      const twice = ids.find((id, index) => ids.indexOf(id) !== index);
      if (twice !== undefined) return { expected: `each ${member} once`, got: `${member} ${twice} more than once` };
    }
    return undefined;
  };

const counted = (count: number): string => (count === 1 ? '1 card' : `${count} cards`);

const told = ({ uuidOf }: Version, card: Card): string => `${uuidOf(card)} is ${card.type} and ${card.status}`;
