// Compares the structure and values of two JSON bodies, where the candidate may have other ids for the same things.

import { isSameScalar, LongNumber } from '../../contract/text/exact-json.ts';
import { isUuid, spelledAs } from '../../contract/text/uuid.ts';
import { isPseudonym } from '../../exchange/redaction/pseudonym.ts';
import { isScalar, type Scalar } from '../correlate/places.ts';
import type { Renaming } from '../correlate/renaming.ts';
import { nameKey } from '../correlate/renaming.ts';
import type { Shape } from '../shape/shape.ts';
import type { Around, Difference, DifferenceKind } from './difference.ts';
import type { Field } from './fields/field.ts';
import { whyAnotherSecret } from './masks.ts';
import { momentOf, sameMoment, type Window, wasNow } from './moments.ts';
import { type Item, identifierOf, isItem, paired } from './pairing.ts';
import { lookOf, lookOfSecret } from './values.ts';
import { kindsIn, saysTheSame } from './wording.ts';

export interface Comparison {
  readonly renaming: Renaming;
  readonly recordedIn: Window;
  readonly gotIn: Window;
  /** Present where the candidate has other data: then nothing but the shape of such answers is compared. */
  readonly onto?: { readonly shape: Shape; isUsed(key: string): boolean };
  /** Recorded values that the plan says are something else on the candidate. */
  readonly values: ReadonlyMap<string, Scalar>;
  /** The request asked for an order; otherwise no order is promised. */
  readonly sorted: boolean;
  /** Makes the stand-in that the recording would have for a secret; absent where its key is not known. */
  readonly standIn?: (secret: Scalar) => string;
  /** The masked number of the thing that the request is about, where the candidate has shown one. */
  readonly mask?: string;
  /** The kinds of things that the request names. */
  asked?(): Iterable<string>;
  /** Whether the plan says that the candidate may have names of its own in this field. */
  isNamed(field: Field): boolean;
}

type More = Partial<Pick<Difference, 'why' | 'lawful' | 'around' | 'item' | 'recordedAt'>>;

type JsonType = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object';

const typeOf = (value: unknown): JsonType =>
  value === null
    ? 'null'
    : Array.isArray(value)
      ? 'array'
      : value instanceof LongNumber
        ? 'number'
        : (typeof value as JsonType);

const openOrder = 'no order is promised here';

interface Enclosing extends Around {
  readonly outer: Enclosing | undefined;
}

const enclosing = (innermost: Enclosing | undefined): Around[] =>
  innermost === undefined ? [] : [innermost, ...enclosing(innermost.outer)];

interface Doubt {
  readonly within: Enclosing | undefined;
  readonly field: Field;
  readonly at: string;
  readonly recordedAt: string;
  readonly recorded: string;
  readonly got: string;
}

