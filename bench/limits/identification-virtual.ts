// How often a limiter is identified in virtual time. Arguments: trials per cell (1000), jitter in ms (10), first seed (1).
import { availableParallelism } from 'node:os';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { type Probed, probing } from '../../load/fit/probing.ts';
import { modelOf } from '../../load/models/index.ts';
import { limiterOf } from '../../tests/load/limiter.ts';
import { type Cell, type CellReport, cellsOf, reportOf, type Trial } from './cells.ts';
import { answered, chance } from './virtual-target.ts';

const [trials = 1000, jitter = 10, firstSeed = 1] = process.argv.slice(2).map(Number);
const bounds = { requests: 3000, duration: 600_000 };

const trial = ({ model, count, window }: Cell, seed: number): Trial => {
  const random = chance(seed);
  const limiter = limiterOf(modelOf(model), { count, window, phase: random() * window });
  const probe = probing(bounds);
  const began = 1000 + random() * 5000;
  let now = began;
  let requests = 0;
  let step: IteratorResult<readonly number[], Probed> = probe.next();
  while (!step.done) {
    const begins = now + 1;
    const trace = answered(
      limiter,
      step.value.map((due) => begins + due),
      { jitter },
      random,
    );
    requests += step.value.length;
    now = Math.max(now, ...trace.map(({ received }) => received));
    step = probe.next(trace);
  }
  return { fit: step.value.fit, requests, duration: now - began };
};

const reportOn = (cell: Cell): CellReport =>
  reportOf(
    cell,
    Array.from({ length: trials }, (_, index) => trial(cell, firstSeed + index)),
  );

if (isMainThread) {
  console.log(
    `virtual time, ${trials} trials per cell, up to ${jitter} ms of jitter each way, nothing known beforehand`,
  );
  const cells = cellsOf([
    [10, 1000],
    [5, 2000],
    [20, 1000],
  ]).values();
  // A thread for each core. Which thread works on a cell makes no difference to the result.
  for (let cores = availableParallelism(); cores > 0; cores -= 1) {
    const worker = new Worker(new URL(import.meta.url), { argv: process.argv.slice(2) });
    const next = () => {
      const { value: cell, done } = cells.next();
      if (done) void worker.terminate();
      else worker.postMessage(cell);
    };
    worker.on('message', ({ text, wrong }: CellReport) => {
      console.log(text);
      if (wrong > 0) process.exitCode = 1;
      next();
    });
    next();
  }
} else parentPort!.on('message', (cell: Cell) => parentPort!.postMessage(reportOn(cell)));
