// JSON Schema 2020-12 to fast-check: values that fit, small ones first, the edges of every range among them.
import fc from 'fast-check';
import type { Schema } from '../../contract/document.ts';
import { alternativesOf } from './alternatives.ts';
import { arrays } from './arrays.ts';
import { everyPossible, ifPossible, impossible } from './cannot-generate.ts';
import type { Children } from './children.ts';
import { filtered } from './filtered.ts';
import { numbers } from './numbers.ts';
import { objects } from './objects.ts';
import type { JsonType, Shape } from './shape.ts';
import { type Alphabet, texts } from './text.ts';
import { type Fits, fitsOf, type Resolve, within } from './validation.ts';

export { CannotGenerate } from './cannot-generate.ts';

export interface SchemaOptions {
  /** What a `$ref` points at; without it, references lead into the schema itself. */
  readonly resolve?: Resolve;
  /** Of free text. */
  readonly alphabet?: Alphabet;
  /** How often a schema may occur again inside itself. */
  readonly recursion?: number;
}

/** Throws `CannotGenerate`, which names the keyword and the place, when the schema has no value or is not understood. */
export function arbitraryOf(schema: Schema, options: SchemaOptions = {}): fc.Arbitrary<unknown> {
  const { resolve = within(schema), alphabet = 'unicode', recursion = 2 } = options;
  const built = new Builder(resolve, alphabet, recursion).value(schema, { at: '', path: [], depth: 0, round: 0 });
  return filtered(built, fitsOf(schema, resolve), 'schema', '');
}

/** The way to a value that is being built. */
interface Way {
  readonly at: string;
  /** The schemas on it. */
  readonly path: readonly string[];
  readonly depth: number;
  /** How often a schema has met itself on it. */
  readonly round: number;
}

class Builder {
  readonly #resolve: Resolve;
  readonly #alphabet: Alphabet;
  readonly #rounds: number;
  readonly #built = new Map<string, fc.Arbitrary<unknown>>();
  readonly #shapes = new Map<string, readonly Shape[]>();
  readonly #fits = new Map<string, Fits>();

  constructor(resolve: Resolve, alphabet: Alphabet, rounds: number) {
    this.#resolve = resolve;
    this.#alphabet = alphabet;
    this.#rounds = rounds;
  }

  value(schema: Schema, way: Way): fc.Arbitrary<unknown> {
    const key = JSON.stringify(schema);
    const again = way.path.includes(key);
    const round = way.round + (again ? 1 : 0);
    if (again && round > this.#rounds + 1) throw impossible('$ref', way.at, 'it goes on for ever');
    const known = this.#built.get(`${round} ${way.depth} ${key}`);
    if (known) return known;
    const built = this.#choice(schema, key, { ...way, round, path: [...way.path, key] });
    this.#built.set(`${round} ${way.depth} ${key}`, built);
    return built;
  }

  #choice(schema: Schema, key: string, way: Way): fc.Arbitrary<unknown> {
    const shapes = this.#shapesOf(schema, key, way.at);
    if (shapes.length === 0) throw impossible('schema', way.at, 'nothing fits it');
    const plain = shapes.length === 1 && isAnything(shapes[0]!);
    if (plain) return fc.jsonValue({ maxDepth: Math.max(0, 1 - way.depth) }).map(withoutNegativeZero);
    const arms = everyPossible(
      shapes.flatMap((shape) =>
        this.#kinds(shape, schema, key, way).map((kind) => () => {
          const arbitrary = kind();
          return shape.filtered || shape.unique
            ? filtered(arbitrary, this.#fitsOf(schema, key), 'schema', way.at)
            : arbitrary;
        }),
      ),
    );
    return arms.length === 1 ? arms[0]! : fc.oneof({ withCrossShrink: true }, ...arms);
  }

  #kinds(shape: Shape, schema: Schema, key: string, way: Way): ReadonlyArray<() => fc.Arbitrary<unknown>> {
    if (shape.values) {
      return [
        () => {
          const fitting = shape.values!.filter(this.#fitsOf(schema, key));
          if (fitting.length === 0) throw impossible('enum', way.at, 'none of its values fits the rest');
          return fc.constantFrom(...fitting);
        },
      ];
    }
    return shape.types.map((type) => () => this.#ofType(type, shape, way));
  }

  #ofType(type: JsonType, shape: Shape, way: Way): fc.Arbitrary<unknown> {
    switch (type) {
      case 'null':
        return fc.constant(null);
      case 'boolean':
        return fc.boolean();
      case 'number':
        return numbers(shape, way.at);
      case 'string':
        return texts(shape, this.#alphabet, way.at);
      case 'array':
        return arrays(shape, this.#children(way));
      case 'object':
        return objects(shape, this.#children(way));
    }
  }

  #children(way: Way): Children {
    const hurried = way.round >= this.#rounds;
    const below = (name: string): Way => ({ ...way, at: `${way.at}/${name}`, depth: way.depth + 1 });
    return {
      at: way.at,
      of: (schema, name) => this.value(schema, below(name)),
      maybe: (schema, name) => (hurried ? undefined : ifPossible(() => this.value(schema, below(name)))),
      room: (atTop) => (hurried ? 0 : Math.max(1, atTop - way.depth)),
      reluctance: (siblings) => Math.max(1, Math.ceil((siblings * way.depth) / 3)),
      fits: (schema, value) => this.#fitsOf(schema, JSON.stringify(schema))(value),
    };
  }

  #shapesOf(schema: Schema, key: string, at: string): readonly Shape[] {
    const shapes = this.#shapes.get(key) ?? alternativesOf(schema, this.#resolve, at);
    this.#shapes.set(key, shapes);
    return shapes;
  }

  #fitsOf(schema: Schema, key: string): Fits {
    const fits = this.#fits.get(key) ?? fitsOf(schema, this.#resolve);
    this.#fits.set(key, fits);
    return fits;
  }
}

const isAnything = (shape: Shape): boolean =>
  shape.types.length === 6 &&
  shape.values === undefined &&
  !shape.filtered &&
  [
    shape.rows,
    shape.members,
    shape.names,
    shape.contained,
    shape.patterns,
    shape.formats,
    shape.multiples,
    shape.required,
  ].every((list) => list.length === 0) &&
  [shape.length, shape.count, shape.size].every(
    ({ least, most }) => least === 0 && most === Number.POSITIVE_INFINITY,
  ) &&
  shape.lower === undefined &&
  shape.upper === undefined &&
  !shape.unique;

/** JSON has none. */
const withoutNegativeZero = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
