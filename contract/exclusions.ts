// What a schema rules out. The document says it of the names of members, which code generators pass over; to blame a member
// at its own place, and to know it for a secret, one reads it as a property that no value fits.

type Node = Readonly<Record<string, unknown>>;

interface Exclusion {
  readonly const: string;
  readonly 'x-excluded': true;
}

export function withExclusionsAsProperties(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withExclusionsAsProperties);
  if (typeof node !== 'object' || node === null) return node;
  const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, withExclusionsAsProperties(value)]));
  const excluded = exclusionsOf(node as Node).map(({ const: name, ...marks }) => [name, { ...marks, not: {} }]);
  if (excluded.length === 0) return copy;
  const { propertyNames: _, ...rest } = copy;
  return { ...rest, properties: { ...(rest.properties as Node | undefined), ...Object.fromEntries(excluded) } };
}

const exclusionsOf = ({ propertyNames }: Node): readonly Exclusion[] => {
  const { not } = (propertyNames ?? {}) as { readonly not?: { readonly anyOf?: readonly Exclusion[] } };
  return (not?.anyOf ?? []).filter((name) => name['x-excluded']);
};
