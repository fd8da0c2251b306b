// The requests that a limiter saw, as far as it is known: each arrived at some moment between its sending and its answer.
import type { Exchange } from '../exchange/exchange.ts';
import { demandedMfa } from '../subject/answers.ts';
import { type Announcement, announcementOf } from './announcement.ts';

/** Milliseconds, all of one trace on one clock that never jumps. */
export interface Arrival {
  /** When sending began, where that is known. On a busy machine a request may be on its way before its sending is noted. */
  readonly begun?: number;
  readonly sent: number;
  /** When the head of the answer arrived; infinite when none came, because the request may still arrive. */
  readonly received: number;
  /** `unknown`: no answer, a server error or a demand for a second factor does not show whether the limiter admitted the request. */
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

/** Takes all exchanges of one process with one limiter; with any missing, the counts would be wrong. */
export const traceOf = (exchanges: readonly Exchange[]): Trace =>
  exchanges.flatMap(arrivalsOf).sort((one, other) => one.sent - other.sent);
