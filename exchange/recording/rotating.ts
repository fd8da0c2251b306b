// A recording with only one writer. A torn end is cut off, and segments are closed and packed one by one.
//
//   traffic.ndjson              the segment that is being written
//   traffic.0001.ndjson.gz      the closed segments; `.ndjson` until they are packed
//   .traffic.ndjson.lock        the process that writes
//
// A segment is packed into a new file, which replaces the plain one when it is complete, so that a reader finds every exchange
// once, even if the writer is killed.
import {
  closeSync,
  createReadStream,
  createWriteStream,
  existsSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { RecordedExchange } from '../exchange.ts';
import { makeFolder } from '../folder.ts';
import { closedSegments, segmentPath } from '../traffic/files.ts';
import { beginningLength, recognised } from '../traffic/recognition.ts';
import { isAlive } from './alive.ts';
import { RecordingError } from './reader.ts';
import { openRecording, type RecordingOptions, type RecordingWriter } from './recording.ts';

interface RotatingOptions extends RecordingOptions {
  /** Bytes after which a segment is closed and a new one begins. */
  readonly segmentSize: number;
  /** Called when a closed segment could not be packed and stays as it is. */
  onPackingFailure?(path: string, error: Error): void;
}

export interface RotatingRecording {
  append(exchange: RecordedExchange): Promise<void>;
  flush(): Promise<void>;
  close(): Promise<void>;
  /** Gives up after a failed write; everything since the last flush is cut off. */
  abandon(): Promise<void>;
  /** The number of appended exchanges that are certainly in the files. */
  readonly kept: number;
  /** Bytes of a torn last line that were cut off when the recording was opened. */
  readonly torn: number;
  readonly segments: number;
}

const newline = 10;
const lookBack = 64 * 1024;

/** Cuts off everything behind the last newline. Returns the number of bytes. */
const cutTorn = (path: string): number => {
  const file = openSync(path, 'r+');
  try {
    const { size } = fstatSync(file);
    const bytes = Buffer.alloc(lookBack);
    let end = size;
    while (end > 0) {
      const from = Math.max(0, end - lookBack);
      const length = readSync(file, bytes, 0, end - from, from);
      const found = bytes.subarray(0, length).lastIndexOf(newline);
      end = found < 0 ? from : from + found + 1;
      if (found >= 0) break;
    }
    if (end < size) ftruncateSync(file, end);
    return size - end;
  } finally {
    closeSync(file);
  }
};

const beginningOf = (path: string): Buffer => {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(beginningLength);
    return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, 0));
  } finally {
    closeSync(file);
  }
};

const refuseForeign = (path: string): void => {
  const beginning = beginningOf(path);
  if (beginning.length > 0 && recognised(beginning).kind !== 'recording')
    throw new RecordingError(`${path} is there already, and is no recording`);
};

/** Two writers would each rotate the files of the other. */
const lock = (path: string): (() => void) => {
  const file = join(dirname(path), `.${basename(path)}.lock`);
  const holder = existsSync(file) ? Number(readFileSync(file, 'utf8')) : Number.NaN;
  if (holder > 0 && holder !== process.pid && isAlive(holder))
    throw new RecordingError(`${path} is being written by process ${holder} (if not, remove ${file})`);
  writeFileSync(file, `${process.pid}\n`);
  return () => rmSync(file, { force: true });
};

const partPrefix = (path: string): string => `.${basename(path)}.part-`;

const removeParts = (path: string): void => {
  for (const name of readdirSync(dirname(path)))
    if (name.startsWith(partPrefix(path))) rmSync(join(dirname(path), name), { force: true });
};

export const openRotatingRecording = async (path: string, options: RotatingOptions): Promise<RotatingRecording> => {
  makeFolder(dirname(path));
  const unlock = lock(path);
  let writer: RecordingWriter;
  let torn = 0;
  try {
    if (existsSync(path)) {
      refuseForeign(path);
      torn = cutTorn(path);
    }
    removeParts(path);
    writer = openRecording(path, options);
  } catch (error) {
    unlock();
    throw error;
  }
  const closed = closedSegments(path);
  let segments = closed.at(-1)?.count ?? 0;

  const packed = async (segment: string): Promise<void> => {
    const part = join(dirname(path), `${partPrefix(path)}${basename(segment)}.gz`);
    try {
      await pipeline(createReadStream(segment), createGzip({ level: 1 }), createWriteStream(part));
      const file = await open(part, 'r+');
      await file.datasync();
      await file.close();
      await rename(part, `${segment}.gz`);
      await rm(segment);
    } catch (error) {
      await rm(part, { force: true });
      options.onPackingFailure?.(segment, error as Error);
    }
  };
  // One after another, beginning with the segments that a killed writer left.
  let packing = Promise.resolve();
  const pack = (segment: string): void => {
    packing = packing.then(() => packed(segment));
  };
  for (const segment of closed) if (!segment.path.endsWith('.gz')) pack(segment.path);

  let [appended, kept, keptSize] = [0, 0, writer.size];

  const rotate = async (): Promise<void> => {
    await writer.close();
    segments += 1;
    const segment = segmentPath(path, segments);
    renameSync(path, segment);
    [kept, keptSize] = [appended, 0];
    writer = openRecording(path, options);
    keptSize = writer.size;
    pack(segment);
  };
  const close = async (): Promise<void> => {
    try {
      await writer.close();
      await packing;
    } finally {
      unlock();
    }
  };

  return {
    async append(exchange) {
      writer.append(exchange);
      appended += 1;
      if (writer.size >= options.segmentSize) await rotate();
    },
    async flush() {
      await writer.flush();
      [kept, keptSize] = [appended, writer.size];
    },
    close,
    async abandon() {
      await close().catch(() => {});
      if (existsSync(path)) truncateSync(path, keptSize);
    },
    get kept() {
      return kept;
    },
    torn,
    get segments() {
      return segments;
    },
  };
};
