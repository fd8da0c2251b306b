// What a schema describes at each place of an instance, whichever of its branches applies: the members known there, which
// of them have to be there, the requirement that stands behind the place, and whether its value is secret.
import { dereferenced, type Schema } from '../document.ts';
import type { RequirementId } from '../generated/sentences.ts';
import { saysNothing } from '../presence.ts';

export interface Described {
  readonly requirement: RequirementId | undefined;
  readonly secret: boolean;
  /** The schema names no members here, so that any are as good as described. */
  readonly open: boolean;
  /** The schema says that nothing may be here. */
  readonly excluded: boolean;
  /** The member that is written with the same letters and digits, whatever their case and whatever stands between them. */
  readonly spelt: (name: string) => string | undefined;
  /** What is described under a member's name; looked into only when an instance goes there, as schemas may recur. */
  readonly member: (name: string) => Described | undefined;
  /** Members that are there whatever the others say; any other may not apply. */
  readonly required: ReadonlySet<string>;
  readonly items: () => Described | undefined;
}

type Part = Readonly<Record<string, unknown>>;

export function descriptionOf(schema: Schema): Described {
  const parts = partsOf(schema);
  const members = new Map<string, Schema[]>();
  for (const part of parts) {
    for (const [name, member] of Object.entries((part.properties as Record<string, Schema> | undefined) ?? {})) {
      members.set(name, [...(members.get(name) ?? []), member]);
    }
  }
  const memberNamed = remembered((name: string) => describedTogether(members.get(name) ?? []));
  const spellings = remembered<void, Map<string, string>>(
    () => new Map([...members.keys()].map((name) => [lettersOf(name), name])),
  );
  const items = parts.flatMap((part) => (part.items === undefined ? [] : [part.items as Schema]));
  return {
    requirement: parts.map((part) => part['x-requirement'] as RequirementId | undefined).find((mark) => mark),
    secret: parts.some((part) => part['x-secret'] === true),
    open: members.size === 0,
    excluded: parts.some((part) => part['x-excluded'] === true),
    spelt: (name) => spellings().get(lettersOf(name)),
    member: (name) => (members.has(name) ? memberNamed(name) : undefined),
    required: new Set(partsOf(schema, unconditional).flatMap((part) => (part.required as string[] | undefined) ?? [])),
    items: remembered<void, Described | undefined>(() => describedTogether(items)),
  };
}

const lettersOf = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

const describedTogether = (schemas: readonly Schema[]): Described | undefined =>
  schemas.length === 0 ? undefined : descriptionOf(schemas.length === 1 ? (schemas[0] as Schema) : { allOf: schemas });

const unconditional = ['allOf', 'anyOf', 'oneOf'];
const everyBranch = [...unconditional, 'then', 'else'];

/** The schema objects that speak about one place: the schema itself, what it refers to, and its branches. */
function partsOf(schema: Schema, keywords: readonly string[] = everyBranch): readonly Part[] {
  if (typeof schema === 'boolean') return [];
  const branches = keywords.flatMap((keyword) => (schema[keyword] as Schema | readonly Schema[] | undefined) ?? []);
  const referred = schema.$ref === undefined ? [] : partsOf(dereferenced<Schema>(schema), keywords);
  return [schema, ...referred, ...branches.flatMap((branch) => partsOf(branch as Schema, keywords))];
}

function remembered<Name, Value>(find: (name: Name) => Value): (name: Name) => Value {
  const known = new Map<Name, Value>();
  return (name) => {
    if (!known.has(name)) known.set(name, find(name));
    return known.get(name) as Value;
  };
}

/** The described place at the end of a path of member names and indices. */
export function placeAt(root: Described, steps: readonly string[]): Described | undefined {
  return steps.reduce<Described | undefined>((place, step) => place && (place.member(step) ?? place.items()), root);
}

/** The requirement behind a place: its own mark, or that of the nearest place around it. */
export function requirementAt(root: Described, steps: readonly string[]): RequirementId | undefined {
  let place: Described | undefined = root;
  let found = root.requirement;
  for (const step of steps) {
    place = place?.member(step) ?? place?.items();
    found = place?.requirement ?? found;
  }
  return found;
}

// Of a list within an answer; one that is the answer is looked at in stretches that are shorter.
export const mostEntries = 1000;

/** An instance without the members that say nothing where they may not apply, as if they were absent. */
export function applying(place: Described, value: unknown): unknown {
  // Most of what is looked at stays as it is, and a list may hold thousands of objects: a copy is made only where something changes.
  let changes = false;
  const changed = (entry: unknown, by: unknown): unknown => {
    changes ||= by !== entry;
    return by;
  };
  if (Array.isArray(value)) {
    const items = place.items();
    const entries = items ? value.slice(0, mostEntries).map((entry) => changed(entry, applying(items, entry))) : value;
    return changes || entries.length < value.length ? entries : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  const members: [string, unknown][] = [];
  for (const [name, entry] of Object.entries(value)) {
    const member = place.member(name);
    if (member === undefined) members.push([name, entry]);
    else if (saysNothing(entry) && !place.required.has(name)) changes = true;
    else members.push([name, changed(entry, applying(member, entry))]);
  }
  return changes ? Object.fromEntries(members) : value;
}
