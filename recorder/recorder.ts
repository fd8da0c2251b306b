// The recorder: a proxy in this thread, a writer in another.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { RedactionRules } from '../exchange/redaction/redaction.ts';
import { type Counts, openOutbox } from './outbox.ts';
import { startProxy } from './proxy.ts';
import { upstreamAt } from './upstream.ts';

interface RecorderOptions {
  readonly upstream: string;
  readonly host: string;
  readonly port: number;
  readonly keepHost: boolean;
  readonly file: string;
  readonly segmentSize: number;
  readonly bodyLimit: number;
  readonly caFile?: string;
  readonly redactionKey?: string;
  readonly redact?: RedactionRules;
  onEvent(event: RecorderEvent): void;
}

export type RecorderEvent =
  | {
      readonly event: 'listening';
      readonly url: string;
      readonly upstream: string;
      readonly file: string;
      /** Bytes of a torn last line that were cut off. */
      readonly torn: number;
    }
  /** Said now and then; `recorded` counts what is in the file for certain. */
  | ({ readonly event: 'progress' } & Counts)
  | { readonly event: 'trouble'; readonly message: string }
  | ({
      readonly event: 'finished';
      readonly file: string;
      /** Connections on which something passed that is no HTTP/1.x. */
      readonly unreadable: number;
      readonly segments: number;
    } & Counts);

interface Recorder {
  readonly url: string;
  /** Gives what is under way so many milliseconds. */
  stop(patience: number): Promise<Counts>;
}

const progressEvery = 250;
const writingPatience = 2_000;

export const startRecorder = async (options: RecorderOptions): Promise<Recorder> => {
  const { file, bodyLimit, segmentSize, redactionKey, redact, onEvent } = options;
  const upstream = upstreamAt(options.upstream, options.caFile ? { ca: readFileSync(options.caFile, 'utf8') } : {});
  let unreadable = 0;
  let timer: NodeJS.Timeout | undefined;
  const outbox = await openOutbox(
    {
      file: resolve(file),
      origin: upstream.url.origin,
      basePath: upstream.basePath,
      bodyLimit,
      segmentSize,
      ...(redactionKey !== undefined && { redactionKey }),
      ...(redact && { redact }),
    },
    {
      onTrouble: (message) => onEvent({ event: 'trouble', message }),
      onRecorded: () => {
        timer ??= setTimeout(() => {
          timer = undefined;
          onEvent({ event: 'progress', ...outbox.counts });
        }, progressEvery);
      },
    },
  );
  const proxy = await startProxy({
    upstream,
    host: options.host,
    port: options.port,
    keepHost: options.keepHost,
    bodyLimit,
    onExchange: outbox.take,
    onUnreadable: () => {
      unreadable += 1;
    },
  }).catch(async (error: Error) => {
    await outbox.close();
    throw error;
  });
  onEvent({ event: 'listening', url: proxy.url, upstream: upstream.url.href, file, torn: outbox.torn });
  return {
    url: proxy.url,
    async stop(patience) {
      await proxy.stop(patience);
      const slow = setTimeout(() => {
        const message = 'what was seen last is still being written; another signal leaves it out';
        onEvent({ event: 'trouble', message });
      }, writingPatience);
      const segments = await outbox.close();
      clearTimeout(slow);
      clearTimeout(timer);
      onEvent({ event: 'finished', file, unreadable, segments, ...outbox.counts });
      return outbox.counts;
    },
  };
};
