// Many lines of a recording as one: a tenth of their length and less, because exchanges of one run are much alike.
//
// Such a line is text, begins and ends like the others, and is appended like them. So several processes may share the file, and
// what is torn, changed or lost of it is told as of any other line.
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { packedLine } from './line.ts';

/** Bytes of lines that are packed together at most, and how many of them one byte may stand for: what claims more is a trap. */
const most = 16 * 1024 * 1024;
const mostOfOne = 4096;
/** Bytes that gain next to nothing. */
const least = 1024;

const newline = 10;

/** The lines with their newlines, as they are to be written. */
export const packed = (lines: Buffer): Buffer => {
  if (lines.length < least || lines.length > most) return lines;
  // The quickest quality looks back over the whole of it, which does more here than looking well.
  const coded = brotliCompressSync(lines, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_SIZE_HINT]: lines.length },
  });
  if (lines.length > coded.length * mostOfOne) return lines;
  const line = Buffer.from(packedLine(coded));
  return line.length < lines.length ? line : lines;
};

/** Without their newlines; nothing at all when it is nothing of the kind. */
export function* unpacked(coded: Buffer): Generator<Buffer> {
  let bytes: Buffer;
  try {
    bytes = brotliDecompressSync(coded, { maxOutputLength: Math.min(most, coded.length * mostOfOne) });
  } catch {
    return;
  }
  for (let start = 0; start < bytes.length; ) {
    const found = bytes.indexOf(newline, start);
    const end = found < 0 ? bytes.length : found;
    yield bytes.subarray(start, end);
    start = end + 1;
  }
}
