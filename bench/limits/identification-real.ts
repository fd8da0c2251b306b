// How often the limiter of a real server is identified. Arguments: trials per cell (20), jitter in ms (10), at once (3).
import { type Cell, cellsOf, reportOf, type Trial } from './cells.ts';
import { startProcess } from './other-process.ts';
import type { Job } from './trial-process.ts';

const [trials = 20, jitter = 10, atOnce = 3] = process.argv.slice(2).map(Number);

console.log(`real servers over loopback, ${trials} trials per cell, up to ${jitter} ms of jitter each way`);
const cells = cellsOf([
  [10, 1000],
  [5, 500],
  [20, 1000],
]);
const server = await startProcess<string>('limiter-server-process');
const queue = cells.flatMap((cell) => Array.from({ length: trials }, (_, index) => ({ cell, key: `${index}` })));
const done = new Map<Cell, Trial[]>(cells.map((cell) => [cell, []]));

const work = async (): Promise<void> => {
  const worker = await startProcess<Trial | 'ready'>('trial-process');
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const { cell, key } = next;
    const job: Job = {
      url: server.said,
      limited: { ...cell, phase: Math.random() * cell.window, jitter, key },
    };
    const trialsOfCell = done.get(cell)!;
    trialsOfCell.push((await worker.ask(job)) as Trial);
    if (trialsOfCell.length < trials) continue;
    const { text, wrong } = reportOf(cell, trialsOfCell);
    console.log(text);
    if (wrong > 0) process.exitCode = 1;
  }
  worker.stop();
};
await Promise.all(Array.from({ length: atOnce }, work));
server.stop();
