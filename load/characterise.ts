// Carries out the probing of one target over real sockets.
import type { Exchange } from '../exchange/exchange.ts';
import type { Scale } from './fit/designed-probe.ts';
import { type Bounds, type Probed, probing } from './fit/probing.ts';
import { at } from './pacing/schedule.ts';
import { pace } from './pacing/sender.ts';
import { traceOf } from './trace.ts';

export interface Characterisation {
  readonly bounds: Bounds;
  /** What is known of the limit beforehand. */
  readonly expected?: Scale;
  /** Sends one of the requests that the limiter counts together. */
  send(signal: AbortSignal): Promise<Exchange>;
  readonly signal?: AbortSignal;
}

/** As many as a burst may hold: a request held back would arrive at another time than the fit is told. */
const concurrency = 1024;

/** `undefined` when it was aborted. */
export const characterise = async ({
  bounds,
  expected,
  send,
  signal,
}: Characterisation): Promise<Probed | undefined> => {
  const probe = probing(bounds, expected);
  let step = probe.next();
  while (!step.done) {
    const schedule = at(step.value, () => undefined);
    const pacing = await pace(schedule, {
      send: (_, aborted) => send(aborted),
      concurrency,
      ...(signal === undefined ? {} : { signal }),
    });
    if (signal?.aborted) return undefined;
    step = probe.next(traceOf(pacing.sent.map(({ exchange }) => exchange)));
  }
  return step.value;
};
