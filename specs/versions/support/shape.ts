// The shape of a JSON value in a few words: names and types, and no value.

const deepest = 3;

export function shapeOf(value: unknown, depth = 0): string {
  if (value === undefined) return 'no JSON';
  if (value === null) return 'null';
  if (Array.isArray(value)) return value.length === 0 ? '[]' : `[${shapeOf(value[0], depth + 1)}]`;
  if (typeof value !== 'object') return typeof value;
  if (depth === deepest) return 'object';
  return `{ ${Object.entries(value)
    .map(([name, member]) => `${name}: ${shapeOf(member, depth + 1)}`)
    .join(', ')} }`;
}
