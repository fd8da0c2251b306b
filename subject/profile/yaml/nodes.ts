// What is asked of single nodes of a YAML document.
import { type Alias, type Document, isNode, isScalar, type Node, type Pair, visit } from 'yaml';

/** Aliases that would have to be read within themselves, for ever. One can only refer to what has begun before it. */
export function ownReferences(document: Document): readonly Alias[] {
  const found: Alias[] = [];
  visit(document, {
    Alias: (_key, alias, ancestors) => {
      const meant = alias.resolve(document);
      if (meant && ancestors.includes(meant)) found.push(alias);
    },
  });
  return found;
}

export const keyOf = (pair: Pair): string => {
  const key = isScalar(pair.key) ? pair.key.value : pair.key;
  return typeof key === 'symbol' ? '<<' : String(key);
};
export const startOf = (pair: Pair): number => (isNode(pair.key) ? pair.key.range?.[0] : undefined) ?? 0;
export const isEmpty = (node: Node | undefined): boolean =>
  node === undefined || (isScalar(node) && node.value === null);
