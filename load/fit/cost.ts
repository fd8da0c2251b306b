// How badly a limiter explains a reading: the decisions that it would have made differently, weighted by how wrong the times would have
// to be for it to be right.
import type { Meter } from '../models/model.ts';
import type { Reading } from './reading.ts';

/** How far a moment is moved, in units of its blur, to see whether the decision is right there. */
const offsets = [0, 1, 2, 3] as const;
/** The cost of each of these moves, about the negative logarithm of its probability; the last is for a decision that none makes right. */
const costs = [0, 0.4, 1.6, 3] as const;
const inexplicable = 5;
/** The cost of an unpredicted wait. It is low, because the machine may have paused; many of them, as from a queue, add up. */
const strayWait = 1;

/** Whether an answer came so late, or so early, that jitter does not explain it. */
const strays = (wait: number, blur: number): boolean => Math.abs(wait) > 4 * blur + 4;

export interface Priced {
  readonly count: number;
  readonly cost: number;
  /** Decisions that differ at the moments of the reading. */
  readonly mismatches: number;
  /** The part of the cost that is for answers which came later than they should have. */
  readonly waiting: number;
}

const hair = 1e-9;
/** The least count with which an arrival at this level is admitted. */
const needed = (level: number): number => Math.ceil(level + 1 - hair);

/** Arrivals between two checks whether every count is hopeless already. */
const stretch = 32;

/**
 * Counts the mismatches for every count at once. The meter is given the observed decisions, not its own, so that one odd answer costs
 * one mismatch and not a series. `change` is a zeroed buffer with one more entry than arrivals: how many more mismatches a count has than
 * the count below. Undefined when no count stays within `limit`; this is noticed early, so that most grid points cost little.
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
