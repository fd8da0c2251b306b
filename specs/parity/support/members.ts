// The members of a card, what they are called in each version, and whether two cards agree on them.
import { isDeepStrictEqual } from 'node:util';
import { shown } from '../../../contract/judge/wording.ts';
import { meaningful } from '../../../contract/presence.ts';
import { inOneUnit, type Mismatch, milliseconds } from '../../../harness/assert/comparisons.ts';
import { within } from '../../../subject/answers.ts';
import type { Card } from '../../cards/support/card.ts';
import { maySameDay } from './days.ts';

export interface Member {
  /** Its path in each version; absent where the version has no such thing. */
  readonly v2?: string;
  readonly v1?: string;
  /** `open`: an object of which the fields are not shown. */
  readonly kind?: 'uuid' | 'instant' | 'day' | 'open';
  /** It may not apply. Where a member that must be there is missing, the judge finds that. */
  readonly optional?: true;
  /** Personal data, so a failure says only that it differs. */
  readonly personal?: true;
}

type Comparison = Readonly<Record<NonNullable<Member['kind']> | 'plain', (one: unknown, other: unknown) => boolean>>;

const alike = (path: string, more: Omit<Member, 'v1' | 'v2'> = {}): Member => ({ v1: path, v2: path, ...more });

const optional = { optional: true } as const;

const sharedPermissions = [
  'canActivate',
  'canBlock',
  'canUnblock',
  'canGetPin',
  'canSetPin',
  'canGetCvv',
  'canGetPassword',
  'canSetPassword',
  'canClose',
  'canSetSmsBalanceNotification',
  'canGetLimits',
  'canSetLimits',
  'canGetOperations',
  'canSetOperations',
];

export const members = {
  ids: [{ v2: 'id', v1: 'uuid', kind: 'uuid' }, { v1: 'id' }, { v1: 'wallet_id' }, { v2: 'walletId', kind: 'uuid' }],
  face: [alike('type'), { v2: 'maskedPan', v1: 'masked_number' }],
  status: [alike('status')],
  names: [
    { v2: 'cardholderName', v1: 'cardholder_name', personal: true },
    alike('validUntilDate', { kind: 'day', optional: true }),
    alike('designId'),
    alike('notification.type', optional),
    alike('notification.title', optional),
    alike('notification.message', optional),
    alike('isSmsBalanceNotification'),
  ],
  order: [
    alike('orderInfo.title', optional),
    alike('orderInfo.message', optional),
    { v2: 'orderInfo.orderedAt', v1: 'orderInfo.ordered_at', kind: 'instant', optional: true },
    { v2: 'orderInfo.dispatchedAt', v1: 'orderInfo.dispatched_at', kind: 'instant', optional: true },
    // It may have the address to which the card is sent.
    alike('orderInfo.delivery', { kind: 'open', optional: true, personal: true }),
  ],
  permissions: [
    ...sharedPermissions.map((name) => alike(`permissions.${name}`)),
    { v2: 'permissions.canGetPan', v1: 'permissions.canGetNumber' },
  ],
  updated: [{ v2: 'updatedAt', v1: 'updatedAtMs', kind: 'instant', optional: true }],
  version: [{ v2: 'version' }],
} as const satisfies Readonly<Record<string, readonly Member[]>>;

const allMembers: readonly Member[] = Object.values(members).flat();
/** Without objects of unspecified members, because these may differ in each answer. */
const closedMembers = allMembers.filter(({ kind }) => kind !== 'open');

/** The value of a card there; undefined for every form of an empty value. */
export const valueAt = (card: Card, path: string): unknown => meaningful(within(card, ...path.split('.')));

const isThere = (card: Card, path: string): boolean => within(card, ...path.split('.')) != null;

/** The members with the same value in two readings of one card, one before and one after another reading. */
export const unchanged = (version: 'v1' | 'v2', before: Card, after: Card): readonly Member[] =>
  allMembers.filter(({ [version]: path }) => {
    return path === undefined || isDeepStrictEqual(valueAt(before, path), valueAt(after, path));
  });

/**
 * The cards of which nothing changed between two readings, because others may have changed back in between. Where there are none, the target
 * may tell the moment of each reading as the last change: then all of them, by what did not change.
 */
export function unchangedIfAny<One extends { readonly comparable: readonly Member[] }>(
  all: readonly One[],
): readonly One[] {
  const whole = all.filter(({ comparable }) => closedMembers.every((member) => comparable.includes(member)));
  return whole.length > 0 ? whole : all;
}

