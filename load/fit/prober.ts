// Runs the probing in a thread of its own, because a fit takes so long that requests which are due meanwhile would be sent late. It
// is given the answers, and returns what to send next.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Trace } from '../trace.ts';
import type { Scale, Volley } from './designed-probe.ts';
import { type Bounds, type Probed, probing } from './probing.ts';

type Move = { readonly kind: 'send'; readonly volley: Volley } | { readonly kind: 'found'; readonly probed: Probed };

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

/** The probing itself, in the thread that calls it. */
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
