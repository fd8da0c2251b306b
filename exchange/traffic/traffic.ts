// The only entry point for recorded traffic: reads our recordings, HAR and GoReplay files as a stream of exchanges, and recognises each file
// by its content. Unusable parts are reported with place and reason, and the rest is read.
import { basename } from 'node:path';
import { RecordingError, readRecordingFrom } from '../recording/reader.ts';
import { whyUnread } from '../unread.ts';
import { Chunks, isTornPacking, openFile } from './bytes.ts';
import { trafficFiles } from './files.ts';
import { GorPairing } from './gor/exchanges.ts';
import { readGorMessages } from './gor/messages.ts';
import { hasCopyBeneath } from './har/bodies.ts';
import { harExchange } from './har/exchange.ts';
import { type HarPiece, HarSplitter } from './har/splitter.ts';
import type { FilePlace, TrafficItem } from './item.ts';
import { object } from './loose.ts';
import { beginningLength, recognised } from './recognition.ts';

export { placeText, type TrafficItem } from './item.ts';

type Items = AsyncGenerator<TrafficItem>;

/**
 * Reads files, or patterns that match files, one after another. The closed segments of a recording come before it. Within a file, exchanges
 * come in the order of the file, which is nearly the order of their start.
 */
export async function* readTraffic(named: string | readonly string[]): Items {
  const pairing = new GorPairing(idOf);
  for (const file of trafficFiles([named].flat())) {
    try {
      yield* readFile(file, pairing);
    } catch (error) {
      yield { kind: 'unusable', place: { file }, reason: reasonOf(error) };
    }
  }
  yield* pairing.rest();
}

const tornPacking = 'the packed file is torn';

const reasonOf = (error: unknown): string => {
  if (error instanceof RecordingError) return error.message;
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined) throw error;
  if (isTornPacking(error)) return tornPacking;
  return `${whyUnread(error)}${code === 'EISDIR' ? '; name its files, or a pattern such as folder/*.har' : ''}`;
};

async function* readFile(file: string, pairing: GorPairing): Items {
  const chunks = new Chunks(openFile(file));
  try {
    const content = recognised(await chunks.beginning(beginningLength));
    if (content.kind === 'unknown') yield { kind: 'unusable', place: { file }, reason: content.reason };
    else yield* readers[content.kind](file, chunks, pairing);
  } finally {
    await chunks.close();
  }
}

const readers = { recording: recordingItems, har: harItems, gor: gorItems };

async function* recordingItems(file: string, chunks: Chunks): Items {
  let entry = 0;
  let keyMark: string | undefined;
  for await (const item of readRecordingFrom(chunks, file)) {
    if (item.kind === 'header') {
      keyMark = item.header.keyMark;
      continue;
    }
    entry += 1;
    const place = { file, entry };
    if (item.kind === 'damage') yield { kind: 'unusable', place, reason: item.reason };
    else yield { kind: 'exchange', exchange: item.exchange, place, ...(keyMark !== undefined && { keyMark }) };
  }
}

async function* harItems(file: string, chunks: Chunks): Items {
  const splitter = new HarSplitter();
  const source = untilTorn(chunks);
  let entry = 0;
  let before = 0;
  const itemsOf = async function* (pieces: Iterable<HarPiece>): Items {
    for (const piece of pieces) {
      if (piece.kind === 'unfinished') {
        yield { kind: 'unusable', place: { file }, reason: piece.reason };
        continue;
      }
      entry += 1;
      const place = { file, entry };
      const exchange =
        piece.kind === 'entry' ? await harExchange(piece.value, { har: file, id: idOf(place), before }) : piece.reason;
      if (typeof exchange === 'string') {
        yield { kind: 'unusable', place, reason: exchange };
        continue;
      }
      before = exchange.times.startedAt;
      yield { kind: 'exchange', exchange, place };
      if (piece.kind === 'entry' && hasCopyBeneath(object(piece.value)))
        yield {
          kind: 'omitted',
          place,
          reason: 'a body beneath an answer that has none, which is a copy of the browser',
        };
    }
  };
  for await (const chunk of source.chunks) yield* itemsOf(splitter.push(chunk));
  yield* itemsOf(splitter.end());
  if (source.torn()) yield { kind: 'unusable', place: { file }, reason: tornPacking };
}

async function* gorItems(file: string, chunks: Chunks, pairing: GorPairing): Items {
  const source = untilTorn(chunks);
  let entry = 0;
  for await (const piece of readGorMessages(source.chunks)) {
    entry += 1;
    const place = { file, entry };
    if (piece.kind === 'broken') yield { kind: 'unusable', place, reason: piece.reason };
    else yield* pairing.take(piece, place);
  }
  if (source.torn()) yield { kind: 'unusable', place: { file }, reason: tornPacking };
}

/** A torn packed file ends where it is torn. */
const untilTorn = (chunks: Chunks): { readonly chunks: AsyncIterable<Buffer>; torn(): boolean } => {
  let torn = false;
  const whole = async function* (): AsyncGenerator<Buffer> {
    try {
      yield* chunks;
    } catch (error) {
      if (!isTornPacking(error)) throw error;
      torn = true;
    }
  };
  return { chunks: whole(), torn: () => torn };
};

const idOf = ({ file, entry }: FilePlace): string => `${basename(file)}:${entry}`;
