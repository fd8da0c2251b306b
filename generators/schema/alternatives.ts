// Takes a schema apart into shapes of which a value fits at least one: choices, conditions and references are gone.
import type { Schema } from '../../contract/document.ts';
import { unsupported } from './cannot-generate.ts';
import { isFilteredNot, negated } from './negation.ts';
import { anything, conjoined, type Members, ownShape, type Shape } from './shape.ts';
import type { Resolve } from './validation.ts';

type Keywords = Readonly<Record<string, unknown>>;

const most = 4096;
const strange = ['$dynamicRef', '$recursiveRef'];

export function alternativesOf(schema: Schema, resolve: Resolve, at: string): readonly Shape[] {
  const expand = (inner: Schema, references: readonly string[]): readonly Shape[] => {
    if (typeof inner === 'boolean') return inner ? [anything] : [];
    const odd = strange.find((keyword) => keyword in inner);
    if (odd !== undefined) throw unsupported(odd, at, 'references that depend on the way to them are not followed');
    return unevaluated(
      inner,
      steps(inner, references).reduce(
        (shapes, step) => (shapes.length === 0 ? shapes : product(shapes, step(), at)),
        filteredIf([ownShape(inner)], isFilteredNot(inner)),
      ),
    );
  };

  const union = (schemas: readonly Schema[], references: readonly string[]): readonly Shape[] =>
    schemas.flatMap((inner) => expand(inner, references));

  const both = (one: readonly Schema[], other: Schema, references: readonly string[]): readonly Shape[] =>
    product(union(one, references), expand(other, references), at);

  /** Lazily, so that what is already impossible is not expanded any further. */
  function steps(inner: Keywords, references: readonly string[]): ReadonlyArray<() => readonly Shape[]> {
    const { $ref, allOf, anyOf, oneOf, not, if: condition, then = true, else: otherwise = true } = inner;
    const { dependentRequired, dependentSchemas } = inner;
    const found: Array<() => readonly Shape[]> = [];
    if (typeof $ref === 'string') found.push(() => follow($ref, references));
    for (const part of (allOf ?? []) as Schema[]) found.push(() => expand(part, references));
    if (condition !== undefined) {
      const asked = condition as Schema;
      found.push(() =>
        filteredIf(
          [
            ...both([asked], then as Schema, references),
            ...both(negated(asked, resolve), otherwise as Schema, references),
          ],
          true,
        ),
      );
    }
    for (const [name, needed] of Object.entries((dependentRequired ?? {}) as Record<string, string[]>)) {
      found.push(() => depending(name, { required: needed }, references));
    }
    for (const [name, needed] of Object.entries((dependentSchemas ?? {}) as Record<string, Schema>)) {
      found.push(() => depending(name, needed, references));
    }
    if (not !== undefined && !isFilteredNot(inner)) {
      found.push(() => filteredIf(union(negated(not as Schema, resolve), references), true));
    }
    if (anyOf !== undefined) found.push(() => union(anyOf as Schema[], references));
    if (oneOf !== undefined) found.push(() => filteredIf(union(oneOf as Schema[], references), true));
    return found;
  }

  function follow(reference: string, references: readonly string[]): readonly Shape[] {
    if (references.includes(reference)) throw unsupported('$ref', at, `${reference} leads back to itself`);
    return expand(resolve(reference) as Schema, [...references, reference]);
  }

  function depending(name: string, needed: Schema, references: readonly string[]): readonly Shape[] {
    const present = both([{ type: 'object', required: [name] }], needed, references);
    return [...expand({ properties: { [name]: false } }, references), ...present];
  }

  return expand(schema, []);
}

const filteredIf = (shapes: readonly Shape[], condition: boolean): readonly Shape[] =>
  condition ? shapes.map((shape) => ({ ...shape, filtered: true })) : shapes;

function product(ones: readonly Shape[], others: readonly Shape[], at: string): readonly Shape[] {
  const shapes = ones.flatMap((one) => others.flatMap((other) => conjoined(one, other) ?? []));
  if (shapes.length > most) throw unsupported('anyOf', at, `its choices combine in more than ${most} ways`);
  return shapes;
}

/** What is unevaluated depends on the alternative taken: here it is known, and becomes what is said of further members. */
function unevaluated(schema: Keywords, shapes: readonly Shape[]): readonly Shape[] {
  const { unevaluatedProperties: rest, unevaluatedItems } = schema;
  if (rest === undefined && unevaluatedItems === undefined) return shapes;
  return shapes.map((shape) => {
    const evaluated = shape.members.some((members) => members.rest !== undefined);
    const more: Members = {
      named: namesOf(shape.members.map(({ named }) => named)),
      patterned: namesOf(shape.members.map(({ patterned }) => patterned)),
      rest: rest as Schema,
    };
    const prefix = Math.max(0, ...shape.rows.map((row) => row.prefix.length));
    const row = { prefix: Array.from({ length: prefix }, () => true), rest: unevaluatedItems as Schema };
    const openRow = unevaluatedItems !== undefined && shape.rows.every((known) => known.rest === undefined);
    return {
      ...shape,
      filtered: true,
      members: rest === undefined || evaluated ? shape.members : [...shape.members, more],
      rows: openRow && shape.contained.length === 0 ? [...shape.rows, row] : shape.rows,
    };
  });
}

const namesOf = (records: ReadonlyArray<Readonly<Record<string, unknown>>>): Record<string, Schema> =>
  Object.fromEntries(records.flatMap((record) => Object.keys(record).map((name) => [name, true])));
