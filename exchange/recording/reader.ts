// Reads a recording as a stream: its exchanges, and a report of all damaged bytes.
import type { Exchange, RecordedExchange } from '../exchange.ts';
import { Chunks, isTornPacking, openFile } from '../traffic/bytes.ts';
import { beginningLength, recognised } from '../traffic/recognition.ts';
import { format, type Line, lineBeginning, type RecordingHeader, readLine } from './line.ts';
import { unpacked } from './packing.ts';

/** Offsets count the bytes of the recording, after unpacking if it is packed. */
export type RecordingItem =
  | { readonly kind: 'header'; readonly header: RecordingHeader; readonly offset: number }
  | { readonly kind: 'exchange'; readonly exchange: Exchange; readonly offset: number }
  /** A request whose answer was not recorded. */
  | { readonly kind: 'request'; readonly exchange: RecordedExchange; readonly offset: number }
  | { readonly kind: 'damage'; readonly offset: number; readonly length: number; readonly reason: string };

/** The file is no recording, or its format is not known here. */
export class RecordingError extends Error {}

const newline = 10;
// Far more than the two bodies that a client keeps; a longer stretch without a newline is no line.
const longestLine = 128 * 1024 * 1024;

interface Stretch {
  readonly bytes: Buffer;
  readonly offset: number;
  readonly length: number;
  /** `endless` if it was too long to be kept. */
  readonly end: 'newline' | 'file' | 'endless' | 'packing';
}

async function* stretches(chunks: AsyncIterable<Buffer>): AsyncGenerator<Stretch> {
  let held: Buffer[] = [];
  let heldLength = 0;
  let offset = 0;
  const taken = (end: Stretch['end']): Stretch => {
    const bytes = held.length === 1 ? (held[0] as Buffer) : Buffer.concat(held);
    const stretch = { bytes, offset, length: heldLength, end: heldLength > longestLine ? 'endless' : end } as const;
    held = [];
    offset += heldLength + 1;
    heldLength = 0;
    return stretch;
  };
  const hold = (bytes: Buffer): void => {
    heldLength += bytes.length;
    if (heldLength <= longestLine) held.push(bytes);
    else held = [];
  };
  try {
    for await (const chunk of chunks) {
      let start = 0;
      for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
        hold(chunk.subarray(start, end));
        yield taken('newline');
        start = end + 1;
      }
      if (start < chunk.length) hold(chunk.subarray(start));
    }
  } catch (error) {
    if (!isTornPacking(error)) throw error;
    yield taken('packing');
    return;
  }
  if (heldLength > 0) yield taken('file');
}

const damageReasons: Readonly<Record<Stretch['end'], string | undefined>> = {
  newline: undefined,
  file: 'the last line is torn',
  packing: 'the packed file is torn',
  endless: `no newline within ${longestLine} bytes`,
};

/** The whole line behind a torn one, where another process went on writing. */
const recovered = (bytes: Buffer): { readonly line: Line; readonly at: number } | undefined => {
  for (let at = bytes.indexOf(lineBeginning, 1); at >= 0; at = bytes.indexOf(lineBeginning, at + 1)) {
    const line = readLine(bytes.subarray(at));
    if (line.kind !== 'broken') return { line, at };
  }
  return undefined;
};

type Plain = Exclude<Line, { kind: 'broken' | 'packed' }>;

const itemOf = (line: Plain, offset: number, path: string): RecordingItem => {
  if (line.kind === 'header') {
    if (line.header.format !== format)
      throw new RecordingError(`${path} has the recording format ${line.header.format}; this version reads ${format}`);
    return { kind: 'header', header: line.header, offset };
  }
  const { exchange } = line;
  return exchange.outcome === undefined
    ? { kind: 'request', exchange, offset }
    : { kind: 'exchange', exchange: exchange as Exchange, offset };
};

const strangePacking = 'what is packed in the line cannot be unpacked';

/** All items of a packed line, at the place of that line. */
function* itemsOf(
  line: Exclude<Line, { kind: 'broken' }>,
  { offset, length }: { readonly offset: number; readonly length: number },
  path: string,
): Generator<RecordingItem> {
  if (line.kind !== 'packed') {
    yield itemOf(line, offset, path);
    return;
  }
  let isEmpty = true;
  for (const bytes of unpacked(line.coded)) {
    isEmpty = false;
    const inner = readLine(bytes);
    if (inner.kind === 'header' || inner.kind === 'exchange') yield itemOf(inner, offset, path);
    else {
      // This is no torn line, and whoever made it may have packed millions of such lines, so the rest is skipped.
      yield { kind: 'damage', offset, length, reason: strangePacking };
      return;
    }
  }
  if (isEmpty) yield { kind: 'damage', offset, length, reason: strangePacking };
}

/** Holds only one line at a time, packed or not, for files of any length. Gzip is unpacked under any file name. */
export async function* readRecording(path: string): AsyncGenerator<RecordingItem> {
  const chunks = new Chunks(openFile(path));
  const beginning = await chunks.beginning(beginningLength);
  if (beginning.length > 0 && recognised(beginning).kind !== 'recording') {
    await chunks.close();
    throw new RecordingError(`${path} is not a recording`);
  }
  yield* readRecordingFrom(chunks, path);
}

/** The same from a stream that is already open. */
export async function* readRecordingFrom(chunks: AsyncIterable<Buffer>, path: string): AsyncGenerator<RecordingItem> {
  for await (const { bytes, offset, length, end } of stretches(chunks)) {
    if (length === 0 && end === 'newline') continue;
    const line = end === 'endless' ? ({ kind: 'broken', reason: '' } as const) : readLine(bytes);
    if (line.kind !== 'broken') {
      yield* itemsOf(line, { offset, length }, path);
      if (end === 'packing')
        yield { kind: 'damage', offset: offset + length, length: 0, reason: 'the packed file is torn' };
      continue;
    }
    const rest = end === 'endless' ? undefined : recovered(bytes);
    yield { kind: 'damage', offset, length: rest?.at ?? length, reason: damageReasons[end] ?? line.reason };
    if (rest && rest.line.kind !== 'broken')
      yield* itemsOf(rest.line, { offset: offset + rest.at, length: length - rest.at }, path);
  }
}
