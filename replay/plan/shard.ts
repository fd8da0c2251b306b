// Splits a recording among machines that do not talk to each other: the same key is in the same shard everywhere.
import { createHash } from 'node:crypto';
import { Bounded } from '../correlate/bounded.ts';

export interface Shard {
  /** From 1 to `count`. */
  readonly index: number;
  readonly count: number;
}

const mostRemembered = 50_000;

export const createSharding = ({ index, count }: Shard): ((key: string) => boolean) => {
  const known = new Bounded<string, number>(mostRemembered);
  return (key) => {
    const found = known.get(key) ?? (createHash('sha256').update(key).digest().readUInt32BE(0) % count) + 1;
    known.set(key, found);
    return found === index;
  };
};
