// The one walk over schemas: the judge, the redaction and the generators learn from it which schema objects speak about a
// place in a value. What a schema says of members and items is then read from these objects.
import { resolve as resolveInContract, type Schema } from '../document.ts';
import type { RequirementId } from '../generated/sentences.ts';

/** A schema object that speaks about a place, beside others. */
interface SchemaObject {
  readonly schema: Readonly<Record<string, unknown>>;
  /** The requirement that it names, or that the schema names of which it is a branch. */
  readonly mark: RequirementId | undefined;
  /** It is a `then` or an `else`, or stands below one: it says something of some values only. */
  readonly conditional: boolean;
}

/** What a `$ref` points at. */
export type Resolve = (reference: string) => unknown;

/** What holds as a rule: an `else` is for all but an exception, a `then` for a special case alone. */
export const asARule: readonly string[] = ['allOf', 'anyOf', 'oneOf', 'else'];
/** Without `if`, which states nothing of the members that it mentions. */
const everyBranch: readonly string[] = [...asARule, 'then'];

/** The schema itself, what it refers to, and its branches by these keywords; each stands before its own branches. */
export function objectsOf(
  schema: Schema,
  keywords: readonly string[] = everyBranch,
  resolve: Resolve = resolveInContract,
): readonly SchemaObject[] {
  const objects = new Map<Schema, SchemaObject>();
  const visit = (each: Schema, above: Omit<SchemaObject, 'schema'>): void => {
    if (typeof each === 'boolean' || objects.has(each)) return;
    const object: SchemaObject = {
      ...above,
      schema: each,
      mark: (each['x-requirement'] as RequirementId | undefined) ?? above.mark,
    };
    objects.set(each, object);
    if (typeof each.$ref === 'string') visit(resolve(each.$ref) as Schema, object);
    for (const keyword of keywords) {
      const conditional = object.conditional || keyword === 'then' || keyword === 'else';
      for (const branch of listed(each[keyword])) visit(branch, { ...object, conditional });
    }
  };
  visit(schema, { mark: undefined, conditional: false });
  return [...objects.values()];
}

const listed = (branches: unknown): readonly Schema[] =>
  branches === undefined ? [] : ([branches].flat() as Schema[]);

/** The schemas of each member that the objects name. */
export function membersOf(objects: readonly SchemaObject[]): ReadonlyMap<string, readonly Schema[]> {
  const members = new Map<string, Schema[]>();
  for (const { schema } of objects) {
    for (const [name, member] of Object.entries((schema.properties ?? {}) as Readonly<Record<string, Schema>>)) {
      members.set(name, [...(members.get(name) ?? []), member]);
    }
  }
  return members;
}

/** The schemas of the items of a list. */
export const itemsOf = (objects: readonly SchemaObject[]): readonly Schema[] =>
  objects.flatMap(({ schema }) => (schema.items === undefined ? [] : [schema.items as Schema]));
