// Appends exchanges to a recording and redacts them.
//
// Whole lines are written in few large appends, so several processes may share one file, and a killed process leaves at most one torn line.
// Data that `flush` has confirmed survives the process; it is not forced to the disk before `close`.
import { createHash } from 'node:crypto';
import { closeSync, fdatasync, fstatSync, openSync, readSync, write, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { RecordedExchange } from '../exchange.ts';
import { makeFolder } from '../folder.ts';
import type { Redaction } from '../redaction/redaction.ts';
import { exchangeLine, format, headerLine } from './line.ts';
import { packed } from './packing.ts';
import { WaitingLines } from './waiting-lines.ts';

export { RecordingError, type RecordingItem, readRecording } from './reader.ts';

export interface RecordingOptions {
  readonly redaction: Redaction;
  /** Program and version. */
  readonly writtenBy?: string;
  /** Written into the header of this writer's part; redacted like everything else. */
  readonly about?: Readonly<Record<string, string>>;
  /** Many lines are written as one (`packing.ts`). If the process is killed, the lines of one second are lost. */
  readonly packs?: true;
}

export interface RecordingWriter {
  /** Limits its own memory: if too much waits, it writes at once. Throws when an earlier write failed. */
  append(exchange: RecordedExchange): void;
  /** For producers that prefer to wait instead of writing at once. */
  drained(): Promise<void>;
  /** Resolves when everything appended so far is in the file. */
  flush(): Promise<void>;
  close(): Promise<void>;
  readonly count: number;
  /** Bytes of the file and of the lines that wait. */
  readonly size: number;
}

/** Bytes and milliseconds after which the waiting lines are written. */
const usualBatch = { size: 256 * 1024, wait: 100 };
/** More lines packed together need fewer bytes each. */
const packedBatch = { size: 1024 * 1024, wait: 1000 };
const mostWaiting = 8 * 1024 * 1024;

const appended = (file: number, bytes: Buffer): Promise<void> =>
  new Promise((resolve, reject) => {
    write(file, bytes, (error, written) => {
      if (error) reject(error);
      else if (written < bytes.length) appended(file, bytes.subarray(written)).then(resolve, reject);
      else resolve();
    });
  });

const appendedAtOnce = (file: number, bytes: Buffer): void => {
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
};

/** A killed writer may have left a line without its end. */
const endsTorn = (file: number): boolean => {
  const { size } = fstatSync(file);
  const last = Buffer.alloc(1);
  return size > 0 && readSync(file, last, 0, 1, size - 1) === 1 && last[0] !== 10;
};

/** Tells which parts have equal stand-ins for equal secrets, but nothing about the key. */
const markOf = (key: string): string =>
  createHash('sha256').update(`mark of a redaction key ${key}`).digest('base64url').slice(0, 8);

export const openRecording = (path: string, options: RecordingOptions): RecordingWriter => {
  makeFolder(dirname(path));
  const file = openSync(path, 'a+');
  const about = Object.entries(options.about ?? {}).map(([name, value]) => [name, options.redaction.text(value)]);
  const header = headerLine({
    format,
    writtenBy: options.writtenBy ?? 'assay',
    at: new Date().toISOString(),
    about: Object.fromEntries(about),
    keyMark: markOf(options.redaction.key),
  });
  appendedAtOnce(file, Buffer.from((endsTorn(file) ? '\n' : '') + header));
  let size = fstatSync(file).size;

  const batch = options.packs ? packedBatch : usualBatch;
  // The last line of a batch usually exceeds it a little.
  const waiting = new WaitingLines(batch.size + batch.size / 4);
  let writing: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let failure: Error | undefined;
  let closed = false;
  let count = 0;

  const taken = (): Buffer => {
    const lines = waiting.take();
    const bytes = options.packs ? packed(lines) : lines;
    size += bytes.length;
    clearTimeout(timer);
    timer = undefined;
    return bytes;
  };

  const send = (): void => {
    if (writing || waiting.length === 0 || failure) return;
    writing = appended(file, taken())
      .catch((error: Error) => {
        failure = error;
      })
      .then(() => {
        writing = undefined;
        schedule();
      });
  };

  const schedule = (): void => {
    if (waiting.length >= batch.size) send();
    else if (waiting.length > 0 && !timer) timer = setTimeout(send, batch.wait);
  };

  const flush = async (): Promise<void> => {
    while ((writing || waiting.length > 0) && !failure) {
      send();
      await writing;
    }
    if (failure) throw failure;
  };

  const atExit = (): void => {
    if (waiting.length > 0 && !failure) appendedAtOnce(file, taken());
  };
  process.once('exit', atExit);

  return {
    append(exchange) {
      if (failure) throw failure;
      if (closed) throw new Error(`the recording ${path} is closed`);
      waiting.add(exchangeLine(options.redaction.exchange(exchange)));
      count += 1;
      if (waiting.length >= mostWaiting) appendedAtOnce(file, taken());
      else schedule();
    },
    async drained() {
      while (writing && waiting.length >= batch.size) await writing;
    },
    flush,
    async close() {
      if (closed) return;
      closed = true;
      process.off('exit', atExit);
      try {
        await flush();
        await new Promise<void>((resolve, reject) => fdatasync(file, (error) => (error ? reject(error) : resolve())));
      } finally {
        closeSync(file);
      }
    },
    get count() {
      return count;
    },
    get size() {
      return size + waiting.length;
    },
  };
};
