// Members that a schema excludes. The document excludes them with `propertyNames`, which code generators ignore. Here each becomes a property
// that no value fits, so that an excluded member is reported at its own place and can be marked as a secret.
import { type Node, rewritten } from './schema/rewritten.ts';

interface Exclusion {
  readonly enum: readonly string[];
  readonly 'x-excluded'?: true;
}

export const withExclusionsAsProperties = (document: unknown): unknown =>
  rewritten(document, (node) => {
    const excluded = exclusionsOf(node);
    if (excluded.length === 0) return node;
    const { propertyNames: _, ...rest } = node;
    const members = excluded.flatMap(({ enum: names, ...marks }) => names.map((name) => [name, { ...marks, not: {} }]));
    return { ...rest, properties: { ...(rest.properties as Node | undefined), ...Object.fromEntries(members) } };
  });

interface NameRule {
  readonly not?: Exclusion;
  readonly allOf?: readonly NameRule[];
}

function exclusionsOf({ propertyNames }: Node): readonly Exclusion[] {
  const { not, allOf = [] } = (propertyNames ?? {}) as NameRule;
  return [not, ...allOf.map((rule) => rule.not)].filter((names): names is Exclusion => names?.['x-excluded'] === true);
}
