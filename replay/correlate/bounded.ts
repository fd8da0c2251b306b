// A map that keeps what was used last and forgets the rest, so that a recording of any length fits.
//
// It has two halves: what is used goes into the newer one, and when that is full, the older one is forgotten. This keeps at least
// the `most` that were used last, and at most twice as many, for less work than an exact order of their use takes.
export class Bounded<Key extends string | number, Value extends {}> {
  readonly #most: number;
  #newer = new Map<Key, Value>();
  #older = new Map<Key, Value>();

  constructor(most: number) {
    this.#most = most;
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
    if (this.#newer.size < this.#most) return;
    this.#older = this.#newer;
    this.#newer = new Map();
  }
}
