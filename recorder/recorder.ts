// The recorder: a proxy in this thread, a writer in another.
import { existsSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import type { TlsOptions } from '../exchange/client/connection.ts';
import type { RedactionRules } from '../exchange/redaction/redaction.ts';
import type { Identity } from './listener.ts';
import { type Counts, openOutbox } from './outbox.ts';
import { startProxy } from './proxy.ts';
import { createSelection, inWords, type Selection } from './selection.ts';
import { upstreamAt } from './upstream.ts';

interface RecorderOptions {
  readonly upstream: string;
  readonly host: string;
  readonly port: number;
  readonly keepHost: boolean;
  readonly file: string;
  readonly segmentSize: number;
  readonly bodyLimit: number;
  /** The client certificate that is shown to the upstream, and whom the recorder trusts there. */
  readonly tls?: TlsOptions;
  /** Clients speak TLS to the recorder, which shows them this. */
  readonly identity?: Identity;
  /** What of the traffic is recorded; all of it passes. */
  readonly selection?: Selection;
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
  /** Reported now and then; `recorded` counts what is in the file for certain. */
  | ({ readonly event: 'progress' } & Counts)
  | { readonly event: 'trouble'; readonly message: string }
  | ({
      readonly event: 'finished';
      readonly file: string;
      /** Connections on which something passed that is no HTTP/1.x. */
      readonly unreadable: number;
      /** Exchanges that were passed on but not selected for recording. */
      readonly passedOver: number;
      readonly segments: number;
    } & Counts);

interface Recorder {
  readonly url: string;
  /** Waits at most so many milliseconds for what is under way. */
  stop(patience: number): Promise<Counts>;
}

const progressEvery = 250;
const writingPatience = 2_000;

export const startRecorder = async (options: RecorderOptions): Promise<Recorder> => {
  const { file, bodyLimit, segmentSize, redactionKey, redact, identity, selection = {}, onEvent } = options;
  const upstream = upstreamAt(options.upstream, options.tls);
  const isChosen = createSelection(selection, upstream.basePath);
  const chosen = inWords(selection);
  let unreadable = 0;
  let passedOver = 0;
  let timer: NodeJS.Timeout | undefined;
  const wasThere = existsSync(file);
  const outbox = await openOutbox(
    {
      file: resolve(file),
      origin: upstream.url.origin,
      basePath: upstream.basePath,
      bodyLimit,
      segmentSize,
      ...(chosen !== undefined && { chosen }),
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
    ...(identity && { identity }),
    onExchange(exchange) {
      if (isChosen(exchange)) outbox.take(exchange);
      else passedOver += 1;
    },
    onUnreadable: () => {
      unreadable += 1;
    },
  }).catch(async (error: Error) => {
    await outbox.close();
    if (!wasThere) rmSync(file, { force: true });
    throw error;
  });
  onEvent({ event: 'listening', url: proxy.url, upstream: upstream.url.href, file, torn: outbox.torn });
  return {
    url: proxy.url,
    async stop(patience) {
      await proxy.stop(patience);
      const slow = setTimeout(() => {
        const message = 'the latest exchanges are still being written; another signal drops them';
        onEvent({ event: 'trouble', message });
      }, writingPatience);
      const segments = await outbox.close();
      clearTimeout(slow);
      clearTimeout(timer);
      onEvent({ event: 'finished', file, unreadable, passedOver, segments, ...outbox.counts });
      return outbox.counts;
    },
  };
};
