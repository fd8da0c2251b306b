// A map that keeps what was used last and forgets the rest, so that a recording of any length fits.

export class Bounded<Key, Value> {
  readonly #most: number;
  readonly #entries = new Map<Key, Value>();
  forgotten = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get(key: Key): Value | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    // Only the oldest half need be told apart, so that most reads move nothing.
    if (this.#entries.size > this.#most / 2) {
      this.#entries.delete(key);
      this.#entries.set(key, value);
    }
    return value;
  }

  set(key: Key, value: Value): void {
    this.#entries.set(key, value);
    if (this.#entries.size <= this.#most) return;
    const oldest = this.#entries.keys().next().value as Key;
    this.#entries.delete(oldest);
    this.forgotten += 1;
  }

  get size(): number {
    return this.#entries.size;
  }
}