export const compareBodies = (recorded: unknown, got: unknown, field: Field, how: Comparison): Difference[] => {
  const found: Difference[] = [];
  const doubts: Doubt[] = [];
  const { renaming } = how;
  let within: Enclosing | undefined;
  /** The innermost item of a list: where it stands in each of the two bodies. */
  let pair = { recorded: '', got: '' };

  const recordedPlace = (at: string): string => pair.recorded + at.slice(pair.got.length);

  const differ = (kind: DifferenceKind, of: Field, at: string, one: unknown, other: unknown, more: More = {}): void => {
    const { recordedAt = recordedPlace(at), ...rest } = more;
    const elsewhere = recordedAt === at ? {} : { recordedAt };
    const around = enclosing(within);
    found.push({ kind, field: of.path, at, ...elsewhere, recorded: one, got: other, around, ...rest });
  };

  /** Whether the candidate uses one name for the thing throughout; it may change the case of letters where the recorded server did. */
  const isItsName = (key: string, liveKey: string, one: Scalar, other: Scalar): boolean =>
    renaming.agrees(key, liveKey, other) || spelledAs(String(renaming.live(key)), String(one)) === String(other);

  const scalars = (one: Scalar, other: Scalar, of: Field, at: string): void => {
    const look = lookOf(one);
    // A secret that an exchange shows in two fields is hidden in both, so any field may have a stand-in.
    const secret = of.secret || (one !== other && isPseudonym(String(one)));
    const own = how.isNamed(of);
    const named = secret || own || (of.identity !== undefined && look !== 'plain');
    if (named) {
      const key = nameKey(one, of.identity ?? of.path) ?? `${of.path} ${one}`;
      const otherLook = secret ? lookOfSecret(other) : lookOf(other);
      // A secret, or a name that the candidate may choose, may have any form; an id must have the form of the recorded one.
      const alike = secret || own || otherLook === look;
      const liveKey = nameKey(other, of.identity ?? of.path, otherLook) ?? `${of.path} ${other}`;
      const isNew = renaming.live(key) === undefined;
      const why = secret ? whyAnotherSecret(one, other, of, { ...how, isNew }) : undefined;
      const whose = isNew ? 'it is that of another recorded one' : 'it was another one before';
      if (why !== undefined) differ('value', of, at, one, other, { why });
      else if (!alike || !(secret || sameForm(one, other, of)) || !isItsName(key, liveKey, one, other))
        differ('value', of, at, one, other, secret ? { why: whose } : {});
      return;
    }
    const given = how.values.get(String(one));
    if (isSameScalar(one, other) || (given !== undefined && isSameScalar(given, other))) return;
    const [then, now] = [momentOf(one), momentOf(other)];
    const areMoments = then !== undefined && now !== undefined && (of.moment || wasNow(then, how.recordedIn));
    if (areMoments && sameMoment(then, how.recordedIn, now, how.gotIn)) return;
    if (typeof one === 'string' && typeof other === 'string')
      doubts.push({ within, field: of, at, recordedAt: recordedPlace(at), recorded: one, got: other });
    else differ('value', of, at, one, other);
  };

  const objects = (one: Item, other: Item, of: Field, at: string): void => {
    within = { object: one, field: of, outer: within };
    for (const name in one) {
      const member = of.member(name);
      if (name in other) values(one[name], other[name], member, `${at}/${name}`);
      else differ('removed', member, `${at}/${name}`, one[name], undefined);
    }
    for (const name in other)
      if (!(name in one)) differ('added', of.member(name), `${at}/${name}`, undefined, other[name]);
    within = within.outer;
  };

  const lists = (one: readonly Item[], other: readonly Item[], of: Field, at: string): void => {
    const item = of.item();
    const { pairs, removed, added } = paired(one, other, item, renaming);
    const outer = pair;
    for (const [index, otherIndex] of pairs) {
      pair = { recorded: `${recordedPlace(at)}/${index}`, got: `${at}/${otherIndex}` };
      objects(one[index]!, other[otherIndex]!, item, pair.got);
      pair = outer;
    }
    for (const index of removed) differ('removed', item, `${at}/${index}`, one[index], undefined, { item });
    for (const index of added) differ('added', item, `${at}/${index}`, undefined, other[index], { item });
    const moved = pairs.some(([, index], position) => position > 0 && index < pairs[position - 1]![1]);
    if (!moved) return;
    const lawful = !how.sorted ? openOrder : inItsOwnOrder(one, other) ? 'sorted by the ids it has' : undefined;
    // Each of the items may be the one that moved.
    const around = [...one.map((object) => ({ object, field: item })), ...enclosing(within)];
    const more = { around, ...(lawful && { lawful }) };
    differ('order', of, at, shownOrder(one, item), shownOrder(other, item), more);
  };

  /** Compares lists of scalars: reports what is missing or new, or otherwise only the order. */
  const sets = (one: readonly unknown[], other: readonly unknown[], of: Field, at: string): void => {
    const item = of.item();
    if (one.length === other.length && one.every((value, index) => isSameScalar(value, other[index]))) return;
    const names = one.map((value) => {
      const key = isScalar(value) ? nameKey(value, item.identity) : undefined;
      return (key === undefined ? undefined : renaming.live(key)) ?? value;
    });
    const left = [...other];
    const missing = names.filter((value) => {
      const index = left.findIndex((each) => isSameScalar(each, value));
      if (index < 0) return true;
      left.splice(index, 1);
      return false;
    });
    const renamable = missing.length === left.length && missing.every((value) => lookOf(value) === 'made');
    if (renamable && (item.identity !== undefined || item.secret)) {
      missing.forEach((value, index) => void values(value, left[index], item, `${at}/${index}`));
      return;
    }
    if (missing.length === left.length && missing.length > 0)
      missing.forEach((value, index) => void values(value, left[index], item, `${at}/${index}`));
    else {
      for (const value of missing) differ('removed', item, at, value, undefined, { item });
      for (const value of left) differ('added', item, at, undefined, value, { item });
    }
    if (missing.length === 0 && left.length === 0 && names.some((value, index) => !isSameScalar(value, other[index])))
      differ('order', of, at, one, other, how.sorted ? {} : { lawful: openOrder });
  };

  const values = (one: unknown, other: unknown, of: Field, at: string): void => {
    const [type, otherType] = [typeOf(one), typeOf(other)];
    if (type !== otherType) differ('type', of, at, one, other);
    else if (type === 'object') objects(one as Item, other as Item, of, at);
    else if (type === 'array') {
      const [list, otherList] = [one as unknown[], other as unknown[]];
      if ([...list, ...otherList].every(isItem)) lists(list as Item[], otherList as Item[], of, at);
      else sets(list, otherList, of, at);
    } else if (type === 'string' || type === 'number') scalars(one as Scalar, other as Scalar, of, at);
    else if (one !== other) differ('value', of, at, one, other);
  };

  values(recorded, got, field, '');
  // Texts are compared last, when all names in this body are known.
  const kinds: ReadonlySet<string> = doubts.length === 0 ? new Set() : kindsIn(recorded, field, how.asked?.());
  for (const { within: inside, field: of, at, recordedAt, recorded: one, got: other } of doubts)
    if (!saysTheSame(one, other, kinds, renaming))
      differ('value', of, at, one, other, { recordedAt, around: enclosing(inside) });
  return found;
};

/** A UUID may stand only for a UUID, and a key only for one of the same length. */
const sameForm = (one: Scalar, other: Scalar, { identity }: Field): boolean =>
  isUuid(String(one)) === isUuid(String(other)) && (identity !== 'key' || String(one).length === String(other).length);

/** Whether a list ascends (1) or descends (-1) by a member; 0 for neither, and where two neighbours are equal. */
const direction = (items: readonly Item[], name: string): -1 | 0 | 1 => {
  const ways = new Set(
    items.slice(1).map((item, index) => {
      const [before, after] = [items[index]![name] as Scalar, item[name] as Scalar];
      return before === after ? 0 : before < after ? 1 : -1;
    }),
  );
  return ways.size === 1 ? [...ways][0]! : 0;
};

/** Whether both lists are in the order of their items' own ids. */
const inItsOwnOrder = (one: readonly Item[], other: readonly Item[]): boolean =>
  ['uuid', 'id'].some((name) => direction(one, name) !== 0 && direction(one, name) === direction(other, name));

const shownOrder = (items: readonly Item[], item: Field): unknown => {
  const name = identifierOf(items, item);
  return name === undefined ? `${items.length} items` : items.slice(0, 5).map((each) => each[name]);
};
