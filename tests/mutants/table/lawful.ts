// The mutants that may survive, each with the rule that makes it lawful.
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { type Row, survived } from './row.ts';

export interface Reason {
  /** Patterns of operation, part and place, such as `readCard 2XX /notification/*`, in which `*` is anything. */
  readonly where: string | readonly string[];
  /** Every kind unless some are named. */
  readonly kinds?: readonly string[];
  /** Both scopes unless one is named. */
  readonly scope?: string;
  readonly because: string;
}

export const reasons = (): readonly Reason[] =>
  parse(readFileSync(new URL('./lawful.yaml', import.meta.url), 'utf8')) as readonly Reason[];

/** The first reason that applies; undefined where there is none. */
export const reasonOf = (row: Row, among: readonly Reason[]): Reason | undefined =>
  among.find(
    ({ where, kinds, scope }) =>
      [where].flat().some((pattern) => fits(`${row.operation} ${row.part} ${row.place}`, pattern)) &&
      (kinds === undefined || kinds.includes(row.kind)) &&
      (scope === undefined || scope === row.scope),
  );

const patterns = new Map<string, RegExp>();

function fits(text: string, pattern: string): boolean {
  const known = patterns.get(pattern) ?? new RegExp(`^${pattern.split('*').map(literal).join('.*')}$`);
  patterns.set(pattern, known);
  return known.test(text);
}

const literal = (text: string): string => text.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&');

interface Review {
  readonly unexplained: readonly Row[];
  /** Reasons that apply to no survivor. */
  readonly idle: readonly Reason[];
}

export function reviewed(rows: readonly Row[], among: readonly Reason[]): Review {
  const survivors = rows.filter(survived);
  const used = new Set(survivors.map((row) => reasonOf(row, among)));
  return {
    unexplained: survivors.filter((row) => reasonOf(row, among) === undefined),
    idle: among.filter((reason) => !used.has(reason)),
  };
}
