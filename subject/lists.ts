// Writes several values of one name into a query or a form, in the syntax that a target uses.
import type { ListSyntax } from './profile/profile.ts';

/** Name and value, in the order in which they travel. */
export type Pairs = ReadonlyArray<readonly [name: string, value: string]>;

export const listSyntaxes: readonly ListSyntax[] = ['comma', 'repeat', 'brackets', 'indexed', 'json', 'space', 'pipe'];

export function writeList(name: string, syntax: ListSyntax, values: readonly string[]): Pairs {
  switch (syntax) {
    case 'comma':
      return [[name, values.join(',')]];
    case 'space':
      return [[name, values.join(' ')]];
    case 'pipe':
      return [[name, values.join('|')]];
    case 'json':
      return [[name, JSON.stringify(values)]];
    case 'repeat':
      return values.map((value) => [name, value]);
    case 'brackets':
      return values.map((value) => [`${name}[]`, value]);
    case 'indexed':
      return values.map((value, index) => [`${name}[${index}]`, value]);
  }
}

/** Form fields of a plain object; nested arrays by the given syntax, null as an empty value. */
export const formOf = (fields: Readonly<Record<string, unknown>>, syntax: ListSyntax): Pairs =>
  Object.entries(fields).flatMap(([name, value]): Pairs => {
    if (Array.isArray(value)) return writeList(name, syntax, value.map(String));
    return value === undefined ? [] : [[name, value === null ? '' : String(value)]];
  });
