// Bodies that come again and again: one copy stands for all of the same bytes, so that what was made of them once is found by identity.
//
// Most bodies of a long run come once. What is kept of such a one would only be thrown away later, when it is old and dear to collect:
// so a copy is made when its bytes come for the second time.
import { crc32 } from 'node:zlib';

/** A longer one is rare, and dear to keep. */
const longest = 64 * 1024;
const mostBytes = 4 * 1024 * 1024;
const mostMet = 20_000;

/** The copies, by checksum, and the checksums of what came once. */
let kept = new Map<number, Buffer>();
let bytes = 0;
let met = new Set<number>();
/** Bodies that were looked up already, and copies. */
const settled = new WeakSet<Uint8Array>();

/** The copy that stands for these bytes, which nobody changes; the body itself where there is none. */
export function sameBytes(body: Uint8Array): Uint8Array {
  if (body.length === 0 || body.length > longest || settled.has(body)) return body;
  const checksum = crc32(body);
  const known = kept.get(checksum);
  if (known?.equals(body)) return known;
  if (!met.has(checksum)) {
    if (met.size >= mostMet) met = new Set();
    met.add(checksum);
    settled.add(body);
    return body;
  }
  bytes += body.length - (known?.length ?? 0);
  if (bytes > mostBytes) {
    kept = new Map();
    bytes = body.length;
  }
  // A body that has just come may be a small part of all that was read with it.
  const copy = Buffer.alloc(body.length, body);
  kept.set(checksum, copy);
  settled.add(copy);
  return copy;
}
