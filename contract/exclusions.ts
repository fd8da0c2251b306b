// What a schema rules out. The document says it of the names of members, which code generators pass over; to blame a member
// at its own place, and to know it for a secret, one reads it as a property that no value fits.

type Node = Readonly<Record<string, unknown>>;

interface Exclusion {
  readonly enum: readonly string[];
  readonly 'x-excluded'?: true;
}

export function withExclusionsAsProperties(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withExclusionsAsProperties);
  if (typeof node !== 'object' || node === null) return node;
  const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, withExclusionsAsProperties(value)]));
  const excluded = exclusionsOf(node as Node);
  if (excluded.length === 0) return copy;
  const { propertyNames: _, ...rest } = copy;
  const members = excluded.flatMap(({ enum: names, ...marks }) => names.map((name) => [name, { ...marks, not: {} }]));
  return { ...rest, properties: { ...(rest.properties as Node | undefined), ...Object.fromEntries(members) } };
}

interface NameRule {
  readonly not?: Exclusion;
  readonly allOf?: readonly NameRule[];
}

function exclusionsOf({ propertyNames }: Node): readonly Exclusion[] {
  const { not, allOf = [] } = (propertyNames ?? {}) as NameRule;
  return [not, ...allOf.map((rule) => rule.not)].filter((names): names is Exclusion => names?.['x-excluded'] === true);
}
