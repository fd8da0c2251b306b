// The probing as something to be asked: what to send next, given the answers. It thinks in a thread of its own, because a fit
// takes so long that whatever is due meanwhile would go out late.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Trace } from '../trace.ts';
import type { Scale, Volley } from './designed-probe.ts';
import { type Bounds, type Probed, probing } from './probing.ts';

export type Move =
  | { readonly kind: 'send'; readonly volley: Volley }
  | { readonly kind: 'found'; readonly probed: Probed };

interface Prober {
  /** The trace of the volley before; none at first. */
  next(trace?: Trace): Promise<Move>;
  close(): Promise<void>;
}

export interface Task {
  readonly bounds: Bounds;
  readonly expected?: Scale;
}

const moveOf = (result: IteratorResult<Volley, Probed>): Move =>
  result.done ? { kind: 'found', probed: result.value } : { kind: 'send', volley: result.value };

/** The thinking itself, in whichever thread. */
export const thinking = ({ bounds, expected }: Task): ((trace?: Trace) => Move) => {
  const probe = probing(bounds, expected);
  return (trace = []) => moveOf(probe.next(trace));
};

export function createProber(task: Task): Prober {
  // Where the modules run uncompiled, under a loader, a thread could not read them.
  if (import.meta.url.endsWith('.ts')) {
    const think = thinking(task);
    return { next: async (trace) => think(trace), close: async () => {} };
  }
  const worker = new Worker(new URL('./prober-thread.js', import.meta.url), { workerData: task });
  return {
    async next(trace) {
      worker.postMessage(trace);
      const [move] = (await once(worker, 'message')) as [Move];
      return move;
    },
    async close() {
      await worker.terminate();
    },
  };
}
