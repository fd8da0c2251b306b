// How badly one limiter explains a reading: what it would have decided otherwise, weighed by how far the times would
// have to be off for it to be right after all.
import type { Meter } from '../models/model.ts';
import type { Reading } from './reading.ts';

/** In blurs: how far a moment is moved to see whether the decision comes out right there. */
const offsets = [0, 1, 2, 3] as const;
/** What each of them costs, and what it costs when none helps: roughly the surprise, in powers of e. */
const costs = [0, 0.4, 1.6, 3] as const;
const inexplicable = 5;
/** An unpredicted wait may be a pause of the machine: each costs little, a queue's worth of them much. */
const strayWait = 1;

/** Whether an answer came so late, or so early, that jitter does not explain it. */
const strays = (wait: number, blur: number): boolean => Math.abs(wait) > 4 * blur + 4;

export interface Priced {
  readonly count: number;
  readonly cost: number;
  /** Decisions that come out otherwise at the moments as read. */
  readonly mismatches: number;
  /** The part of the cost that is for answers which came later than they should have. */
  readonly waiting: number;
}

const hair = 1e-9;
/** The least count with which an arrival at this level is admitted. */
const needed = (level: number): number => Math.ceil(level + 1 - hair);

/** Arrivals between two looks at whether a replay can still come to anything. */
const stretch = 32;

/**
 * Mismatches for every count at once. The meter is told what was observed, not what it would have decided, so that one
 * odd answer costs one mismatch and not a row of them. `change` is room to write in, all zero, for one more than there are
 * arrivals; by count, how many mismatches more there are with it than with one less. Nothing when no count stays within
 * `limit`, which is noticed as early as can be: of most points of a grid only the beginning is replayed.
 */
export const bestCount = (
  meter: Meter,
  { times, admitted }: Reading,
  change: Int32Array,
  limit: number,
): Priced | undefined => {
  let most = 1;
  let wrong = 0;
  const best = { count: 1, mismatches: 0 };
  const leastSoFar = (): number => {
    best.mismatches = Number.POSITIVE_INFINITY;
    let mismatches = wrong;
    for (let count = 1; count <= most; count += 1) {
      mismatches += change[count]!;
      if (mismatches >= best.mismatches) continue;
      best.mismatches = mismatches;
      best.count = count;
    }
    return best.mismatches;
  };
  let i = 0;
  for (let end = stretch; i < times.length && leastSoFar() <= limit; end += stretch)
    for (; i < end && i < times.length; i += 1) {
      const time = times[i]!;
      const own = admitted[i]!;
      const least = needed(meter.level(time));
      meter.note(time, own);
      if (least > most) most = least;
      if (own) wrong += 1;
      change[least]! += own ? -1 : 1;
    }
  const mismatches = leastSoFar();
  change.fill(0, 0, most + 1);
  return mismatches <= limit ? { ...best, cost: mismatches, waiting: 0 } : undefined;
};

/** The cost of each of these counts; nothing when all of them cost more than the limit. */
export const priced = (meter: Meter, reading: Reading, counts: readonly number[], limit: number): Priced[] => {
  const { times, admitted, waited, blur, blurs } = reading;
  const sums = counts.map(() => 0);
  const wrongs = counts.map(() => 0);
  let waiting = 0;
  for (let i = 0; i < times.length; i += 1) {
    if (i % stretch === 0 && waiting + Math.min(...sums) > limit) return [];
    const time = times[i]!;
    const own = admitted[i]!;
    const least = needed(meter.level(time));
    for (let c = 0; c < counts.length; c += 1) {
      const count = counts[c]!;
      if (least <= count === own) continue;
      wrongs[c]! += 1;
      sums[c]! += inexplicable;
      for (let k = 1; k < offsets.length; k += 1) {
        const distance = offsets[k]! * blurs[i]!;
        if (
          needed(meter.level(time - distance)) <= count === own ||
          needed(meter.level(time + distance)) <= count === own
        ) {
          sums[c]! += costs[k]! - inexplicable;
          break;
        }
      }
    }
    if (own && strays(waited[i]! - (meter.wait?.(time) ?? 0), blur)) waiting += strayWait;
    meter.note(time, own);
  }
  return counts.map((count, c) => ({ count, cost: sums[c]! + waiting, mismatches: wrongs[c]!, waiting }));
};
