// Objects: members by name, by pattern and beyond.
import fc from 'fast-check';
import type { Schema } from '../../contract/document.ts';
import { ifPossible, impossible } from './cannot-generate.ts';
import type { Children } from './children.ts';
import { filtered } from './filtered.ts';
import type { Shape } from './shape.ts';

type Member = readonly [name: string, value: unknown];
type Entries = fc.Arbitrary<readonly Member[]>;

export function objects(shape: Shape, children: Children): fc.Arbitrary<Record<string, unknown>> {
  const { size, required } = shape;
  const declared = [...new Set([...shape.members.flatMap(({ named }) => Object.keys(named)), ...required])];
  const named = (name: string) => shape.names.every((schema) => children.fits(schema, name));
  const misnamed = required.find((name) => !named(name));
  if (misnamed !== undefined) throw impossible('propertyNames', children.at, `${misnamed} is required`);
  if (size.most < Math.max(size.least, required.length)) {
    throw impossible('maxProperties', children.at, `${size.most} members are too few`);
  }
  const needed = required.map((name) => member(name, children.of(schemaOf(shape, name), name)));
  const hurried = children.room(1) === 0 && required.length >= size.least;
  const optional = hurried
    ? []
    : declared
        .filter((name) => !required.includes(name) && named(name))
        .flatMap((name) => {
          const child = children.maybe(schemaOf(shape, name), name) ?? forced(shape, name, children);
          return child ? [member(name, child)] : [];
        });

  const lacking = Math.max(0, size.least - required.length);
  const room = size.most - required.length;
  const chosen = room < optional.length || lacking > 0 ? some(optional, lacking, room) : each(optional, children);
  const further = beyond(
    shape,
    declared,
    { least: Math.max(0, lacking - optional.length), most: Math.max(0, room - optional.length) },
    children,
  );
  return fc.tuple(fc.tuple(...needed), chosen, further).map((entries) => Object.fromEntries(entries.flat()));
}

/** A child that would be left out at this depth, but without which the object would be too small. */
function forced(shape: Shape, name: string, children: Children): fc.Arbitrary<unknown> | undefined {
  if (shape.size.least <= shape.required.length) return undefined;
  return ifPossible(() => children.of(schemaOf(shape, name), name));
}

const member = (name: string, value: fc.Arbitrary<unknown>): fc.Arbitrary<Member> =>
  value.map((inner): Member => [name, inner]);

const all = (schemas: readonly Schema[]): Schema => (schemas.length > 1 ? { allOf: schemas } : (schemas[0] ?? true));

/** Every schema that speaks of a member speaks of it, each in its own way. */
const schemaOf = ({ members }: Shape, name: string): Schema =>
  all(
    members.flatMap(({ named, patterned, rest }): readonly Schema[] => {
      const direct = Object.hasOwn(named, name) ? [named[name] as Schema] : [];
      const matching = Object.entries(patterned).flatMap(([pattern, schema]) =>
        new RegExp(pattern, 'u').test(name) ? [schema] : [],
      );
      return direct.length + matching.length > 0 ? [...direct, ...matching] : [rest ?? true];
    }),
  );

/** Each by chance, shrinking towards none. */
const each = (members: readonly fc.Arbitrary<Member>[], children: Children): Entries => {
  const absent = fc.constant<readonly Member[]>([]);
  const weight = children.reluctance(members.length);
  return fc
    .tuple(
      ...members.map((present) =>
        fc.oneof(
          { withCrossShrink: true },
          { arbitrary: absent, weight },
          { arbitrary: present.map((entry): readonly Member[] => [entry]), weight: 1 },
        ),
      ),
    )
    .map((entries) => entries.flat());
};

/** So many of them that the count is right. */
const some = (members: readonly fc.Arbitrary<Member>[], least: number, most: number): Entries => {
  const minLength = Math.min(least, members.length);
  const maxLength = Math.max(minLength, Math.min(most, members.length));
  const indices = fc.subarray([...members.keys()], { minLength, maxLength });
  return fc.tuple(fc.tuple(...members), indices).map(([entries, kept]) => kept.map((index) => entries[index]!));
};

interface Wanted {
  readonly least: number;
  readonly most: number;
}

/** Members that no name announces; where nothing is said of them there are none unless the count needs them. */
function beyond(shape: Shape, declared: readonly string[], { least, most }: Wanted, children: Children): Entries {
  const patterns = [...new Set(shape.members.flatMap(({ patterned }) => Object.keys(patterned)))];
  const open = shape.members.some(({ rest }) => rest !== undefined && rest !== false);
  const count = Math.max(least, Math.min(most, children.room(3)));
  const none = fc.constant<readonly Member[]>([]);
  if (count === 0 || (least === 0 && !open && patterns.length === 0)) return none;

  const kinds = [
    ...patterns.map((pattern) => [pattern]),
    ...(open || (least > 0 && shape.members.every(({ rest }) => rest !== false)) ? [[]] : []),
  ].flatMap((matched) => {
    const kind = ifPossible(() => furtherMember(shape, declared, patterns, matched, least > 0, children));
    return kind ? [kind] : [];
  });
  if (kinds.length === 0) {
    if (least === 0) return none;
    throw impossible('minProperties', children.at, `there is no further member that could be there`);
  }
  return fc.uniqueArray(fc.oneof(...kinds), {
    selector: ([name]) => name,
    minLength: least,
    maxLength: count,
    size: 'max',
  });
}

/** A member whose name matches just these patterns. */
function furtherMember(
  shape: Shape,
  declared: readonly string[],
  patterns: readonly string[],
  matched: readonly string[],
  needed: boolean,
  children: Children,
): fc.Arbitrary<Member> {
  const expressions = patterns.map((pattern) => ({ expression: new RegExp(pattern, 'u'), pattern }));
  const fits = (name: string) =>
    !declared.includes(name) &&
    expressions.every(({ expression, pattern }) => expression.test(name) === matched.includes(pattern));
  const names = children.of(
    all([
      { type: 'string', ...(matched.length === 0 && shape.names.length === 0 && { minLength: 1, maxLength: 8 }) },
      ...shape.names,
      ...matched.map((pattern) => ({ pattern })),
    ]),
    '~name',
  ) as fc.Arbitrary<string>;
  const fitting = filtered(names, fits, 'propertyNames', children.at);
  const example = fc.sample(fitting, { numRuns: 1, seed: 1 })[0]!;
  const schema = schemaOf(shape, example);
  const value = needed ? children.of(schema, '*') : children.maybe(schema, '*');
  if (value === undefined) throw impossible('additionalProperties', children.at, 'no value for a further member');
  return fc.tuple(fitting, value);
}
