// The central type of the suite: one request, its outcome, and the times.
import type { WireExchange } from '../contract/wire.ts';

/** Milliseconds. `startedAt` is wall-clock; the rest count from it on the monotonic clock. */
export interface Times {
  readonly startedAt: number;
  /** When the request had been handed to the socket. */
  readonly sent: number;
  /** When the head of the response was here; absent if none came. */
  readonly answered?: number;
  /** When the exchange was over, complete or failed. */
  readonly ended: number;
  /** How long this process only waited during the exchange; absent in a recording. */
  readonly idle?: number;
}

export interface Exchange extends WireExchange {
  /** Unique within a recording. */
  readonly id: string;
  readonly times: Times;
  /** The profile's name for the user of the session; absent when it was nobody's. */
  readonly user?: string;
  /** The requirement for which it was sent; absent for set-up and for recorded traffic. */
  readonly purpose?: string;
  /** The client's connection, where a recording of other traffic knows it. */
  readonly connection?: string;
  /** The request was sent a second time, because the server closed the kept-alive connection of the first. */
  readonly resent?: true;
}

/** An exchange of a recording: without an outcome if the traffic was captured without its answer. */
export type RecordedExchange = Omit<Exchange, 'outcome'> & Partial<Pick<Exchange, 'outcome'>>;
