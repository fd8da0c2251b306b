// A map that keeps what was used last and forgets the rest, so that a recording of any length fits.
//
// It has two halves: an entry that is used moves to the newer one, and when that is full, the older one is dropped. So it holds at most
// `most` entries and at least the half of that which was used last, with less work than an exact order of uses.
export class Bounded<Key extends string | number, Value extends {}> {
  readonly #half: number;
  #newer = new Map<Key, Value>();
  #older = new Map<Key, Value>();

  constructor(most: number) {
    this.#half = Math.ceil(most / 2);
  }

  get isEmpty(): boolean {
    return this.#newer.size + this.#older.size === 0;
  }

  get(key: Key): Value | undefined {
    const known = this.#newer.get(key);
    if (known !== undefined) return known;
    const older = this.#older.get(key);
    if (older !== undefined) this.set(key, older);
    return older;
  }

  set(key: Key, value: Value): void {
    this.#newer.set(key, value);
    if (this.#newer.size < this.#half) return;
    this.#older = this.#newer;
    this.#newer = new Map();
  }
}
