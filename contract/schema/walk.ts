// The only walk over schemas. With it, the judge, the redaction and the generators find the schema objects that apply to a place in a value,
// and read its members and items from these.
import { resolve as resolveInContract, type Schema } from '../document.ts';
import type { RequirementId } from '../generated/sentences.ts';

/** One of the schema objects that apply to a place. */
interface SchemaObject {
  readonly schema: Readonly<Record<string, unknown>>;
  /** The requirement that it names, or else that of the schema of which it is a branch. */
  readonly mark: RequirementId | undefined;
  /** It is a `then` or an `else`, or below one, so it applies to some values only. */
  readonly conditional: boolean;
}

/** What a `$ref` points at. */
export type Resolve = (reference: string) => unknown;

/** Branches that normally apply: an `else` holds except in a special case, a `then` only in it. */
export const asARule: readonly string[] = ['allOf', 'anyOf', 'oneOf', 'else'];
/** Without `if`, because it only tests the members that it mentions. */
const everyBranch: readonly string[] = [...asARule, 'then'];

/** The schema itself, what it refers to, and its branches by these keywords; each comes before its own branches. */
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
