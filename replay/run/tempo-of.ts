// Counts how often something happened within the last second, five, ten and sixty: now, and at most so far.

const windows = [1_000, 5_000, 10_000, 60_000] as const;
const mostKept = 20_000;

export class TempoOf {
  #moments: number[] = [];
  #start = 0;
  readonly #most = windows.map(() => 0);

  /** `at` in milliseconds, ascending but for small steps back. */
  note(at: number): void {
    this.#moments.push(at);
    while (this.#moments.length - this.#start > mostKept || (this.#moments[this.#start] ?? at) < at - 60_000)
      this.#start += 1;
    if (this.#start > mostKept) {
      this.#moments = this.#moments.slice(this.#start);
      this.#start = 0;
    }
    this.counts(at).forEach((count, index) => {
      if (count > this.#most[index]!) this.#most[index] = count;
    });
  }

  /** By window, shortest first. */
  counts(now: number): number[] {
    return windows.map((window) => this.#moments.length - this.#firstAfter(now - window));
  }

  get most(): readonly number[] {
    return this.#most;
  }

  #firstAfter(moment: number): number {
    let [low, high] = [this.#start, this.#moments.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#moments[middle]! > moment) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
