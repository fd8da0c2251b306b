// Which thing of the candidate stands for a recorded one, where both have other contents: the most alike of those that it lists.
import { isPseudonym } from '../../exchange/redaction/pseudonym.ts';
import type { Field } from '../compare/fields/field.ts';
import { type Item, isItem } from '../compare/pairing.ts';
import { isScalar } from '../correlate/aliases.ts';
import { keysOf } from '../correlate/keys.ts';
import type { Scalar } from '../correlate/places.ts';
import { nameKey, type Renaming } from '../correlate/renaming.ts';

/** Notes what the candidate calls the things of a recorded answer. */
export const nameThings = (recorded: unknown, got: unknown, field: Field, renaming: Renaming): void => {
  if (Array.isArray(recorded) && Array.isArray(got)) {
    if ([...recorded, ...got].every(isItem)) {
      const item = field.item();
      for (const [one, other] of standIns(recorded, got, item, renaming)) nameThings(one, other, item, renaming);
    } else recorded.forEach((one, index) => void nameThings(one, got[index], field.item(), renaming));
  } else if (isItem(recorded) && isItem(got))
    for (const name in recorded) nameThings(recorded[name], got[name], field.member(name), renaming);
  else if (isScalar(recorded) && isScalar(got)) nameThing(recorded, got, field, renaming);
};

const nameThing = (one: Scalar, other: Scalar, { identity, secret }: Field, renaming: Renaming): void => {
  const key = nameKey(one, identity);
  // A secret and an id may look like anything; what else is no name on the candidate stands for none.
  const mayBeAny = other !== '' && (identity !== undefined || secret || isPseudonym(String(one)));
  const live = nameKey(other, identity) ?? (mayBeAny ? String(other) : undefined);
  if (key === undefined || live === undefined || renaming.live(key) !== undefined) return;
  // Two tokens may be one on the candidate; two things may not.
  if (secret) renaming.bind(key, live, other);
  else renaming.agrees(key, live, other);
};

/** Pairs of items that are weighed; longer lists are paired in the order in which they come. */
const mostWeighed = 40_000;

/** Known ones first, then those that can do the same: what a recorded client did to a thing depends on its state. */
const standIns = (
  recorded: readonly Item[],
  got: readonly Item[],
  field: Field,
  renaming: Renaming,
): (readonly [Item, Item])[] => {
  const pairs: (readonly [Item, Item])[] = [];
  const free = new Set(got);
  const byName = new Map(got.flatMap((item) => keysOf(item, field).map((key) => [key, item] as const)));
  const open = recorded.filter((item) => {
    const known = keysOf(item, field).map((key) => {
      const live = renaming.live(key);
      return live === undefined
        ? undefined
        : byName.get(key.includes(' ') ? `${key.split(' ')[0]} ${live}` : `${live}`);
    });
    const other = known.find((each) => each !== undefined);
    if (other !== undefined && free.delete(other)) pairs.push([item, other]);
    return other === undefined && !keysOf(item, field).some((key) => renaming.live(key) !== undefined);
  });
  for (const [one, other] of mostAlikeFirst(open, [...free], field)) {
    if (!free.delete(other)) continue;
    pairs.push([one, other]);
  }
  return pairs;
};

/** Each of the recorded ones once, with the one that is left and most like it; the pairs that are most alike come first. */
const mostAlikeFirst = (recorded: readonly Item[], got: readonly Item[], field: Field): (readonly [Item, Item])[] => {
  if (recorded.length * got.length > mostWeighed)
    return recorded.slice(0, got.length).map((item, index) => [item, got[index]!] as const);
  const states = got.map((item) => stateOf(item, field));
  const weighed = recorded.flatMap((one) => {
    const state = stateOf(one, field);
    return got.map((other, index) => ({
      one,
      other,
      shared: [...state].filter((each) => states[index]!.has(each)).length,
    }));
  });
  const [taken, given] = [new Set<Item>(), new Set<Item>()];
  return weighed
    .sort((one, other) => other.shared - one.shared)
    .flatMap(({ one, other }) => {
      if (taken.has(one) || given.has(other)) return [];
      taken.add(one);
      given.add(other);
      return [[one, other] as const];
    });
};

const word = /^[A-Za-z][A-Za-z_-]*$/;

/** Flags, and words such as a status or a currency. */
const stateOf = (value: unknown, field: Field, into = new Set<string>()): Set<string> => {
  if (Array.isArray(value)) for (const each of value) stateOf(each, field.item(), into);
  else if (isItem(value)) for (const [name, member] of Object.entries(value)) stateOf(member, field.member(name), into);
  else if (value === null || typeof value === 'boolean' || (typeof value === 'string' && word.test(value)))
    into.add(`${field.path}=${value}`);
  return into;
};
