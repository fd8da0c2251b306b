// The thread that writes: unpacks exchanges, redacts them, appends them, and reports how many are in the file.
//
// While the disk cannot be written (full, gone), it is tried again every second; exchanges that come meanwhile are only counted.
import { parentPort, workerData } from 'node:worker_threads';
import { openRotatingRecording, type RotatingRecording } from '../exchange/recording/rotating.ts';
import { createRedaction, type RedactionRules } from '../exchange/redaction/redaction.ts';
import { assayVersion } from '../exchange/version.ts';
import { type Batch, unpackedBatch } from './batch.ts';
import { recordedExchange } from './recorded-exchange.ts';

export interface WritingOptions {
  readonly file: string;
  readonly origin: string;
  readonly basePath: string;
  readonly bodyLimit: number;
  readonly segmentSize: number;
  /** Which part of the traffic is recorded, in words; all of it when it is left out. */
  readonly chosen?: string;
  /** Base64; without it, one is drawn. */
  readonly redactionKey?: string;
  /** What is secret besides what the redaction knows by itself. */
  readonly redact?: RedactionRules;
}

export type ToWriter = { readonly kind: 'batch'; readonly batch: Batch } | { readonly kind: 'close' };

export type FromWriter =
  | { readonly kind: 'open'; readonly torn: number }
  | { readonly kind: 'refused'; readonly message: string }
  /** Of one batch: how many are in the file now, and how many will never be. */
  | { readonly kind: 'done'; readonly recorded: number; readonly lost: number }
  | { readonly kind: 'trouble'; readonly message: string }
  | { readonly kind: 'closed'; readonly segments: number };

const retryAfter = 1_000;

const port = parentPort!;
const options = workerData as WritingOptions;
const say = (message: FromWriter): void => port.postMessage(message);

const redaction = createRedaction({
  ...options.redact,
  basePath: options.basePath,
  ...(options.redactionKey !== undefined && { key: options.redactionKey }),
});
const opened = (): Promise<RotatingRecording> =>
  openRotatingRecording(options.file, {
    redaction,
    writtenBy: `assay ${assayVersion}`,
    about: {
      recorded: options.origin + options.basePath,
      ...(options.chosen !== undefined && { chosen: options.chosen }),
    },
    segmentSize: options.segmentSize,
    onPackingFailure: (path, error) => trouble(`${path} stays unpacked: ${error.message}`),
  });

let recording: RotatingRecording | undefined;
let triedAt = 0;
let lastTrouble = '';
const trouble = (message: string): void => {
  if (message !== lastTrouble) say({ kind: 'trouble', message });
  lastTrouble = message;
};

const writable = async (): Promise<RotatingRecording | undefined> => {
  if (recording || Date.now() - triedAt < retryAfter) return recording;
  triedAt = Date.now();
  try {
    recording = await opened();
    lastTrouble = '';
  } catch (error) {
    trouble((error as Error).message);
  }
  return recording;
};

const write = async (batch: Batch): Promise<void> => {
  const count = batch.slots.length;
  const file = await writable();
  const before = file?.kept ?? 0;
  try {
    if (file) {
      for (const raw of unpackedBatch(batch)) await file.append(await recordedExchange(raw, options));
      await file.flush();
    }
  } catch (error) {
    trouble((error as Error).message);
    await recording?.abandon();
    recording = undefined;
    triedAt = Date.now();
  }
  const recorded = (file?.kept ?? 0) - before;
  say({ kind: 'done', recorded, lost: count - recorded });
};

const close = async (): Promise<void> => {
  const segments = recording?.segments ?? 0;
  try {
    await recording?.close();
  } catch (error) {
    trouble((error as Error).message);
  }
  say({ kind: 'closed', segments });
  port.close();
};

try {
  recording = await opened();
  say({ kind: 'open', torn: recording.torn });
  let turn = Promise.resolve();
  port.on('message', (message: ToWriter) => {
    turn = turn.then(() => (message.kind === 'batch' ? write(message.batch) : close()));
  });
} catch (error) {
  say({ kind: 'refused', message: (error as Error).message });
  port.close();
}
