// Bodies that come again and again: one copy stands for all of the same bytes, so that what was made of them once is found by identity.
import { crc32 } from 'node:zlib';

/** A longer one is rare, and dear to keep. */
const longest = 64 * 1024;
const mostBytes = 4 * 1024 * 1024;

let kept = new Map<number, Buffer>();
let isKept = new WeakSet<Uint8Array>();
let bytes = 0;

/** The copy that stands for these bytes, which nobody changes; the body itself where it is too long for one. */
export function sameBytes(body: Uint8Array): Uint8Array {
  if (body.length === 0 || body.length > longest || isKept.has(body)) return body;
  const checksum = crc32(body);
  const known = kept.get(checksum);
  if (known?.equals(body)) return known;
  bytes += body.length - (known?.length ?? 0);
  if (bytes > mostBytes) {
    kept = new Map();
    isKept = new WeakSet();
    bytes = body.length;
  }
  // A body that has just come may be a small part of all that was read with it.
  const copy = Buffer.alloc(body.length, body);
  kept.set(checksum, copy);
  isKept.add(copy);
  return copy;
}
