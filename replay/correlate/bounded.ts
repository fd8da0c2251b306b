// A map that keeps what was used last and forgets the rest, so that a recording of any length fits.
//
// It has two halves: what is used goes into the newer one, and when that is full, the older one is forgotten. So it never holds more
// than `most`, and always the half of it that was used last, for less work than an exact order of all uses takes.
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
