// What a limiter saw, as far as we can know it: each request lies somewhere between its sending and its answer.
import type { Exchange } from '../exchange/exchange.ts';
import { demandedMfa } from '../subject/answers.ts';
import { type Announcement, announcementOf } from './announcement.ts';

/** Milliseconds, all of one trace on one clock that never jumps. */
export interface Arrival {
  /** When it began to be sent, where that is known: on a busy machine it may be on its way before we note that it is. */
  readonly begun?: number;
  readonly sent: number;
  /** When the head of the answer was here; infinite when none came, for the request may yet arrive. */
  readonly received: number;
  /** Nobody knows what the limiter made of a request that got no answer, a server error or a demand for a second factor. */
  readonly answer: 'admitted' | 'refused' | 'unknown';
  /** Absent when no answer came. */
  readonly status?: number;
  /** What the headers of the answer say of the limit; absent when they say nothing. */
  readonly announced?: Announcement;
}

/** In the order of sending. */
export type Trace = readonly Arrival[];

const answerOf = (status: number): Arrival['answer'] =>
  status === 429 ? 'refused' : status < 500 ? 'admitted' : 'unknown';

const neverArrived = (exchange: Exchange): boolean =>
  exchange.outcome.kind === 'failed' &&
  (exchange.outcome.failure.kind === 'refused' || exchange.outcome.failure.kind === 'tls');

const arrivalsOf = (exchange: Exchange): Arrival[] => {
  if (neverArrived(exchange)) return [];
  const { startedAt, sent, answered } = exchange.times;
  const lost = (from: number): Arrival => ({ sent: from, received: Number.POSITIVE_INFINITY, answer: 'unknown' });
  // A request that was sent again may have been counted the first time.
  const first = exchange.resent ? [lost(startedAt)] : [];
  if (exchange.outcome.kind === 'failed' || answered === undefined) return [...first, lost(startedAt + sent)];
  const { status, headers } = exchange.outcome.response;
  const announced = announcementOf(headers, startedAt + answered);
  return [
    ...first,
    {
      begun: startedAt,
      sent: startedAt + sent,
      received: startedAt + answered,
      answer: demandedMfa(exchange) === undefined ? answerOf(status) : 'unknown',
      status,
      ...(announced === undefined ? {} : { announced }),
    },
  ];
};

/** Exchanges of one process with one limiter: everything it was sent, or counts will not come out. */
export const traceOf = (exchanges: readonly Exchange[]): Trace =>
  exchanges.flatMap(arrivalsOf).sort((one, other) => one.sent - other.sent);
