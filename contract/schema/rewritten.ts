// A document with its objects changed.

export type Node = Readonly<Record<string, unknown>>;

/** A copy in which `change` has replaced each object, the innermost first. */
export function rewritten(node: unknown, change: (node: Node) => Node): unknown {
  if (Array.isArray(node)) return node.map((each) => rewritten(each, change));
  if (typeof node !== 'object' || node === null) return node;
  return change(Object.fromEntries(Object.entries(node).map(([key, value]) => [key, rewritten(value, change)])));
}
