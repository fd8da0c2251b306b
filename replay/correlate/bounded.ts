// A map that keeps what was used last and forgets the rest, so that a recording of any length fits.
import { LRUCache } from 'lru-cache';

export class Bounded<Key extends string | number, Value extends {}> extends LRUCache<Key, Value> {
  constructor(most: number) {
    // By `max` it would take the memory of all that it may ever hold at once, for each copy of a replay.
    super({ maxSize: most, sizeCalculation: () => 1 });
  }
}
