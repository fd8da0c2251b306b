// Shared by both versions of the card list: filters, sort order, and the refusal of other values.

import { refused } from '../errors.ts';
import type { Answer, Call } from '../http/call.ts';
import type { Settings } from '../settings.ts';
import { type CardRecord, cardTypes } from '../store/cards.ts';

interface ListKind {
  readonly statuses: readonly string[];
  /** The status as this version shows it. */
  statusOf(card: CardRecord): string;
  /** Ascending by this version's id. */
  compare(one: CardRecord, other: CardRecord): number;
}

export const selectCards = (
  cards: Iterable<CardRecord>,
  { query }: Call,
  names: Settings['names'],
  { statuses, statusOf, compare }: ListKind,
): CardRecord[] | Answer => {
  const status = query[names.status];
  const type = query[names.type];
  const sort = query[names.sort];
  if (status !== undefined && !statuses.includes(status)) return refused(400, 'There is no such card status.');
  if (type !== undefined && !(cardTypes as readonly string[]).includes(type)) {
    return refused(400, 'There is no such card type.');
  }
  if (sort !== undefined && sort !== 'id' && sort !== '-id') return refused(400, 'Cards are sorted by id or -id.');
  const kept = [...cards].filter(
    (card) => (status === undefined || statusOf(card) === status) && (type === undefined || card.type === type),
  );
  if (sort === undefined) return kept;
  return kept.sort(sort === 'id' ? compare : (one, other) => compare(other, one));
};
