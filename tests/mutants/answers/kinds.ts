// The ways in which a field of an answer can be wrong: each is a small pure function of the field's place.
import type { Keywords } from './fields.ts';

/** A field in an answer. */
interface Place {
  readonly value: unknown;
  /** What the contract says of the field. */
  readonly says: Keywords;
  /** The other members of the same object, or the other entries of the same list. */
  readonly siblings: readonly unknown[];
  /** The values of other things in this field. */
  readonly others: readonly unknown[];
  /** The value of this thing when it was first seen. */
  readonly first: unknown;
  /** The next member of the same type. */
  readonly sister?: { readonly name: string; readonly value: unknown };
}

/** Stands for a field that is left out. */
export const leftOut = Symbol('left out');

/** A member that is written twice, first with this value. */
export class Twice {
  readonly before: unknown;
  constructor(before: unknown) {
    this.before = before;
  }
}

/** A member that has changed values with another one. */
export class Swapped {
  readonly other: string;
  constructor(other: string) {
    this.other = other;
  }
}

/** The wrong value; undefined where this kind of defect is not possible. */
type Kind = (place: Place) => unknown;

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const typeOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);

/** The first value that is different but of the same type. */
const taken = (from: readonly unknown[], value: unknown): unknown =>
  from.find((other) => typeOf(other) === typeOf(value) && !same(other, value));

const byType =
  (ways: Readonly<Record<string, (value: never) => unknown>>): Kind =>
  ({ value }) => {
    const changed = ways[typeOf(value)]?.(value as never);
    return same(changed, value) ? undefined : changed;
  };

const isSeconds = (value: number): boolean => value >= 1e9 && value < 1e11;
const isMilliseconds = (value: number): boolean => value >= 1e12 && value < 1e14;

/** Replaces the last letter or digit by the next one. */
const nextWord = (text: string): string | undefined =>
  /[a-z0-9](?=[^a-z0-9]*$)/i.test(text)
    ? text.replace(/[a-z0-9](?=[^a-z0-9]*$)/i, (letter) =>
        letter === '1' ? '2' : letter === 'a' ? 'b' : /\d/.test(letter) ? '1' : 'a',
      )
    : undefined;

const otherCase = (text: string): string => (text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase());

function outside({ value, says }: Place): unknown {
  const { maxLength, minimum, maximum, format, pattern } = says;
  if (typeof value === 'number' && typeof maximum === 'number') return maximum + 1;
  if (typeof value === 'number' && typeof minimum === 'number') return minimum - 1;
  if (typeof value !== 'string') return undefined;
  if (typeof maxLength === 'number') return value.padEnd(maxLength + 1, 'a');
  return format !== undefined || pattern !== undefined ? value.slice(0, -1) : undefined;
}

const altered = byType({
  string: nextWord,
  number: (value: number) => value + 1,
  boolean: (value: boolean) => !value,
});

const ways = {
  dropped: () => leftOut,
  null: ({ value }) => (value === null ? undefined : null),
  'wrong type': byType({
    string: (value: string) => (/^\d+$/.test(value) ? Number(value) : 7),
    number: String,
    boolean: Number,
    object: (value: object) => Object.values(value),
    array: (value: unknown[]) => value[0] ?? {},
  }),
  'out of enum': ({ value, says }) =>
    says['enum'] === undefined && says['const'] === undefined
      ? undefined
      : typeof value === 'string'
        ? `${value}X`
        : typeof value === 'number'
          ? value + 1
          : typeof value === 'boolean'
            ? !value
            : undefined,
  'out of bounds': outside,
  'other unit': byType({
    number: (value: number) =>
      isSeconds(value) ? value * 1000 : isMilliseconds(value) ? Math.floor(value / 1000) : value * 100,
  }),
  altered,
  "another's": ({ value, others }) => taken(others, value),
  "a sibling's": ({ value, siblings }) => taken(siblings, value),
  swapped: ({ value, sister }) =>
    sister === undefined || taken([sister.value], value) === undefined ? undefined : new Swapped(sister.name),
  duplicated: byType({ array: (value: unknown[]) => (value.length === 0 ? undefined : [value[0], ...value]) }),
  'written twice': (place) => {
    const before = altered(place);
    return before === undefined ? undefined : new Twice(before);
  },
  stale: ({ value, first }) => (first === undefined || same(first, value) ? undefined : first),
  'letter case': byType({ string: otherCase }),
  empty: byType({ string: () => '', number: () => 0, object: () => ({}), array: () => [] }),
} satisfies Readonly<Record<string, Kind>>;

export type KindName = keyof typeof ways;

export const kinds: Readonly<Record<KindName, Kind>> = ways;

export const kindNames = Object.keys(kinds) as readonly KindName[];
