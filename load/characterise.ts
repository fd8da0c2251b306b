// Carries out the probing of one target over real sockets.
import type { Exchange } from '../exchange/exchange.ts';
import { statusOf } from '../subject/answers.ts';
import type { Scale } from './fit/designed-probe.ts';
import { fitTrace } from './fit/fit.ts';
import { createProber } from './fit/prober.ts';
import type { Bounds, Probed } from './fit/probing.ts';
import { latest } from './pacing/lateness.ts';
import { at } from './pacing/schedule.ts';
import { answersIn, pace } from './pacing/sender.ts';
import { traceOf } from './trace.ts';

interface Characterisation {
  readonly bounds: Bounds;
  /** What is known of the limit beforehand. */
  readonly expected?: Scale;
  /** Called before this many requests are sent; an error that it throws ends the probing. */
  claim?(requests: number): void;
  /** Sends one of the requests that the limiter counts together, which is more than one where a demand comes first. */
  send(signal: AbortSignal, onDemand: (demand: Exchange) => void): Promise<Exchange>;
  readonly signal?: AbortSignal;
}

export interface Characterised extends Probed {
  readonly exchanges: readonly Exchange[];
  /** Milliseconds by which the latest request was sent late. On a busy machine the fit is less certain. */
  readonly late: number;
}

/**
 * With few requests under way, times are exact; a hundred at once wait for each other at the target. But a target that queues requests
 * refuses none before its queue is full, so where few meet no refusal, many are sent.
 */
const few = 24;
const many = 1024;

/** When it is aborted, it fits what was answered until then. */
export const characterise = async ({
  bounds,
  expected,
  claim,
  send,
  signal,
}: Characterisation): Promise<Characterised> => {
  const prober = createProber({ bounds, ...(expected && { expected }) });
  const exchanges: Exchange[] = [];
  let late = 0;
  let underWay = few;
  try {
    let step = await prober.next();
    while (step.kind === 'send') {
      claim?.(step.volley.length);
      const schedule = at(step.volley, () => undefined);
      const { sent } = await pace(schedule, {
        send: (_, aborted, onDemand) => send(aborted, onDemand),
        concurrency: underWay,
        ...(signal && { signal }),
      });
      const heldBack = sent.some((each) => each.heldBack);
      // Requests that wait behind those that were held back are late because of the target, not of the machine.
      if (!heldBack) late = Math.max(late, latest(sent));
      const answered = answersIn(sent);
      if (heldBack && !answered.some((exchange) => statusOf(exchange) === 429)) underWay = many;
      exchanges.push(...answered);
      if (signal?.aborted) {
        const trace = traceOf(exchanges);
        return { fit: fitTrace(trace), trace, cutShort: true, exchanges, late };
      }
      step = await prober.next(traceOf(answered));
    }
    return { ...step.probed, exchanges, late };
  } finally {
    await prober.close();
  }
};
