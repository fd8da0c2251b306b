// Packs many lines of a recording into one, which is at most a tenth as long, because exchanges of one run are much alike.
//
// A packed line is text, begins and ends like other lines, and is appended like them. So several processes may share the file, and a torn,
// changed or lost line is detected like any other.
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { packedLine } from './line.ts';

/** The most bytes of lines that are packed together, and the most that one packed byte may stand for. A line that claims more is an attack. */
const most = 16 * 1024 * 1024;
const mostOfOne = 4096;
/** Fewer bytes than this gain almost nothing. */
const least = 1024;

const newline = 10;

/** Packs the lines, with their newlines, as they are to be written. */
export const packed = (lines: Buffer): Buffer => {
  if (lines.length < least || lines.length > most) return lines;
  // The fastest quality is enough, because it searches back over all the lines, which matters more here than a careful search.
  const coded = brotliCompressSync(lines, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_SIZE_HINT]: lines.length },
  });
  if (lines.length > coded.length * mostOfOne) return lines;
  const line = Buffer.from(packedLine(coded));
  return line.length < lines.length ? line : lines;
};

/** Unpacks the lines, without their newlines; yields nothing if the bytes are no packed lines. */
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
