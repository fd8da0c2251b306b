// Sends requests at exact moments, whatever the target does.
//
// The schedule is absolute: each request has its own due time, so a slow answer never shifts the ones after it. Timers are only exact to
// a millisecond and late under load, so a timer is followed by a short busy wait that still lets sockets be served.
import { setMaxListeners } from 'node:events';
import type { Exchange } from '../../exchange/exchange.ts';

export interface Paced<Request> {
  /** Milliseconds after the schedule's beginning. */
  readonly due: number;
  readonly request: Request;
}

export interface Sent {
  /** When it was due, and when it was handed over, in milliseconds after the schedule's beginning. */
  readonly due: number;
  readonly handed: number;
  /** It was sent late because the most requests were under way already, which the target's slowness caused. */
  readonly heldBack: boolean;
  /** Answers that demanded a second factor before this one: a limiter may have counted each of them. */
  readonly demands: readonly Exchange[];
  readonly exchange: Exchange;
}

/** All that a limiter may have counted. */
export const answersIn = (sent: readonly Sent[]): readonly Exchange[] =>
  sent.flatMap(({ demands, exchange }) => [...demands, exchange]);

interface Pacing {
  /** In the order of their due times. */
  readonly sent: readonly Sent[];
  /** Not sent, or given up while under way, because the run was aborted. */
  readonly abandoned: number;
}

interface PacingOptions<Request> {
  /** Rejects only when aborted; every failure of the target is an exchange. `onDemand` is told of demands that were answered before. */
  send(request: Request, signal: AbortSignal, onDemand: (demand: Exchange) => void): Promise<Exchange>;
  /** How many may be under way at once. */
  readonly concurrency: number;
  readonly signal?: AbortSignal;
}

/** Milliseconds of busy waiting. More would waste processor time, less would not cover the lateness of timers. */
const spin = 1.5;
/** Milliseconds that are waited without serving sockets, because one turn of the event loop takes about as long. */
const lastBit = 0.1;

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const timer = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(running);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const running = setTimeout(done, milliseconds);
    signal.addEventListener('abort', done, { once: true });
  });

/** Exact to a tenth of a millisecond or so, as long as the process has the machine to itself. */
export const waitUntil = async (moment: number, signal: AbortSignal): Promise<void> => {
  const left = () => moment - performance.now();
  if (left() > spin + 1) await timer(Math.floor(left() - spin), signal);
  while (left() > lastBit && !signal.aborted) await turn();
  while (left() > 0 && !signal.aborted);
};

/** Resolves when every answer is in, or at once when aborted; rejects when `send` does for any other reason. */
export const pace = async <Request>(
  schedule: readonly Paced<Request>[],
  { send, concurrency, signal: outer }: PacingOptions<Request>,
): Promise<Pacing> => {
  const stop = new AbortController();
  const forward = () => stop.abort(outer?.reason);
  outer?.addEventListener('abort', forward, { once: true });
  if (outer?.aborted) forward();
  const { signal } = stop;
  // Each request under way listens.
  setMaxListeners(0, signal);

  const ordered = [...schedule].sort((one, other) => one.due - other.due);
  const sent: (Sent | undefined)[] = ordered.map(() => undefined);
  const underWay = new Set<Promise<void>>();
  let broken: { readonly reason: unknown } | undefined;
  const beginning = performance.now();

  const handOver = (index: number, heldBack: boolean): void => {
    const { due, request } = ordered[index]!;
    const handed = performance.now() - beginning;
    const demands: Exchange[] = [];
    const answer = send(request, signal, (demand) => demands.push(demand))
      .then((exchange) => {
        sent[index] = { due, handed, heldBack, demands, exchange };
      })
      .catch((reason: unknown) => {
        if (signal.aborted) return;
        broken = { reason };
        stop.abort(reason);
      })
      .finally(() => underWay.delete(answer));
    underWay.add(answer);
  };

  for (const [index, { due }] of ordered.entries()) {
    await waitUntil(beginning + due, signal);
    let heldBack = false;
    while (underWay.size >= concurrency && !signal.aborted) {
      heldBack = true;
      await Promise.race(underWay);
    }
    if (signal.aborted) break;
    handOver(index, heldBack);
  }
  await Promise.all(underWay);
  outer?.removeEventListener('abort', forward);
  if (broken !== undefined) throw broken.reason;
  const done = sent.filter((each) => each !== undefined);
  return { sent: done, abandoned: ordered.length - done.length };
};
