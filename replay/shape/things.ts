// Chooses the candidate's thing for a recorded one, where both have other data: the most alike of those that it lists.
import { isDeepStrictEqual } from 'node:util';
import { inOneSpelling } from '../../contract/text/uuid.ts';
import { isPseudonym } from '../../exchange/redaction/pseudonym.ts';
import type { Field } from '../compare/fields/field.ts';
import { type Item, isItem } from '../compare/pairing.ts';
import { keysOf } from '../correlate/keys.ts';
import { isScalar, type Scalar } from '../correlate/places.ts';
import { nameKey, type Renaming } from '../correlate/renaming.ts';

/** What is known of things so far. */
interface Known {
  readonly renaming: Renaming;
  /** Whether a request of the recording speaks of the thing by this name. */
  isUsed(key: string): boolean;
}

/** Notes what the candidate calls the things of a recorded answer. `isShared`: another recorded thing may have the same name there. */
export const nameThings = (recorded: unknown, got: unknown, field: Field, known: Known, isShared = false): void => {
  if (Array.isArray(recorded) && Array.isArray(got)) {
    if ([...recorded, ...got].every(isItem)) {
      const item = field.item();
      for (const [one, other, isTaken] of standIns(recorded, got, item, known))
        nameThings(one, other, item, known, isTaken);
    } else recorded.forEach((one, index) => void nameThings(one, got[index], field.item(), known, isShared));
  } else if (isItem(recorded) && isItem(got))
    for (const name in recorded) nameThings(recorded[name], got[name], field.member(name), known, isShared);
  else if (isScalar(recorded) && isScalar(got)) nameThing(recorded, got, field, known.renaming, isShared);
};

const nameThing = (
  one: Scalar,
  other: Scalar,
  { identity, secret }: Field,
  renaming: Renaming,
  isShared: boolean,
): void => {
  const key = nameKey(one, identity);
  // The candidate's secret or id may have any form; any other value has to look like a name to be taken for one.
  const mayBeAny = other !== '' && (identity !== undefined || secret || isPseudonym(String(one)));
  const live = nameKey(other, identity) ?? (mayBeAny ? String(other) : undefined);
  if (key === undefined || live === undefined) return;
  const isOwn = renaming.live(key) !== undefined && !renaming.isInherited(key);
  if (isOwn || String(renaming.live(key)) === String(other)) return;
  // Two recorded tokens may be one token of the candidate; two recorded things may be one only where it has too few things.
  if (secret || isShared || renaming.live(key) !== undefined) renaming.bind(key, live, other);
  else renaming.agrees(key, live, other);
};

/** The most pairs of items that are compared; the items of longer lists are paired in their order. */
const mostWeighed = 40_000;

type Pair = readonly [recorded: Item, got: Item, isTaken: boolean];

/**
 * Pairs known things first, then those that requests name, then the others; each with the most similar one, because what a client can
 * do to a thing depends on its state. A thing that requests name shares its counterpart with another one where no free counterpart has
 * a state that allows the same.
 */