/** Whether two readings of one card in one version say the same. */
export function sameReading(
  version: 'v1' | 'v2',
  one: Card,
  other: Card,
  where: string,
  which: readonly Member[] = allMembers,
): Mismatch {
  for (const { [version]: path, kind, personal, optional } of which) {
    if (path === undefined) continue;
    if (!optional && !(isThere(one, path) && isThere(other, path))) continue;
    const [here, there] = [valueAt(one, path), valueAt(other, path)];
    if (sameAs[kind ?? 'plain'](here, there)) continue;
    return { expected: `the same ${path} ${where}`, got: difference(here, there, personal) };
  }
  return undefined;
}

/** Whether the current and the older version of one card agree on the members given. */
export function sameCard(which: readonly Member[], newer: Card, older: Card, where: string): Mismatch {
  for (const { v1, v2, kind, personal, optional } of which) {
    if (v1 === undefined || v2 === undefined) continue;
    if (!optional && !(isThere(newer, v2) && isThere(older, v1))) continue;
    const [inV2, inV1] = [valueAt(newer, v2), valueAt(older, v1)];
    if (sameInBoth[kind ?? 'plain'](inV2, inV1)) continue;
    const name = v1 === v2 ? v1 : `${v1} of v1 as ${v2} of v2`;
    return { expected: `the same ${name} ${where}`, got: difference(inV2, inV1, personal) };
  }
  return undefined;
}

/**
 * Equal, or the milliseconds lie within the second, however it was rounded. Different instants in the same unit disagree; a version that
 * uses the wrong unit does not, because the judge reports that.
 */
function sameInstant(inV2: unknown, inV1: unknown): boolean {
  if (typeof inV2 !== 'number' || typeof inV1 !== 'number') return inV2 === inV1;
  if (inV2 === inV1) return true;
  return inV2 < milliseconds && inV1 >= milliseconds && Math.abs(inV1 - inV2 * 1000) < 1000;
}

const tellsMore = (value: unknown): boolean =>
  isObject(value)
    ? Object.values(value).some(tellsMore)
    : typeof value !== 'boolean' && meaningful(value) !== undefined;

/** Each version may name the fields inside in its own way, and a flag may be of one version alone. */
const tellBothOrNeither = (inV2: unknown, inV1: unknown): boolean =>
  (!tellsMore(inV2) || inV1 !== undefined) && (!tellsMore(inV1) || inV2 !== undefined);

/** How what both versions tell is compared. */
const sameInBoth: Comparison = {
  plain: isDeepStrictEqual,
  instant: sameInstant,
  day: maySameDay,
  uuid: isDeepStrictEqual,
  open: tellBothOrNeither,
};

const orderTimes = ['orderInfo.ordered_at', 'orderInfo.dispatched_at'];

/** The times of an order, of all these cards of v1: in seconds or in milliseconds. */
export const orderedInOneUnit = (older: readonly Card[]): Mismatch =>
  inOneUnit(
    older.flatMap((card) => orderTimes.map((path) => valueAt(card, path))),
    'all times of orderInfo in v1',
  );

const sameText = (one: unknown, other: unknown): boolean => String(one).toLowerCase() === String(other).toLowerCase();

/** Fields that both tell must be equal, and one may tell more fields than the other. */
function sameInside(one: unknown, other: unknown): boolean {
  const [here, there] = [meaningful(one), meaningful(other)];
  // A link contains the address that was called.
  if (isAddress(here) && isAddress(there)) return true;
  if (!isObject(here) || !isObject(there)) return isDeepStrictEqual(here, there);
  return Object.entries(here).every(
    ([name, value]) =>
      meaningful(value) === undefined || meaningful(there[name]) === undefined || sameInside(value, there[name]),
  );
}

const isAddress = (value: unknown): boolean => typeof value === 'string' && /^(https?:\/)?\//.test(value);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** How two readings in one version are compared. */
const sameAs: Comparison = {
  plain: isDeepStrictEqual,
  instant: isDeepStrictEqual,
  day: isDeepStrictEqual,
  uuid: sameText,
  open: sameInside,
};

const difference = (one: unknown, other: unknown, personal: boolean | undefined): string =>
  personal ? 'two that differ' : `${shown(one)} and ${shown(other)}`;
