// Counts events in traffic by their reason, each with the place of the first.
export interface Met {
  readonly reason: string;
  readonly count: number;
  readonly first: string;
}

const mostReasons = 200;

export class ByReason {
  readonly #met = new Map<string, Met>();

  enter(why: string, where: string): void {
    const reason = this.#met.has(why) || this.#met.size < mostReasons ? why : 'other reasons';
    const { count, first } = this.#met.get(reason) ?? { count: 0, first: where };
    this.#met.set(reason, { reason, count: count + 1, first });
  }

  get met(): readonly Met[] {
    return [...this.#met.values()];
  }
}
