// Questions about single nodes of a YAML document, and about errors in it.
import { type Alias, type Document, isNode, isScalar, type Node, type Pair, visit, type YAMLParseError } from 'yaml';

interface FaultyAlias {
  readonly alias: Alias;
  readonly fault: string;
}

/** A limit, because the library walks the whole document to resolve each. */
const mostAliases = 1000;

/** Aliases that stand within what they refer to, which would never end, and the first one above the limit. */
export function faultyAliases(document: Document): readonly FaultyAlias[] {
  const found: FaultyAlias[] = [];
  let count = 0;
  visit(document, {
    Alias: (_key, alias, ancestors) => {
      count += 1;
      if (count > mostAliases) {
        found.push({ alias, fault: `here begins the alias number ${count}; expected at most ${mostAliases}` });
        return visit.BREAK;
      }
      const meant = alias.resolve(document);
      if (meant && ancestors.includes(meant))
        found.push({ alias, fault: `*${alias.source} is inside the value that it refers to` });
      return undefined;
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

/** Explains a duplicate key, because snippets that are pasted below a profile often begin an existing section. */
export const faultOf = ({ code, message, pos }: YAMLParseError, text: string): string =>
  code === 'DUPLICATE_KEY'
    ? `${brief(String(/^[^\s:]*/.exec(text.slice(pos[0]))))} stands here a second time; join what it holds with the first`
    : `this is not YAML: ${brief(message)}`;

/** Shortens the quoted text of a message: in a file that is not YAML the parser may quote the whole file. */
export const brief = (text: string): string =>
  text.length > 200 ? `${text.slice(0, 150)}… (${text.length} characters)` : text;
