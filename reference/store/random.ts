// Repeatable chance: the same seed and label give the same values on every machine.
import { createHash } from 'node:crypto';

export interface Random {
  /** From `low` to `high`, both included. */
  integer(low: number, high: number): number;
  pick<T>(list: readonly T[]): T;
  /** True with this probability, from 0 to 1. */
  chance(share: number): boolean;
  /** With two decimals. */
  amount(low: number, high: number): number;
}

export const createRandom = (seed: number, label: string): Random => {
  let state = createHash('sha256').update(`${seed}/${label}`).digest().readUInt32LE(0);
  // mulberry32
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
  const integer = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  return {
    integer,
    pick: (list) => list[integer(0, list.length - 1)]!,
    chance: (share) => next() < share,
    amount: (low, high) => integer(low * 100, high * 100) / 100,
  };
};

/** A UUID made from the label alone and not from the seed, so that one profile fits every seed. */
export const uuidOf = (label: string): string => {
  const bytes = createHash('sha256').update(`assay reference/${label}`).digest().subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
};
