// Reads and replaces parameters of a query by name, several values of one name included, in the syntax that a server uses.
import { decodedOrRaw } from '../../contract/text/percent.ts';
import { writeList } from '../../subject/lists.ts';
import type { ListName, ListSyntax } from '../../subject/profile/profile.ts';

/** A query without its question mark; what is not replaced stays as it was written. */
export type Query = readonly string[];

export const queryOf = (text: string): Query => (text === '' ? [] : text.split('&'));

const decoded = (text: string): string => decodedOrRaw(text.replaceAll('+', ' '));
const nameIn = (pair: string): string => decoded(pair.split('=', 1)[0]!);
const valueIn = (pair: string): string => (pair.includes('=') ? decoded(pair.slice(pair.indexOf('=') + 1)) : '');

const written = (name: string, value: string): string => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`;

export const has = (query: Query, name: string): boolean => query.some((pair) => nameIn(pair) === name);

export const firstValue = (query: Query, name: string): string | undefined => {
  const pair = query.find((each) => nameIn(each) === name);
  return pair === undefined ? undefined : valueIn(pair);
};

export const without = (query: Query, name: string): Query => query.filter((pair) => nameIn(pair) !== name);
export const withValue = (query: Query, name: string, value: string): Query => [...query, written(name, value)];

export const renamed = (query: Query, from: string, to: string): Query =>
  from === to ? query : query.map((pair) => (nameIn(pair) === from ? written(to, valueIn(pair)) : pair));

const separators: Readonly<Partial<Record<ListSyntax, string>>> = { comma: ',', space: ' ', pipe: '|' };

const valuesIn = (pair: string, syntax: ListSyntax = 'comma'): readonly string[] => {
  const value = valueIn(pair);
  const separator = separators[syntax];
  if (separator !== undefined) return value.split(separator);
  if (syntax !== 'json') return [value];
  try {
    const list: unknown = JSON.parse(value);
    return Array.isArray(list) ? list.map(String) : [value];
  } catch {
    return [value];
  }
};

const isOfList = (name: string, list: string): boolean =>
  name === list || (name.startsWith(`${list}[`) && /^\[\d*\]$/.test(name.slice(list.length)));

export const hasList = (query: Query, { name }: ListName): boolean =>
  query.some((pair) => isOfList(nameIn(pair), name));

/** Undefined where several values would have to be written in a syntax that is not known. */
export const rewritten = (query: Query, from: ListName, to: ListName): Query | undefined => {
  if (from.name === to.name && from.list === to.list) return query;
  const isOurs = (pair: string) => isOfList(nameIn(pair), from.name);
  const values = query.filter(isOurs).flatMap((pair) => valuesIn(pair, from.list));
  if (values.length > 1 && to.list === undefined) return undefined;
  const pairs = writeList(to.name, to.list ?? 'comma', values).map(([name, value]) => written(name, value));
  const at = query.findIndex(isOurs);
  return [...query.slice(0, at), ...pairs, ...query.slice(at).filter((pair) => !isOurs(pair))];
};
