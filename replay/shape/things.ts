// Chooses the candidate's thing for a recorded one, where both have other data: the most alike of those that it lists.
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
  // The candidate's secret or id may have any form; any other value has to look like a name to be taken for one.
  const mayBeAny = other !== '' && (identity !== undefined || secret || isPseudonym(String(one)));
  const live = nameKey(other, identity) ?? (mayBeAny ? String(other) : undefined);
  if (key === undefined || live === undefined || renaming.live(key) !== undefined) return;
  // Two recorded tokens may be one token on the candidate; two recorded things may not be one thing.
  if (secret) renaming.bind(key, live, other);
  else renaming.agrees(key, live, other);
};

/** So many pairs of items are compared at most; longer lists are paired in the order in which they come. */
const mostWeighed = 40_000;

/** Pairs known things first, then those in the most similar state, because what a client can do to a thing depends on its state. */
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

/** Pairs each recorded item once with the most similar one that is left, beginning with the most similar pairs. */
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

/** The state of a thing: its flags, and words such as a status or a currency. */
const stateOf = (value: unknown, field: Field, into = new Set<string>()): Set<string> => {
  if (Array.isArray(value)) for (const each of value) stateOf(each, field.item(), into);
  else if (isItem(value)) for (const [name, member] of Object.entries(value)) stateOf(member, field.member(name), into);
  else if (value === null || typeof value === 'boolean' || (typeof value === 'string' && word.test(value)))
    into.add(`${field.path}=${value}`);
  return into;
};
