// The search over windows, phases and counts: a grid first, then ever smaller steps from its best points.
import { type LimiterModel, scaleOf, type Variant } from '../models/model.ts';
import { type Candidate, marginOf } from './candidate.ts';
import { bestCount, type Priced, priced } from './cost.ts';
import type { Reading } from './reading.ts';
import { roundNear, roundWithin } from './round.ts';

/** Milliseconds. */
export interface Range {
  readonly shortest: number;
  readonly longest: number;
}

export interface Built {
  readonly model: LimiterModel;
  readonly variant: Variant;
}

/** A window of the window models, an interval of the bucket and the queue, and where it begins. */
interface Point {
  readonly scale: number;
  readonly phase: number;
}

interface Found extends Point, Priced {}

/** How dense the grid is. */
interface Effort {
  /** Beginnings of a window that are tried. */
  readonly phases: number;
  /** Grid points of each variant that are worth refining. */
  readonly refined: number;
}

export const quick: Effort = { phases: 10, refined: 8 };
export const thorough: Effort = { phases: 24, refined: 16 };

/** A variant that has this many mismatches more than the best one is not searched further. */
const hopeless = 14;
/** Milliseconds. Smaller steps are not tried. */
const finest = 0.4;

/** So dense that neighbouring scales, aligned in the middle of the trace, differ at its ends by at most one step of the phase. */
const scalesOf = ({ model, variant }: Built, span: number, { shortest, longest }: Range, phases: number): number[] => {
  const scales: number[] = [];
  for (let scale = shortest; scale <= longest; ) {
    scales.push(scale);
    const slip = variant.phased ? (2 * scale) / phases / Math.max(1, span / scale) : scale * 0.01;
    scale += Math.min(scale * (model.scale === 'interval' ? 0.02 : 0.01), slip);
  }
  return scales;
};

/** Scales whose logarithms differ by less than this count as neighbours, of which only the best is refined. */
const neighbourhood = 0.05;

/** `lowest`: the fewest mismatches of any variant so far; hopeless points are left out. */
const coarse = (
  built: Built,
  reading: Reading,
  range: Range,
  { phases, refined }: Effort,
  lowest = Number.POSITIVE_INFINITY,
): Found[] => {
  const best = new Map<string, Found>();
  let fewest = lowest;
  // An even model is searched even when it is far off, because the same model with ticks is looked for near it.
  const slack = built.model.scale === 'interval' ? 2 * hopeless : hopeless;
  const room = new Int32Array(reading.times.length + 2);
  const look = (neighbours: string, scale: number, tried: number): void => {
    for (let step = 0; step < tried; step += 1) {
      const phase = (step / tried) * scale;
      const price = bestCount(built.variant.meter(scale, phase), reading, room, fewest + slack);
      if (price === undefined || price.cost >= (best.get(neighbours)?.cost ?? Number.POSITIVE_INFINITY)) continue;
      best.set(neighbours, { scale, phase, ...price });
      fewest = Math.min(fewest, price.mismatches);
    }
  };
  const { phased } = built.variant;
  // Likely windows come first: once a good one is known, worse ones can be given up early.
  if (built.model.scale === 'window')
    for (const window of roundWithin(range.shortest, range.longest))
      look(`round ${window}`, window, phased ? 4 * phases : 1);
  for (const scale of scalesOf(built, reading.span, range, phases))
    look(`${Math.round(Math.log(scale) / neighbourhood)}`, scale, phased ? phases : 1);
  return [...best.values()].sort((one, other) => one.cost - other.cost).slice(0, refined);
};

/** Shifts of the phase that are tried for a rounded window, as shares of the shift that the rounding causes over the whole trace. */
const roundShifts = [0, -0.125, 0.125, -0.25, 0.25, -0.375, 0.375, -0.5, 0.5];

const around = (count: number): number[] => [count - 1, count, count + 1].filter((near) => near >= 1);

