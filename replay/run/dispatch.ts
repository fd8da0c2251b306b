// Plays steps in sequence: on an absolute, shifted clock, or as fast as the candidate answers, and never faster than is allowed.
//
// Every request has its own due time, so a slow answer never shifts the ones that do not depend on it.
import { waitUntil } from '../../load/pacing/sender.ts';
import { createOrder, type Sending } from '../order/order.ts';
import type { Sequenced } from '../order/sequence.ts';
import { ahead } from './ahead.ts';
import { createLag, type Lag } from './lag.ts';

export interface Tempo {
  /** How many times as fast as recorded; `asap` has no clock. */
  readonly speed: number | 'asap';
  /** Requests a second that are never exceeded. */
  readonly rate?: number;
  /** Requests under way at once. */
  readonly concurrency: number;
  /** How many times each session is played side by side. */
  readonly copies: number;
  /** Milliseconds since 1970: when the clock starts, for machines that play together. */
  readonly startAt?: number;
}

export type TakingPart = Extract<Sequenced, { kind: 'step' }>;

interface Stage {
  /** Whether the step takes part; otherwise this call has accounted for it. */
  takes(planned: Sequenced): planned is TakingPart;
  /** Sends it and deals with the answer. Never rejects. */
  perform(sending: Sending): Promise<void>;
  /** It will not be sent, because the run was stopped. */
  abandon(sending: Pick<Sending, 'step' | 'copy'>): void;
  readonly signal: AbortSignal;
}

/** Bounds of the steps that have been read and are not over, held ones included, and of the bytes of their bodies. */
const mostOpen = 2048;
const mostOpenBytes = 4 * 1024 * 1024;
const readAhead = 512;

export const dispatch = async (steps: AsyncIterable<Sequenced>, tempo: Tempo, stage: Stage): Promise<Lag> => {
  const { speed, concurrency, copies, rate } = tempo;
  const order = createOrder(speed !== 'asap');
  const lag = createLag();
  const ready: Sending[] = [];
  let open = 0;
  let openBytes = 0;
  let underWay = 0;
  let roomMade: (() => void) | undefined;
  let nextAllowed = 0;
  let timer: NodeJS.Timeout | undefined;

  const end = (sending: Sending): void => {
    open -= 1;
    openBytes -= bytesOf(sending);
    ready.push(...order.over(sending));
    roomMade?.();
  };

  const start = (sending: Sending): void => {
    underWay += 1;
    if (sending.due !== undefined) lag.note(performance.now() - sending.due, sending.held);
    ready.push(...order.sent(sending));
    void stage.perform(sending).then(() => {
      underWay -= 1;
      end(sending);
      pump();
    });
  };

  const pump = (): void => {
    while (ready.length > 0 && (underWay < concurrency || stage.signal.aborted)) {
      if (stage.signal.aborted) {
        const sending = ready.shift()!;
        ready.push(...order.sent(sending));
        stage.abandon(sending);
        end(sending);
        continue;
      }
      if (rate !== undefined) {
        const now = performance.now();
        if (now < nextAllowed) {
          timer ??= setTimeout(() => {
            timer = undefined;
            pump();
          }, nextAllowed - now);
          return;
        }
        nextAllowed = Math.max(nextAllowed, now - 1000 / rate) + 1000 / rate;
      }
      start(ready.shift()!);
    }
  };

  const room = async (most: number): Promise<void> => {
    while (open > most || (open > 0 && openBytes > mostOpenBytes)) {
      await new Promise<void>((resolve) => {
        roomMade = resolve;
      });
      roomMade = undefined;
    }
  };

  const onStop = () => pump();
  stage.signal.addEventListener('abort', onStop, { once: true });
  const asap = speed === 'asap';
  let beginning: number | undefined;
  let firstAt = 0;
  for await (const planned of asap ? steps : ahead(steps, readAhead)) {
    if (!stage.takes(planned)) continue;
    const { step, placement } = planned;
    if (beginning === undefined) {
      firstAt = step.at;
      const wait = tempo.startAt === undefined ? 0 : Math.max(0, tempo.startAt - Date.now());
      beginning = performance.now() + wait + (asap ? 0 : 5);
      if (asap && wait > 0) await waitUntil(beginning, stage.signal);
    }
    const due = asap ? undefined : beginning + (step.at - firstAt) / speed;
    if (due !== undefined && due > performance.now()) await waitUntil(due, stage.signal);
    for (let copy = 0; copy < copies; copy += 1) {
      if (stage.signal.aborted) {
        stage.abandon({ step, copy });
        continue;
      }
      open += 1;
      const sending = order.admit(step, placement, copy, due);
      openBytes += bytesOf(sending);
      if (sending.waiting > 0) continue;
      if (underWay >= concurrency || rate !== undefined) sending.held = true;
      ready.push(sending);
    }
    pump();
    await room(asap && ready.length > 0 ? open - 1 : mostOpen);
  }
  await room(0);
  clearTimeout(timer);
  stage.signal.removeEventListener('abort', onStop);
  return lag.lag;
};

const bytesOf = ({ step: { request, response } }: Pick<Sending, 'step'>): number =>
  (request.body?.length ?? 0) + (response?.body.length ?? 0);
