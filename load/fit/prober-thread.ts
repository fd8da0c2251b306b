// The thread in which the probing runs.
import { parentPort, workerData } from 'node:worker_threads';
import type { Trace } from '../trace.ts';
import { type Task, thinking } from './prober.ts';

const think = thinking(workerData as Task);
parentPort?.on('message', (trace?: Trace) => parentPort?.postMessage(think(trace)));
