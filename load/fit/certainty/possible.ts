// Every limiter that can have given these answers, if each request arrived at some moment between its sending and its answer.
//
// The fit finds what is likely; this excludes only what is impossible, so the real limiter always remains, however uncertain the times
// are. The search halves cells (ranges of windows and phases), and drops a cell when no count explains the answers for any limiter in
// it.
import type { ModelId } from '../../models/model.ts';
import type { Trace } from '../../trace.ts';
import type { Scale } from '../designed-probe.ts';
import { type Family, families } from './families.ts';
import { type Cell, hair, type Levels } from './levels.ts';
import { type Spans, spansOf } from './spans.ts';

export interface Between {
  readonly least: number;
  readonly most: number;
}

/** One kind of limiter that is possible, and its figures. */
export interface Possible {
  readonly model: ModelId;
  readonly variant: string;
  readonly count: Between;
  /** Milliseconds. */
  readonly window: Between;
  /** The limiters with the least and the highest rate, the shortest and the longest window, because not every count fits every window. */
  readonly outermost: readonly Scale[];
}

/** Windows and intervals that are looked at; milliseconds. */
const shortestWindow = 50;
const shortestInterval = 1;
/** The ratio of the cells that the search begins with. */
const coarse = 1.1;
/** Beyond this many cells, they are not halved further and all count as possible. */
const mostCells = 1000;
/** Cells smaller than this share of the usual span, or of their window, are not halved. */
const fineBesideSpan = 0.25;
const fineBesideScale = 0.0005;

/** The counts that explain all answers; undefined where there is none. */
function countsOf({ all }: Spans, { least, most, tooSoon }: Levels): Between | undefined {
  let [fewest, highest] = [1, Number.POSITIVE_INFINITY];
  for (const span of all) {
    if (span.answer === 'admitted') {
      fewest = Math.max(fewest, Math.ceil(least(span) + 1 - hair));
      if (tooSoon?.(span)) return undefined;
    } else if (span.answer === 'refused') highest = Math.min(highest, Math.ceil(most(span) + 1 - hair) - 1);
    if (fewest > highest) return undefined;
  }
  return { least: fewest, most: highest };
}

interface Remaining {
  readonly cell: Cell;
  readonly count: Between;
}

function remaining(family: Family, spans: Spans): readonly Remaining[] {
  const finest = fineBesideSpan * spans.usual;
  const turns = ({ scale }: Cell) => (family.phased ? spans.half / scale + 1 : 1);
  const blurOf = (cell: Cell) => turns(cell) * cell.scaleHalf + cell.phaseHalf;
  const isFine = (cell: Cell) => blurOf(cell) <= Math.max(finest, fineBesideScale * cell.scale);
  const possible = (cells: readonly Cell[]): Remaining[] =>
    cells.flatMap((cell) => {
      const count = countsOf(spans, family.levels(spans, cell));
      return count ? [{ cell, count }] : [];
    });
  const longest = 2 * spans.half;
  const cells: Cell[] = [];
  for (let low = family.scale === 'window' ? shortestWindow : shortestInterval; low < longest; low *= coarse) {
    const scale = (low * (1 + coarse)) / 2;
    cells.push({ scale, scaleHalf: scale - low, phase: 0, phaseHalf: family.phased ? scale / 2 : 0 });
  }
  let found = possible(cells);
  for (;;) {
    const rough = found.filter(({ cell }) => !isFine(cell));
    if (rough.length === 0 || found.length > mostCells) return found;
    const halves = rough.flatMap(({ cell }) => halved(cell, turns(cell)));
    found = [...found.filter(({ cell }) => isFine(cell)), ...possible(halves)];
  }
}

/** Halves the dimension, window or phase, that makes the moments less certain. */
function halved(cell: Cell, turns: number): readonly Cell[] {
  const { scale, phase, scaleHalf, phaseHalf } = cell;
  return turns * scaleHalf >= phaseHalf
    ? [-0.5, 0.5].map((by) => ({ ...cell, scale: scale + by * scaleHalf, scaleHalf: scaleHalf / 2 }))
    : [-0.5, 0.5].map((by) => ({ ...cell, phase: phase + by * phaseHalf, phaseHalf: phaseHalf / 2 }));
}

const spanning = (all: readonly Between[]): Between => ({
  least: Math.min(...all.map(({ least }) => least)),
  most: Math.max(...all.map(({ most }) => most)),
});

/** Drops limiters that admit more than any real one. */
const isLimit = ({ scale }: Family, { cell, count }: Remaining): boolean =>
  scale === 'window' || (cell.scale + cell.scaleHalf) * count.most >= shortestWindow;

/** The limiters at the corners of one cell. */
function corners({ scale: meaning }: Family, { cell, count }: Remaining): readonly Scale[] {
  const scales = [cell.scale - cell.scaleHalf, cell.scale + cell.scaleHalf];
  return [count.least, count.most].flatMap((of) =>
    scales.map((scale) => ({ count: of, window: meaning === 'window' ? scale : scale * of })),
  );
}

const lowest = (scales: readonly Scale[], of: (scale: Scale) => number): Scale =>
  scales.reduce((low, scale) => (of(scale) < of(low) ? scale : low));

function summary(family: Family, cells: readonly Remaining[]): Possible {
  const scales = cells.flatMap((cell) => corners(family, cell));
  const rate = ({ count, window }: Scale) => count / window;
  return {
    model: family.model,
    variant: family.variant,
    count: spanning(cells.map(({ count }) => count)),
    window: spanning(scales.map(({ window }) => ({ least: window, most: window }))),
    outermost: [
      lowest(scales, rate),
      lowest(scales, (scale) => -rate(scale)),
      lowest(scales, ({ window }) => window),
      lowest(scales, ({ window }) => -window),
    ],
  };
}

export function possibleLimiters(trace: Trace): readonly Possible[] {
  const spans = spansOf(trace);
  return families.flatMap((kin) => {
    for (const family of kin) {
      const cells = remaining(family, spans).filter((one) => isLimit(family, one));
      if (cells.length > 0) return [summary(family, cells)];
    }
    return [];
  });
}