/** The candidates that the descent met and that are about as good as its end. */
const descend = (built: Built, reading: Reading, start: Found, { phases }: Effort): Found[] => {
  const met: Found[] = [];
  let lowest = Number.POSITIVE_INFINITY;
  const isGood = ({ cost }: { cost: number }) => cost <= lowest + marginOf(lowest);
  /** The best of the counts near this one, unless all are worse than what was met. */
  const look = (point: Point, count: number): Found | undefined => {
    const meter = built.variant.meter(point.scale, point.phase);
    const prices = priced(meter, reading, around(count), lowest + marginOf(lowest));
    lowest = prices.reduce((least, { cost }) => Math.min(least, cost), lowest);
    const found = prices.filter(isGood).map((price) => ({ ...point, ...price }));
    met.push(...found);
    return found.length === 0 ? undefined : found.reduce((one, other) => (other.cost < one.cost ? other : one));
  };
  let here = look(start, start.count)!;
  let scaleStep = (start.scale / phases) * (built.variant.phased ? start.scale / reading.span : 0.2);
  let phaseStep = start.scale / phases / 2;
  const turns = Math.max(1, reading.span / start.scale);
  while (scaleStep * turns > finest || (built.variant.phased && phaseStep > finest)) {
    // The scale is changed around the middle of the trace, so that the phase there stays.
    const middle = Math.round((reading.times[0]! + reading.span / 2 - here.phase) / here.scale);
    const moves: Point[] = [scaleStep, -scaleStep].map((step) => ({
      scale: here.scale + step,
      phase: built.variant.phased ? here.phase - middle * step : 0,
    }));
    if (built.variant.phased)
      for (const step of [phaseStep, -phaseStep]) moves.push({ scale: here.scale, phase: here.phase + step });
    const before = here;
    for (const move of moves) {
      const there = look(move, before.count);
      if (there !== undefined && there.cost < here.cost) here = there;
    }
    if (here === before) {
      scaleStep /= 2;
      phaseStep /= 2;
    }
  }
  // Tries round figures nearby, because people configure round figures.
  const window = built.model.scale === 'window' ? here.scale : here.scale * here.count;
  for (const round of roundNear(window, window * 0.03)) {
    const scale = scaleOf(built.model, { count: here.count, window: round });
    const middle = Math.round((reading.times[0]! + reading.span / 2 - here.phase) / here.scale);
    const turned = here.phase - middle * (scale - here.scale);
    // A changed window fits the ends of the trace only when its phase is shifted as well.
    const slips = built.variant.phased ? roundShifts.map((share) => share * turns * Math.abs(scale - here.scale)) : [0];
    for (const slip of slips) look({ scale, phase: built.variant.phased ? turned + slip : 0 }, here.count);
  }
  return met.filter(isGood);
};

const candidateOf = (
  { model, variant }: Built,
  { scale, phase, count, cost, mismatches, waiting }: Found,
): Candidate => ({
  model: model.id,
  variant: variant.name,
  count,
  window: model.scale === 'window' ? scale : scale * count,
  ...(variant.phased ? { phase: ((phase % scale) + scale) % scale } : {}),
  cost: cost + (variant.handicap ?? 0),
  mismatches,
  waiting,
});

const isTicking = ({ model, variant }: Built): boolean => model.scale === 'interval' && variant.phased;

/** Good candidates of every variant, from the whole range; `enough` is a cost that leaves nothing to be explained. */
export const searched = (
  all: readonly Built[],
  reading: Reading,
  range: Range,
  effort: Effort,
  enough: number,
): Candidate[] => {
  const grids: { built: Built; found: Found[] }[] = [];
  let lowest = Number.POSITIVE_INFINITY;
  // Models without a phase are searched first, because they are quick and show early which others are hopeless.
  const cheapFirst = [...all].sort((one, other) => Number(one.variant.phased) - Number(other.variant.phased));
  for (const built of cheapFirst.filter((each) => !isTicking(each))) {
    const kin = grids.find((done) => done.built.model === built.model && done.built.variant.kin === built.variant.kin);
    // An interval is the window divided by the count.
    const scales = built.model.scale === 'window' ? range : { shortest: range.shortest / 50, longest: range.longest };
    const found = kin?.found ?? coarse(built, reading, scales, effort, lowest);
    grids.push({ built, found });
    lowest = Math.min(lowest, ...found.map(({ mismatches }) => mismatches));
  }
  const refine = (built: Built, found: readonly Found[]): Candidate[] =>
    found
      .filter(({ mismatches }) => mismatches <= lowest + hopeless)
      .flatMap((start) => descend(built, reading, start, effort))
      .map((point) => candidateOf(built, point));
  const candidates = grids.flatMap(({ built, found }) => refine(built, found));
  const even = grids.find(({ built }) => built.model.scale === 'interval')?.found[0];
  // A model with ticks differs little from the even one, so it is looked for near that one, and only when no simpler model fits.
  if (even === undefined || even.mismatches > lowest + 2 * hopeless) return candidates;
  if (candidates.some(({ cost }) => cost <= enough)) return candidates;
  const near = { shortest: even.scale * 0.95, longest: even.scale * 1.05 };
  const [first, ...others] = all.filter(isTicking);
  if (first === undefined) return candidates;
  const ticking = coarse(first, reading, near, effort);
  return [...candidates, ...[first, ...others].flatMap((built) => refine(built, ticking))];
};
