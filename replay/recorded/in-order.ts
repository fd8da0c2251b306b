// Brings entries into the order in which their requests were sent: files have them in the order in which they ended.
import type { Entry } from './entries.ts';

type Exchange = Extract<Entry, { kind: 'exchange' }>;

// Memory is bounded: an exchange that lies further back than this in its file goes out when it is met.
const mostHeld = 2048;
const mostBytes = 16 * 1024 * 1024;

const startOf = ({ exchange }: Exchange): number => exchange.times.startedAt;
const bytesOf = ({ exchange: { request, outcome } }: Exchange): number =>
  500 + (request.body?.length ?? 0) + (outcome?.kind === 'answered' ? outcome.response.body.length : 0);

/** A heap with the earliest at its root. */
class Earliest {
  readonly #entries: Exchange[] = [];

  get size(): number {
    return this.#entries.length;
  }

  add(entry: Exchange): void {
    const entries = this.#entries;
    let at = entries.push(entry) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (startOf(entries[parent]!) <= startOf(entry)) break;
      entries[at] = entries[parent]!;
      at = parent;
    }
    entries[at] = entry;
  }

  take(): Exchange {
    const entries = this.#entries;
    const first = entries[0]!;
    const last = entries.pop()!;
    if (entries.length === 0) return first;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= entries.length) break;
      if (child + 1 < entries.length && startOf(entries[child + 1]!) < startOf(entries[child]!)) child += 1;
      if (startOf(last) <= startOf(entries[child]!)) break;
      entries[at] = entries[child]!;
      at = child;
    }
    entries[at] = last;
    return first;
  }
}

export async function* inOrder(entries: AsyncIterable<Entry>): AsyncGenerator<Entry> {
  const waiting = new Earliest();
  let bytes = 0;
  for await (const entry of entries) {
    if (entry.kind === 'unusable') {
      yield entry;
      continue;
    }
    waiting.add(entry);
    bytes += bytesOf(entry);
    while (waiting.size > mostHeld || bytes > mostBytes) {
      const earliest = waiting.take();
      bytes -= bytesOf(earliest);
      yield earliest;
    }
  }
  while (waiting.size > 0) yield waiting.take();
}
