// Bodies that come again and again. One copy is used for all bodies of the same bytes, so that results are found by the identity of the copy.
//
// Most bodies of a long run come only once, and to keep these would only burden the garbage collector. So a short body is copied when its
// bytes come for the second time. A long body is kept itself when it first comes, because its redaction, its JSON and its judgement are
// expensive.
import { crc32 } from 'node:zlib';

/** A short body is copied, because it may be a small part of a large buffer, which it would keep in memory. */
const short = 64 * 1024;
/** The list of a user with thousands of cards is some megabytes long. */
const longest = 8 * 1024 * 1024;

/** Copies by checksum: the ones kept or found last, up to a number of bytes. */
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
/** Room for the lists of such a user in each version, order, status and type. */
const longOnes = new Copies(32 * 1024 * 1024);

const mostMet = 20_000;

/** The checksums of short bodies that came once. */
let met = new Set<number>();
/** Bodies that were looked up already, and copies. */
const settled = new WeakSet<Uint8Array>();

/** The copy for these bytes, which must not be changed; the body itself where there is none. */
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
