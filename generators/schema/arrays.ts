// Arrays: a prefix of items with schemas of their own, then any number of further ones.
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import type { Schema } from '../../contract/document.ts';
import { ifPossible, impossible } from './cannot-generate.ts';
import type { Children } from './children.ts';
import type { Shape } from './shape.ts';

type Items = fc.Arbitrary<unknown[]>;

export function arrays(shape: Shape, children: Children): Items {
  const { count, contained } = shape;
  const most = Math.max(count.least, Math.min(count.most, count.least + children.room(4)));
  if (count.least > count.most) {
    throw impossible('minItems', children.at, `no array has at least ${count.least} and at most ${count.most} items`);
  }
  if (contained.length > 0) return containing(shape, most, children);
  const longest = Math.max(0, ...shape.rows.map(({ prefix }) => prefix.length));
  if (longest === 0) return repeated(rest(shape), count.least, most, shape.unique, children);
  return prefixed(shape, longest, most, children);
}

const all = (schemas: readonly Schema[]): Schema => (schemas.length > 1 ? { allOf: schemas } : (schemas[0] ?? true));

const rest = ({ rows }: Shape): Schema => all(rows.map((row) => row.rest ?? true));

const schemaAt = ({ rows }: Shape, index: number): Schema =>
  all(rows.map(({ prefix, rest: others }) => prefix[index] ?? others ?? true));

function repeated(schema: Schema, least: number, most: number, unique: boolean, children: Children): Items {
  const item = most === 0 ? undefined : least > 0 ? children.of(schema, '*') : children.maybe(schema, '*');
  if (item === undefined) return fc.constant([]);
  const sizes = { minLength: least, maxLength: most, size: 'max' } as const;
  return unique ? fc.uniqueArray(item, { ...sizes, comparator: isDeepStrictEqual }) : fc.array(item, sizes);
}

function prefixed(shape: Shape, longest: number, most: number, children: Children): Items {
  const { count, unique } = shape;
  const wanted = Math.min(longest, Math.max(most, Math.min(longest, count.most)));
  const prefix: fc.Arbitrary<unknown>[] = [];
  for (let index = 0; index < wanted; index++) {
    const name = String(index);
    const item =
      index < count.least ? children.of(schemaAt(shape, index), name) : children.maybe(schemaAt(shape, index), name);
    if (item === undefined) break;
    prefix.push(item);
  }
  const whole = fc.tuple(...prefix);
  const cut =
    count.least >= prefix.length
      ? []
      : [
          fc
            .tuple(whole, fc.integer({ min: count.least, max: prefix.length }))
            .map(([items, end]) => items.slice(0, end)),
        ];
  if (prefix.length < longest) return cut[0] ?? whole;
  const left = { least: Math.max(0, count.least - longest), most: Math.max(0, most - longest) };
  const further = ifPossible(() => repeated(rest(shape), left.least, left.most, unique, children));
  const full = further && fc.tuple(whole, further).map(([items, more]) => [...items, ...more]);
  const ways = [...cut, ...(full ? [full] : [])];
  if (ways.length === 0) throw impossible('items', children.at, `there can be no item after the first ${longest}`);
  return fc.oneof({ withCrossShrink: true }, ...ways);
}

/** What has to be contained, and around it whatever else there may be. */
function containing(shape: Shape, most: number, children: Children): Items {
  const { count, contained, rows } = shape;
  const plain = { ...shape, contained: [] };
  const parts = contained.map(({ schema, least, most: atMost }) => {
    const sizes = { least, most: Math.max(least, Math.min(atMost, least + 1)) };
    return repeated(all([schema, rest(shape)]), sizes.least, sizes.most, shape.unique, children);
  });
  const limited = contained.filter((entry) => Number.isFinite(entry.most)).map(({ schema }) => ({ not: schema }));
  const needed = contained.reduce((sum, { least }) => sum + least, 0);
  const others = { ...plain, rows: [...rows, ...(limited.length > 0 ? [{ prefix: [], rest: all(limited) }] : [])] };
  const longest = Math.max(0, ...rows.map(({ prefix }) => prefix.length));
  const left = Math.max(longest, count.least - needed);
  const around = arrays({ ...others, count: { least: left, most: Math.max(left, most - needed) } }, children);
  return fc
    .tuple(around, fc.tuple(...parts), fc.boolean())
    .map(([items, found, first]) =>
      first && longest === 0 ? [...found.flat(), ...items] : [...items, ...found.flat()],
    );
}
