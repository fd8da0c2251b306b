// What a switch of the SMS notification must leave unchanged: the other cards, and the other members of the switched cards.
import { shown } from '../../../contract/judge/wording.ts';
import type { Mismatch } from '../../../harness/assert/comparisons.ts';
import { valueAt } from '../../parity/support/members.ts';
import { type Card, current } from './card.ts';

/** Members of the order, which a card may have only from one status on, or until another. */
const ofOrder = ['orderedAt', 'dispatchedAt', 'title', 'message', 'delivery'].map(
  (name) => `orderInfo.${name}` as const,
);
/** A target may word these texts of the order differently at any time, and may remove them some day. */
const inWords = new Set(['orderInfo.title', 'orderInfo.message', 'orderInfo.delivery']);
const lasting = ['walletId', 'type', 'maskedPan', 'cardholderName', 'validUntilDate', 'designId', ...ofOrder] as const;
/** A card may get another status at any time, so a changed status proves something only if it happens again and again. */
const ofSwitched = [...lasting, 'status'] as const;
const ofOthers = [...ofSwitched, 'isSmsBalanceNotification'] as const;

/** Only for the first switch of a card, because later a lasting change has already been made. */
export const stillThe =
  (before: Card) =>
  (after: unknown): Mismatch =>
    mismatch(before, after as Card, lasting);

/** Whether the order lacks texts that it had before. */
export const tellsLess = (before: Card, after: unknown): boolean =>
  lasting.some((name) => inWords.has(name) && isOther(before, after as Card, name));

/** `switched`: the UUIDs of the cards whose notification was switched in between. */
export const otherwiseLike =
  (before: readonly Card[], switched: ReadonlySet<string>) =>
  (after: readonly Card[]): Mismatch =>
    firstChange(before, after, (card) => (switched.has(current.uuidOf(card)) ? ofSwitched : ofOthers));

/** Members that only a defective switch changes. The first switch of a card shows it; later ones find the changed value. */
export const changedForGood = (
  before: readonly Card[],
  switched: ReadonlySet<string>,
  after: readonly Card[],
): Mismatch => firstChange(before, after, (card) => (switched.has(current.uuidOf(card)) ? lasting : []));

type Members = readonly (typeof ofOthers)[number][];

function firstChange(before: readonly Card[], after: readonly Card[], membersOf: (card: Card) => Members): Mismatch {
  const cards = new Map(after.map((card) => [current.uuidOf(card), card]));
  return before
    .map((card) => mismatch(card, cards.get(current.uuidOf(card)), membersOf(card)))
    .find((changed) => changed !== undefined);
}

function mismatch(before: Card, after: Card | undefined, members: Members): Mismatch {
  if (after === undefined) return undefined;
  const changed = members.find((name) => isOther(before, after, name));
  if (changed === undefined) return undefined;
  // The text of a delivery may contain the address, so it is not reported.
  const got = shown(inWords.has(changed) ? undefined : valueAt(after, changed));
  return { expected: `${changed} of card ${current.uuidOf(before)} unchanged`, got };
}

function isOther(before: Card, after: Card, name: Members[number]): boolean {
  const was = valueAt(before, name);
  const is = valueAt(after, name);
  if (name.startsWith('orderInfo') && (was === undefined || before.status !== after.status)) return false;
  return inWords.has(name) ? is === undefined : was !== is;
}
