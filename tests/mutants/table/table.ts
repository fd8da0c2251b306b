// Kinds and fields: what was noticed of the mutants of each kind at each place.
import { kindNames } from '../answers/kinds.ts';
import { type Reason, reasonOf } from './lawful.ts';
import { type Row, survived } from './row.ts';

export interface Cell {
  readonly mark: string;
  readonly rows: readonly Row[];
}

export const columns: readonly string[] = [...kindNames, 'accepts', 'refuses'];

const marks: Readonly<Record<Row['sight'], string>> = {
  failed: 'F',
  advised: 'a',
  untested: 'u',
  error: '!',
  unmet: '!',
  nothing: '!',
};

export const legend = `columns: ${columns.map((kind, index) => `${letter(index)} ${kind}`).join(', ')}
F failed, a advised, u untested, . survived lawfully, ! survived without a reason`;

function letter(index: number): string {
  return String.fromCharCode('A'.charCodeAt(0) + index);
}

/** The worst result of the mutants of one kind at one place. */
export function cellOf(rows: readonly Row[], among: readonly Reason[]): Cell {
  const worst = 'Fau.!';
  const each = rows.map((row) => (survived(row) && reasonOf(row, among) ? '.' : marks[row.sight]));
  return { mark: each.toSorted((one, other) => worst.indexOf(other) - worst.indexOf(one))[0] ?? ' ', rows };
}

export function placesOf(rows: readonly Row[]): ReadonlyMap<string, readonly Row[]> {
  const places = new Map<string, Row[]>();
  for (const row of rows) {
    const name = `${row.operation} ${row.part} ${row.place}`;
    places.set(name, [...(places.get(name) ?? []), row]);
  }
  return places;
}

export const lines = (rows: readonly Row[], among: readonly Reason[]): readonly string[] =>
  [...placesOf(rows)].map(([place, here]) => {
    const cells = columns.map(
      (kind) =>
        cellOf(
          here.filter((row) => row.kind === kind),
          among,
        ).mark,
    );
    return `  ${cells.join(' ')}  ${place}`;
  });

export function summary(rows: readonly Row[]): string {
  const count = (is: (row: Row) => boolean) => rows.filter(is).length;
  const [failed, advised, untested] = (['failed', 'advised', 'untested'] as const).map((sight) =>
    count((row) => row.sight === sight),
  );
  return `${rows.length} mutants: ${failed} failed, ${advised} advised, ${untested} untested, ${count(survived)} survived`;
}
