// Pairs the items of two lists: by identity where they have one, by their other content where the candidate has its own ids.

import { isFields } from '../../contract/presence.ts';
import { LongNumber } from '../../contract/text/exact-json.ts';
import { inOneSpelling } from '../../contract/text/uuid.ts';
import type { Scalar } from '../correlate/places.ts';
import type { Renaming } from '../correlate/renaming.ts';
import { nameKey } from '../correlate/renaming.ts';
import type { Field } from './fields/field.ts';
import { lookOf } from './values.ts';

export type Item = Readonly<Record<string, unknown>>;

interface Pairing {
  /** Index in the recorded list, index in the candidate's. */
  readonly pairs: ReadonlyArray<readonly [number, number]>;
  readonly removed: readonly number[];
  readonly added: readonly number[];
}

export const isItem = (value: unknown): value is Item => isFields(value) && !(value instanceof LongNumber);

/** The members that tell one item from the others, the most telling one first. */
const identifiersOf = (items: readonly Item[], field: Field): string[] => {
  const [first] = items;
  if (first === undefined) return [];
  const names = Object.keys(first).filter((name) => field.member(name).identity !== undefined);
  const own = ['uuid', 'id'].filter((name) => names.includes(name));
  return [...new Set([...own, ...names])].filter((name) => {
    const values = items.map((item) => item[name]);
    return (
      values.every((value) => lookOf(value) !== 'plain' || (typeof value === 'string' && value !== '')) &&
      new Set(values.map(String)).size === items.length
    );
  });
};

export const identifierOf = (items: readonly Item[], field: Field): string | undefined =>
  identifiersOf(items, field)[0];

const isNamed = (item: Item, name: string): boolean => {
  const value = item[name];
  return value !== undefined && value !== null && value !== '';
};

/** An identifier that the candidate leaves out names none of its items, so one that both lists have comes first. */
const commonIdentifier = (recorded: readonly Item[], got: readonly Item[], field: Field): string | undefined => {
  const names = identifiersOf(recorded, field);
  return (
    names.find((name) => got.every((item) => isNamed(item, name))) ??
    names.find((name) => got.some((item) => isNamed(item, name))) ??
    (names.length === 0 ? identifierOf(got, field) : undefined)
  );
};

export const paired = (recorded: readonly Item[], got: readonly Item[], field: Field, renaming: Renaming): Pairing => {
  const name = commonIdentifier(recorded, got, field);
  const pairs: [number, number][] = [];
  const openRecorded: number[] = [];
  const gone: number[] = [];
  const free = new Set(got.keys());
  if (name === undefined) openRecorded.push(...recorded.keys());
  else {
    const named = [...got.entries()].filter(([, item]) => isNamed(item, name));
    const at = new Map(named.map(([index, item]) => [inOneSpelling(String(item[name])), index]));
    const identity = field.member(name).identity;
    recorded.forEach((item, index) => {
      const value = item[name] as Scalar;
      const key = nameKey(value, identity);
      const known = key === undefined ? undefined : renaming.live(key);
      const found = at.get(inOneSpelling(String(known ?? value)));
      if (found !== undefined && free.delete(found)) pairs.push([index, found]);
      else if (known === undefined) openRecorded.push(index);
      else gone.push(index);
    });
    // When the candidate's name of the item is known and not in the list, the item is missing. It is then paired only with an item
    // that has no name, and not with another that looks like it.
    const nameless = [...free].filter((index) => !isNamed(got[index]!, name));
    for (const pair of pairedByContent(gone, nameless, recorded, got, field)) {
      pairs.push(pair);
      free.delete(pair[1]);
    }
  }
  pairs.push(...pairedByContent(openRecorded, [...free], recorded, got, field));
  const [leftRecorded, leftGot] = [new Set(recorded.keys()), new Set(got.keys())];
  for (const [one, other] of pairs) {
    leftRecorded.delete(one);
    leftGot.delete(other);
  }
  pairs.sort(([one], [other]) => one - other);
  return { pairs, removed: [...leftRecorded], added: [...leftGot] };
};

/** What an item holds besides names, moments and secrets, which differ from run to run. */
const contentOf = (value: unknown, field: Field, into: string[] = []): string[] => {
  if (Array.isArray(value)) for (const each of value) contentOf(each, field.item(), into);
  else if (isItem(value))
    for (const [name, member] of Object.entries(value)) contentOf(member, field.member(name), into);
  else if (field.identity === undefined && !field.moment && !field.secret) into.push(`${field.path}=${String(value)}`);
  return into;
};

/** Without ids that a sentence quotes, because the candidate's ids differ. */
const withoutNames = (content: string): string =>
  content.includes(' ') ? content.replaceAll(/[\w-]*\d[\w-]*/g, '#') : content;

const pairedByContent = (
  recordedIndexes: readonly number[],
  gotIndexes: readonly number[],
  recorded: readonly Item[],
  got: readonly Item[],
  field: Field,
): [number, number][] => {
  if (recordedIndexes.length === 0 || gotIndexes.length === 0) return [];
  const contents = new Map(gotIndexes.map((index) => [index, new Set(contentOf(got[index], field))]));
  const wanted = recordedIndexes.map((index) => [index, contentOf(recorded[index], field)] as const);
  const pairs: [number, number][] = [];
  const free = new Set(gotIndexes);
  // Equal items are paired first, so that a changed item does not take the place of an unchanged one; then those whose texts quote others.
  let open = wanted;
  for (const spelled of [(content: string) => content, withoutNames]) {
    const wholeOf = (content: Iterable<string>) => [...new Set([...content].map(spelled))].sort().join('\n');
    const byWhole = new Map<string, number[]>();
    for (const index of free) {
      const whole = wholeOf(contents.get(index)!);
      byWhole.set(whole, [...(byWhole.get(whole) ?? []), index]);
    }
    open = open.filter(([index, content]) => {
      const alike = byWhole.get(wholeOf(content))?.shift();
      if (alike === undefined) return true;
      free.delete(alike);
      pairs.push([index, alike]);
      return false;
    });
  }
  for (const [index, content] of open) {
    let best: number | undefined;
    let most = content.length === 0 ? -1 : 0;
    for (const candidate of free) {
      const has = contents.get(candidate)!;
      let shared = 0;
      for (const each of content) if (has.has(each)) shared += 1;
      if (shared > most) [best, most] = [candidate, shared];
    }
    // Items that agree in less than half of their content are not paired.
    if (best === undefined || most * 2 < content.length) continue;
    free.delete(best);
    pairs.push([index, best]);
  }
  return pairs;
};
