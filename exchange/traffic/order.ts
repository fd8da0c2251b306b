// Puts exchanges in the order in which they began. Traffic files are nearly in that order: most write an exchange down when
// it ends. So it is enough to hold some back for a while, and memory stays bounded however long the file is.
import type { TrafficItem } from './item.ts';

type Exchanged = Extract<TrafficItem, { kind: 'exchange' }>;

export interface Held {
  readonly exchanges: number;
  readonly bytes: number;
}

const mostHeld: Held = { exchanges: 20_000, bytes: 48 * 1024 * 1024 };

const sizeOf = ({ exchange: { request, outcome } }: Exchanged): number =>
  1_000 + (request.body?.length ?? 0) + (outcome?.kind === 'answered' ? outcome.response.body.length : 0);

const begins = ({ exchange }: Exchanged): number => exchange.times.startedAt;

/** A binary heap: the exchange that began first is on top, and of two that began at once the one that came first. */
class Heap {
  readonly #items: { readonly item: Exchanged; readonly arrival: number }[] = [];
  #arrivals = 0;

  get size(): number {
    return this.#items.length;
  }

  #before(one: number, other: number): boolean {
    const [a, b] = [this.#items[one]!, this.#items[other]!];
    return begins(a.item) - begins(b.item) < 0 || (begins(a.item) === begins(b.item) && a.arrival < b.arrival);
  }

  #swap(one: number, other: number): void {
    [this.#items[one], this.#items[other]] = [this.#items[other]!, this.#items[one]!];
  }

  add(item: Exchanged): void {
    this.#items.push({ item, arrival: this.#arrivals });
    this.#arrivals += 1;
    for (let at = this.#items.length - 1; at > 0 && this.#before(at, (at - 1) >> 1); at = (at - 1) >> 1)
      this.#swap(at, (at - 1) >> 1);
  }

  take(): Exchanged | undefined {
    const first = this.#items[0]?.item;
    const last = this.#items.pop();
    if (this.#items.length === 0 || !last) return first;
    this.#items[0] = last;
    for (let at = 0; ; ) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      let least = at;
      if (left < this.#items.length && this.#before(left, least)) least = left;
      if (right < this.#items.length && this.#before(right, least)) least = right;
      if (least === at) return first;
      this.#swap(at, least);
      at = least;
    }
  }
}

/** What came later than could be waited for is passed on at once, behind what began after it. */
export async function* inOrder(items: AsyncIterable<TrafficItem>, most: Held = mostHeld): AsyncGenerator<TrafficItem> {
  const held = new Heap();
  let bytes = 0;
  for await (const item of items) {
    if (item.kind !== 'exchange') {
      yield item;
      continue;
    }
    held.add(item);
    bytes += sizeOf(item);
    while (held.size > most.exchanges || bytes > most.bytes) {
      const next = held.take()!;
      bytes -= sizeOf(next);
      yield next;
    }
  }
  for (let next = held.take(); next; next = held.take()) yield next;
}
