// Bodies that come again and again: one copy stands for all of the same bytes, so that what was made of them once is found by identity.
//
// Most bodies of a long run come once. What is kept of such a one would only be thrown away later, when it is old and dear to collect:
// so a copy is made when its bytes come for the second time. A long body is kept itself when it comes first, because what is made of
// it is dear: its redaction, what it says as JSON, and what the judge says of it.
import { crc32 } from 'node:zlib';

/** A short body may be a small part of all that was read with it. */
const short = 64 * 1024;
/** The list of a user with thousands of cards is some megabytes long. */
const longest = 8 * 1024 * 1024;

/** Copies by checksum: those that were kept or found last, up to so many bytes. */
class Copies {
  readonly #copies = new Map<number, Buffer>();
  readonly #most: number;
  #bytes = 0;

  constructor(most: number) {
    this.#most = most;
  }

  find(checksum: number, body: Uint8Array): Buffer | undefined {
    const copy = this.#copies.get(checksum);
    if (!copy?.equals(body)) return undefined;
    this.keep(checksum, copy);
    return copy;
  }

  keep(checksum: number, copy: Buffer): void {
    this.#remove(checksum);
    this.#copies.set(checksum, copy);
    this.#bytes += copy.length;
    for (const oldest of this.#copies.keys()) {
      if (this.#bytes <= this.#most) return;
      this.#remove(oldest);
    }
  }

  #remove(checksum: number): void {
    this.#bytes -= this.#copies.get(checksum)?.length ?? 0;
    this.#copies.delete(checksum);
  }
}

const shortOnes = new Copies(4 * 1024 * 1024);
/** There is room for the lists of such a user in each version, order, status and type. */
const longOnes = new Copies(32 * 1024 * 1024);

const mostMet = 20_000;

/** The checksums of short bodies that came once. */
let met = new Set<number>();
/** Bodies that were looked up already, and copies. */
const settled = new WeakSet<Uint8Array>();

/** The copy that stands for these bytes, which nobody changes; the body itself where there is none. */
export function sameBytes(body: Uint8Array): Uint8Array {
  if (body.length === 0 || body.length > longest || settled.has(body)) return body;
  const checksum = crc32(body);
  const isShort = body.length <= short;
  const copies = isShort ? shortOnes : longOnes;
  const known = copies.find(checksum, body);
  if (known) return known;
  if (isShort && !met.has(checksum)) {
    if (met.size >= mostMet) met = new Set();
    met.add(checksum);
    settled.add(body);
    return body;
  }
  const copy = isShort ? Buffer.alloc(body.length, body) : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  copies.keep(checksum, copy);
  settled.add(copy);
  return copy;
}
