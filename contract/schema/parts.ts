// The one walk over schemas: the judge, the redaction and the generators learn from it which schema objects speak about a
// place in a value. What a schema says of members and items is then read from these objects.
import { resolve as resolveInContract, type Schema } from '../document.ts';
import type { RequirementId } from '../generated/sentences.ts';

/** A schema object that speaks about a place, beside others. */
export interface Part {
  readonly schema: Readonly<Record<string, unknown>>;
  /** The requirement that it names, or that the schema names of which it is a branch. */
  readonly mark: RequirementId | undefined;
  /** It is a `then` or an `else`, or stands below one: it says something of some values only. */
  readonly conditional: boolean;
}

/** What a `$ref` points at. */
export type Resolve = (reference: string) => unknown;

export const unconditional: readonly string[] = ['allOf', 'anyOf', 'oneOf'];
/** Without `if`, which states nothing of the members that it mentions. */
export const everyBranch: readonly string[] = [...unconditional, 'then', 'else'];

/** The schema itself, what it refers to, and its branches by these keywords; each stands before its own branches. */
export function partsOf(
  schema: Schema,
  keywords: readonly string[] = everyBranch,
  resolve: Resolve = resolveInContract,
): readonly Part[] {
  const parts = new Map<Schema, Part>();
  const visit = (each: Schema, above: Omit<Part, 'schema'>): void => {
    if (typeof each === 'boolean' || parts.has(each)) return;
    const part: Part = {
      ...above,
      schema: each,
      mark: (each['x-requirement'] as RequirementId | undefined) ?? above.mark,
    };
    parts.set(each, part);
    if (typeof each.$ref === 'string') visit(resolve(each.$ref) as Schema, part);
    for (const keyword of keywords) {
      const conditional = part.conditional || keyword === 'then' || keyword === 'else';
      for (const branch of listed(each[keyword])) visit(branch, { ...part, conditional });
    }
  };
  visit(schema, { mark: undefined, conditional: false });
  return [...parts.values()];
}

const listed = (branches: unknown): readonly Schema[] =>
  branches === undefined ? [] : ([branches].flat() as Schema[]);

/** The schemas of each member that the parts name. */
export function membersOf(parts: readonly Part[]): ReadonlyMap<string, readonly Schema[]> {
  const members = new Map<string, Schema[]>();
  for (const { schema } of parts) {
    for (const [name, member] of Object.entries((schema.properties ?? {}) as Readonly<Record<string, Schema>>)) {
      members.set(name, [...(members.get(name) ?? []), member]);
    }
  }
  return members;
}

/** The schemas of the items of a list. */
export const itemsOf = (parts: readonly Part[]): readonly Schema[] =>
  parts.flatMap(({ schema }) => (schema.items === undefined ? [] : [schema.items as Schema]));
