// Reads the entries of HAR files that we wrote, which contain everything, so nothing has to be guessed.
import type { FailureKind, Headers, Outcome, WireResponse } from '../../../contract/wire.ts';
import type { RecordedExchange } from '../../exchange.ts';
import { type Loose, list, number, object, text } from '../loose.ts';
import { instantOf } from './times.ts';

const failureKinds: ReadonlySet<string> = new Set<FailureKind>(['refused', 'tls', 'dropped', 'timeout', 'malformed']);

const headersOf = (value: unknown): Headers =>
  list(value).map((pair) => [text(object(pair).name) ?? '', text(object(pair).value) ?? ''] as const);

const bodyOf = (stored: Loose): Buffer =>
  Buffer.from(text(stored.text) ?? '', stored.encoding === 'base64' ? 'base64' : 'utf8');

const outcomeOf = (response: Loose, own: Loose): Outcome | undefined => {
  const status = number(response.status) ?? 0;
  const came: WireResponse | undefined =
    status === 0
      ? undefined
      : {
          status,
          headers: headersOf(response.headers),
          body: bodyOf(object(response.content)),
          ...(own.answerCut === true && { cut: true as const }),
        };
  const failed = object(own.failure);
  const kind = text(failed.kind) ?? '';
  if (!failureKinds.has(kind)) return came && { kind: 'answered', response: came };
  const failure = { kind: kind as FailureKind, message: text(failed.message) ?? '' };
  return { kind: 'failed', failure, ...(came && { beginning: came }) };
};

/** Undefined if another tool wrote the entry. */
export const ownExchange = (entry: Loose): RecordedExchange | undefined => {
  const own = object(entry._assay);
  const request = object(entry.request);
  const [id, method, url] = [text(own.id), text(request.method), text(request.url)];
  const startedAt = instantOf(text(entry.startedDateTime) ?? '');
  if (id === undefined || method === undefined || url === undefined || startedAt === undefined) return undefined;
  const timings = object(entry.timings);
  const sent = number(timings.send) ?? 0;
  const outcome = outcomeOf(object(entry.response), own);
  const answered =
    outcome?.kind === 'answered'
      ? Math.round((sent + (number(timings.wait) ?? 0)) * 1000) / 1000
      : number(own.answered);
  const [user, purpose, connection] = [text(own.user), text(own.purpose), text(entry.connection)];
  return {
    id,
    request: {
      method,
      url,
      headers: headersOf(request.headers),
      ...(request.postData !== undefined && { body: bodyOf(object(request.postData)) }),
      ...(own.requestCut === true && { cut: true as const }),
    },
    ...(outcome && { outcome }),
    times: {
      startedAt: Math.round(startedAt * 1000) / 1000,
      sent,
      ...(answered !== undefined && { answered }),
      ended: number(entry.time) ?? 0,
    },
    ...(user !== undefined && { user }),
    ...(purpose !== undefined && { purpose }),
    ...(connection !== undefined && { connection }),
    ...(own.resent === true && { resent: true as const }),
  };
};