const standIns = (recorded: readonly Item[], got: readonly Item[], field: Field, known: Known): Pair[] => {
  const { renaming } = known;
  const pairs: Pair[] = [];
  const byName = new Map(got.flatMap((item) => keysOf(item, field).map((key) => [key, item] as const)));
  const free = new Set(got.filter((item) => keysOf(item, field).every((key) => renaming.recorded(key) === undefined)));
  const open = recorded.filter((item) => {
    const names = keysOf(item, field).map((key) => [key, renaming.live(key)] as const);
    // A name that is known only from answers to other users may be another one for this user.
    const isKnown = names.some(([key, live]) => live !== undefined && !renaming.isInherited(key));
    const other = names
      .map(([key, live]) => byName.get(key.includes(' ') ? `${key.split(' ')[0]} ${live}` : inOneSpelling(`${live}`)))
      .find((each) => each !== undefined);
    if (other !== undefined) pairs.push([item, other, isShared(item, other, field, renaming)]);
    if (other !== undefined) free.delete(other);
    return !isKnown && other === undefined;
  });
  for (const isSpokenOf of [isNamed, namesWhatIsNamed]) {
    const spokenOf = new Set(open.filter((item) => isSpokenOf(item, field, known)));
    for (const [one] of pairs) spokenOf.delete(one);
    // Where requests name only the wallet of a thing, its state does not matter.
    const fits = isSpokenOf === isNamed && spokenOf.size * got.length <= mostWeighed ? allowsTheSame : () => true;
    for (const [one, other] of mostAlikeFirst([...spokenOf], [...free], field)) {
      if (!fits(one, other) && got.some((taken) => fits(one, taken))) continue;
      free.delete(other);
      spokenOf.delete(one);
      pairs.push([one, other, false]);
    }
    for (const one of spokenOf) {
      const fit = got.filter((other) => fits(one, other));
      const choice = [fit.filter((other) => free.has(other)), fit].find(({ length }) => length > 0) ?? got;
      for (const [, other] of mostAlikeFirst([one], choice, field)) pairs.push([one, other, !free.delete(other)]);
    }
  }
  const paired = new Set(pairs.map(([one]) => one));
  const others = open.filter((item) => !paired.has(item));
  for (const [one, other] of mostAlikeFirst(others, [...free], field)) pairs.push([one, other, false]);
  const [once, twice] = [new Set<Item>(), new Set<Item>()];
  for (const [, other] of pairs) (once.has(other) ? twice : once).add(other);
  return pairs.map(([one, other, isTaken]) => [one, other, isTaken || twice.has(other)]);
};

/** Whether the candidate's thing stands for another recorded thing as well. */
const isShared = (item: Item, other: Item, field: Field, renaming: Renaming): boolean => {
  const own = keysOf(item, field);
  return keysOf(other, field).some((key) => {
    const recorded = renaming.recorded(key);
    return recorded !== undefined && !own.includes(recorded);
  });
};

/** Whether the same can be done to the two, by their status and permissions; things that have neither do not tell. */
const allowsTheSame = (one: Item, other: Item): boolean =>
  isDeepStrictEqual([one.status, one.permissions], [other.status, other.permissions]);

type IsSpokenOf = (item: Item, field: Field, known: Known) => boolean;

/** Whether a request speaks of the item itself. */
const isNamed: IsSpokenOf = (item, field, { isUsed }) => keysOf(item, field).some(isUsed);

/** Whether a request speaks of something that the item names, such as its wallet. */
const namesWhatIsNamed: IsSpokenOf = (item, field, { isUsed }) =>
  Object.entries(item).some(([name, value]) => {
    const key = isScalar(value) ? nameKey(value, field.member(name).identity) : undefined;
    return key !== undefined && isUsed(key);
  });

/** Pairs each recorded item once with the most similar one that is left, beginning with the most similar pairs. */
const mostAlikeFirst = (recorded: readonly Item[], got: readonly Item[], field: Field): (readonly [Item, Item])[] => {
  if (recorded.length * got.length > mostWeighed)
    return recorded.slice(0, got.length).map((item, index) => [item, got[index]!] as const);
  const states = got.map((item) => stateOf(item, field));
  const weighed = recorded.flatMap((one) => {
    const state = stateOf(one, field);
    return got.map((other, index) => ({ one, other, shared: likeness(state, states[index]!) }));
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

/** What is in the state of a thing, with its weight. */
type State = Map<string, number>;

/** A status says more of what can be done than any of the flags that follow from it. */
const weights = { word: 8, flag: 1 } as const;

/** The state of a thing: its flags, and words such as a status or a currency. */
const stateOf = (value: unknown, field: Field, into: State = new Map()): State => {
  if (Array.isArray(value)) for (const each of value) stateOf(each, field.item(), into);
  else if (isItem(value)) for (const [name, member] of Object.entries(value)) stateOf(member, field.member(name), into);
  else if (value === null || typeof value === 'boolean') into.set(`${field.path}=${value}`, weights.flag);
  else if (typeof value === 'string' && word.test(value)) into.set(`${field.path}=${value}`, weights.word);
  return into;
};

const likeness = (one: State, other: State): number =>
  [...one].reduce((sum, [each, weight]) => (other.has(each) ? sum + weight : sum), 0);
