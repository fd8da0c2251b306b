// Hands exchanges to the thread that writes, and never makes clients wait for it: when too much is under way, further exchanges are
// counted and dropped.
import { Worker } from 'node:worker_threads';
import { packedBatch, sizeOf } from './batch.ts';
import type { RawExchange } from './capture.ts';
import type { FromWriter, ToWriter, WritingOptions } from './writing-thread.ts';

export interface Counts {
  /** In the file. */
  readonly recorded: number;
  /** Dropped because the writer was behind. */
  readonly dropped: number;
  /** Not written because writing to the file failed. */
  readonly lost: number;
}

interface Outbox {
  take(exchange: RawExchange): void;
  readonly counts: Counts;
  /** Bytes of a torn last line that were cut off. */
  readonly torn: number;
  /** Writes what is under way; returns the number of closed segments. */
  close(): Promise<number>;
}

interface OutboxEvents {
  onTrouble(message: string): void;
  onRecorded?(): void;
}

/** The file cannot be written at all. */
class OutboxError extends Error {}

const batchSize = 256 * 1024;
const longestWait = 10;
const mostUnderWay = 64 * 1024 * 1024;
/** The memory that an exchange takes besides its bytes. */
const overhead = 500;

export const openOutbox = async (options: WritingOptions, events: OutboxEvents): Promise<Outbox> => {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const worker = new Worker(new URL(`./writing-thread.${extension}`, import.meta.url), { workerData: options });
  const post = (message: ToWriter, transfer: ArrayBuffer[] = []) => worker.postMessage(message, transfer);

  let [recorded, dropped, lost] = [0, 0, 0];
  let waiting: RawExchange[] = [];
  let waitingSize = 0;
  let timer: NodeJS.Timeout | undefined;
  const sizes: number[] = [];
  let underWay = 0;
  let dead: Error | undefined;
  let onClosed: (segments: number) => void = () => {};

  const torn = await new Promise<number>((resolve, reject) => {
    worker.on('message', (message: FromWriter) => {
      if (message.kind === 'open') resolve(message.torn);
      else if (message.kind === 'refused') reject(new OutboxError(message.message));
      else if (message.kind === 'trouble') events.onTrouble(message.message);
      else if (message.kind === 'closed') onClosed(message.segments);
      else {
        underWay -= sizes.shift() ?? 0;
        recorded += message.recorded;
        lost += message.lost;
        events.onRecorded?.();
      }
    });
    worker.on('error', (error) => {
      dead = error;
      events.onTrouble(`the writer has died, nothing more is recorded: ${error.message}`);
      reject(error);
      onClosed(0);
    });
  });

  const send = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.length === 0) return;
    const batch = packedBatch(waiting);
    sizes.push(waitingSize);
    waiting = [];
    waitingSize = 0;
    post({ kind: 'batch', batch }, [batch.bytes]);
  };

  return {
    torn,
    get counts() {
      return { recorded, dropped, lost };
    },
    take(exchange) {
      const size = sizeOf(exchange) + overhead;
      if (dead || underWay + size > mostUnderWay) {
        if (dropped === 0 && !dead)
          events.onTrouble('the file does not keep up with the traffic; exchanges are left out of it');
        dropped += 1;
        return;
      }
      underWay += size;
      waiting.push(exchange);
      waitingSize += size;
      if (waitingSize >= batchSize) send();
      else timer ??= setTimeout(send, longestWait);
    },
    close() {
      send();
      if (dead) return Promise.resolve(0);
      const closed = new Promise<number>((resolve) => {
        onClosed = resolve;
      });
      post({ kind: 'close' });
      return closed;
    },
  };
};
