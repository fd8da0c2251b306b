// Estimates how long the rest of a run takes from its pace in the last seconds.

/** Milliseconds. */
const lately = 30_000;
const tooSoon = 20_000;

export class Estimate {
  readonly #started: number;
  #done: number[] = [];

  constructor(started = Date.now()) {
    this.#started = started;
  }

  /** A test is done. */
  note(now = Date.now()): void {
    this.#done.push(now);
  }

  /** Undefined while too few tests are done for an estimate: the first checks take long, and none ends meanwhile. */
  left(remaining: number, now = Date.now()): string | undefined {
    this.#done = this.#done.filter((at) => at > now - lately);
    if (remaining === 0 || now - this.#started < tooSoon || this.#done.length < 2) return undefined;
    const seconds = ((remaining / this.#done.length) * Math.min(lately, now - this.#started)) / 1000;
    if (seconds < 95) return `about ${Math.max(10, Math.round(seconds / 10) * 10)} s left`;
    return `about ${Math.round(seconds / 60)} min left`;
  }
}
