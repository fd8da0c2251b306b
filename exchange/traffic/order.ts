// Puts exchanges in the order of their start. Traffic files are nearly in that order, but most write an exchange when it ends. So it is
// enough to hold some back for a while, which needs little memory for files of any length.
import type { TrafficItem } from './item.ts';

type Exchanged = Extract<TrafficItem, { kind: 'exchange' }>;

interface Held {
  readonly exchanges: number;
  readonly bytes: number;
}

const mostHeld: Held = { exchanges: 20_000, bytes: 48 * 1024 * 1024 };

const sizeOf = ({ exchange: { request, outcome } }: Exchanged): number =>
  1_000 + (request.body?.length ?? 0) + (outcome?.kind === 'answered' ? outcome.response.body.length : 0);

const begins = ({ exchange }: Exchanged): number => exchange.times.startedAt;

interface Waiting {
  readonly item: Exchanged;
  readonly began: number;
  readonly arrival: number;
}

const isBefore = (one: Waiting, other: Waiting): boolean =>
  one.began < other.began || (one.began === other.began && one.arrival < other.arrival);

/** A binary heap: the exchange that began first is on top; of two with the same start, the one that came first. */
class Heap {
  readonly #items: Waiting[] = [];
  #arrivals = 0;

  get size(): number {
    return this.#items.length;
  }

  add(item: Exchanged): void {
    const items = this.#items;
    const added = { item, began: begins(item), arrival: this.#arrivals };
    this.#arrivals += 1;
    let at = items.push(added) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (!isBefore(added, items[above]!)) break;
      items[at] = items[above]!;
      at = above;
    }
    items[at] = added;
  }

  take(): Exchanged | undefined {
    const items = this.#items;
    const first = items[0]?.item;
    const last = items.pop();
    if (items.length === 0 || !last) return first;
    let at = 0;
    for (;;) {
      const left = 2 * at + 1;
      if (left >= items.length) break;
      const right = left + 1;
      const least = right < items.length && isBefore(items[right]!, items[left]!) ? right : left;
      if (!isBefore(items[least]!, last)) break;
      items[at] = items[least]!;
      at = least;
    }
    items[at] = last;
    return first;
  }
}

/** An exchange that comes too late is passed on at once, after some that began later. */
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
