// Converts traffic between formats and redacts it. The name of the output selects the format.
import { createWriteStream, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { RecordedExchange } from './exchange.ts';
import { makeFolder } from './folder.ts';
import { exchangeLine, format, headerLine } from './recording/line.ts';
import type { Redaction } from './redaction/redaction.ts';
import { ByReason, type Met } from './traffic/by-reason.ts';
import { gorBytes } from './traffic/gor/writer.ts';
import { harText } from './traffic/har/writer.ts';
import { inOrder } from './traffic/order.ts';
import { placeText, readTraffic, type TrafficItem } from './traffic/traffic.ts';
import { assayVersion } from './version.ts';

/** Makes the content of a file of one format; the exchanges are redacted and in order. */
type TrafficWriter = (exchanges: AsyncIterable<RecordedExchange>) => AsyncIterable<string | Uint8Array>;

async function* recordingText(exchanges: AsyncIterable<RecordedExchange>): AsyncGenerator<string> {
  const at = new Date().toISOString();
  yield headerLine({
    format,
    writtenBy: `assay ${assayVersion}`,
    at,
    about: { converted: 'from other traffic files' },
  });
  for await (const exchange of exchanges) yield exchangeLine(exchange);
}

/** By the ending of the file name, without `.gz`. */
export const trafficWriters: Readonly<Record<string, TrafficWriter>> = {
  '.gor': gorBytes,
  '.har': harText,
  '.ndjson': recordingText,
};

export const writerFor = (
  path: string,
  writers: Readonly<Record<string, TrafficWriter>> = trafficWriters,
): TrafficWriter | undefined =>
  writers[/\.[^.]*$/.exec(basename(path).replace(/\.gz$/i, ''))?.[0]?.toLowerCase() ?? ''];

interface Converted {
  readonly written: number;
  readonly unusable: readonly Extract<TrafficItem, { kind: 'unusable' }>[];
  readonly unusableCount: number;
  readonly omitted: readonly Met[];
}

/** The most places of unusable entries that are kept; the rest are only counted. */
const mostKept = 100;
const chunkSize = 256 * 1024;

/** Joins the pieces to fewer and larger ones, because streams are faster with these. */
async function* inChunks(pieces: AsyncIterable<string | Uint8Array>): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = [];
  let length = 0;
  for await (const piece of pieces) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
    held.push(bytes);
    length += bytes.length;
    if (length < chunkSize) continue;
    yield Buffer.concat(held);
    held = [];
    length = 0;
  }
  if (length > 0) yield Buffer.concat(held);
}

/** The output appears only when it is complete. */
export const convertTraffic = async (
  from: readonly string[],
  to: string,
  write: TrafficWriter,
  redaction: Redaction,
  /** Exchanges for which it returns false are left out. */
  takes: (exchange: RecordedExchange) => boolean = () => true,
): Promise<Converted> => {
  const unusable: Extract<TrafficItem, { kind: 'unusable' }>[] = [];
  const omitted = new ByReason();
  let [written, unusableCount] = [0, 0];
  const exchanges = async function* (): AsyncGenerator<RecordedExchange> {
    for await (const item of inOrder(readTraffic(from))) {
      if (item.kind === 'exchange') {
        if (!takes(item.exchange)) continue;
        written += 1;
        yield redaction.exchange(item.exchange);
      } else if (item.kind === 'omitted') omitted.enter(item.reason, placeText(item.place));
      else {
        unusableCount += 1;
        if (unusable.length < mostKept) unusable.push(item);
      }
    }
  };
  makeFolder(dirname(to));
  const part = join(dirname(to), `.${basename(to)}.part-${process.pid}`);
  try {
    const texts = Readable.from(inChunks(write(exchanges())), { objectMode: false });
    const file = createWriteStream(part);
    await (/\.gz$/i.test(to) ? pipeline(texts, createGzip(), file) : pipeline(texts, file));
    renameSync(part, to);
  } finally {
    rmSync(part, { force: true });
  }
  return { written, unusable, unusableCount, omitted: omitted.met };
};
