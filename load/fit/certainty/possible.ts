// Every limiter that can have given these answers, each request arriving anywhere between its sending and its answer.
//
// Where the fit looks for what is likely, this leaves out only what is impossible: the limiter that really answered is always
// among those that remain, however badly the times are known. The search halves cells of windows and phases; a cell is left
// out when no count can have admitted and refused what was admitted and refused, wherever in the cell the limiter lies.
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
  /** Those of the least and of the most rate, of the shortest and of the longest window: not every count goes with every window. */
  readonly outermost: readonly Scale[];
}

/** Windows and intervals that are looked at; milliseconds. */
const shortestWindow = 50;
const shortestInterval = 1;
/** The ratio of the cells that the search begins with. */
const coarse = 1.1;
/** More than so many cells are not halved any further: they all count as possible. */
const mostCells = 1000;
/** A cell this small beside the usual span, or beside its window, is not worth halving. */
const fineBesideSpan = 0.25;
const fineBesideScale = 0.0005;

/** The counts with which all was answered as it was; none where there is no such count. */
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

/** Across whichever of the two blurs more. */
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

/** A limiter that lets so much pass is none that anybody has. */
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
