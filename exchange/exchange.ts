// The datum of the whole suite: one request, what came of it, and when.
import type { WireExchange } from '../contract/wire.ts';

/** Milliseconds. `startedAt` is wall-clock; the rest count from it on the monotonic clock. */
export interface Times {
  readonly startedAt: number;
  /** The request had been handed to the socket. */
  readonly sent: number;
  /** The response's head was here; absent when none came. */
  readonly answered?: number;
  /** The exchange was over, whole or failed. */
  readonly ended: number;
  /** For how long of it this process surely waited, with nothing else to do; absent in a recording. */
  readonly idle?: number;
}

export interface Exchange extends WireExchange {
  /** Unique within a recording. */
  readonly id: string;
  readonly times: Times;
  /** Whose session it belonged to, by the profile's name for the user; absent when nobody's. */
  readonly user?: string;
  /** The requirement on whose behalf it was sent; absent for set-up and for recorded traffic. */
  readonly purpose?: string;
  /** The client's connection that it came over, where a recording of somebody else's traffic knows it. */
  readonly connection?: string;
  /** Sent a second time, because the server closed the kept-alive connection that the first one went to. */
  readonly resent?: true;
}

/** As a recording may have it: traffic that was captured without its answer has no outcome. */
export type RecordedExchange = Omit<Exchange, 'outcome'> & Partial<Pick<Exchange, 'outcome'>>;
