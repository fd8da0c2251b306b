// What a schema describes at each place of a value, over all its branches: the known members, the required ones, the requirement of the
// place, and whether its value is secret.
import type { Schema } from '../document.ts';
import type { RequirementId } from '../generated/sentences.ts';
import { asARule, itemsOf, membersOf, objectsOf, type Resolve } from './walk.ts';

export interface Described {
  readonly requirement: RequirementId | undefined;
  readonly secret: boolean;
  /** Some member of it is secret, so a value here that is no object may be that secret. */
  readonly holdsSecrets: boolean;
  /** The schema says that nothing may be here. */
  readonly excluded: boolean;
  /** The JSON types that some branch allows; empty means any. */
  readonly types: ReadonlySet<string>;
  /** The members that the schema names; if it names none, any member counts as described. */
  readonly names: ReadonlySet<string>;
  /** The member with the same letters and digits, in any case and with any characters between them. */
  readonly spelt: (name: string) => string | undefined;
  /** The description of a member, made only when a value has it, because schemas may be recursive. */
  readonly member: (name: string) => Described | undefined;
  /** Members that are normally there, though they may be an empty text; any other member may not apply. */
  readonly required: ReadonlySet<string>;
  readonly items: () => Described | undefined;
}

const known = new WeakMap<object, Described>();

/** Each schema has one description, so that a recursive schema leads back to it. */
export function descriptionOf(schema: Schema, resolve?: Resolve): Described {
  const found = known.get(schema as object) ?? described(schema, resolve);
  if (typeof schema === 'object') known.set(schema, found);
  return found;
}

function described(schema: Schema, resolve: Resolve | undefined): Described {
  const objects = objectsOf(schema, undefined, resolve);
  const members = membersOf(objects);
  const places = new Map<string, Described>();
  const member = (name: string): Described | undefined => {
    const known = places.get(name);
    if (known !== undefined) return known;
    const place = together(members.get(name) ?? [], resolve);
    if (place !== undefined) places.set(name, place);
    return place;
  };
  const spellings = once(() => new Map([...members.keys()].map((name) => [lettersOf(name), name])));
  const holding = once(() => [...members.keys()].some((name) => member(name)?.secret === true));
  return {
    get holdsSecrets() {
      return holding();
    },
    requirement: objects.find(({ mark }) => mark)?.mark,
    secret: objects.some((object) => object.schema['x-secret'] === true),
    excluded: objects.some((object) => object.schema['x-excluded'] === true),
    types: new Set(objects.flatMap(({ schema }) => (schema.type as string | string[] | undefined) ?? [])),
    names: new Set(members.keys()),
    spelt: (name) => spellings().get(lettersOf(name)),
    member,
    required: new Set(
      objectsOf(schema, asARule, resolve).flatMap((object) => (object.schema.required as string[] | undefined) ?? []),
    ),
    items: once(() => together(itemsOf(objects), resolve)),
  };
}

const lettersOf = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

function together(schemas: readonly Schema[], resolve: Resolve | undefined): Described | undefined {
  const [first] = schemas;
  if (first === undefined) return undefined;
  return descriptionOf(schemas.length === 1 ? first : { allOf: schemas }, resolve);
}

function once<Value>(find: () => Value): () => Value {
  let found: { readonly value: Value } | undefined;
  return () => {
    found ??= { value: find() };
    return found.value;
  };
}

/** The described place at the end of a path of member names and indices. */
export function placeAt(root: Described, steps: readonly string[]): Described | undefined {
  return steps.reduce<Described | undefined>((place, step) => place && (place.member(step) ?? place.items()), root);
}

/** The requirement of a place: its own mark, or that of the nearest place around it. */
export function requirementAt(root: Described, steps: readonly string[]): RequirementId | undefined {
  let place: Described | undefined = root;
  let found = root.requirement;
  for (const step of steps) {
    place = place?.member(step) ?? place?.items();
    found = place?.requirement ?? found;
  }
  return found;
}
