// How often the limiter of a real server is found out. Arguments: trials per cell (20), jitter in ms (10), at once (14).
import { createClient } from '../../exchange/client.ts';
import { characterise } from '../../load/characterise.ts';
import { type Cell, cellsOf, line, misses, type Trial } from './cells.ts';
import { type Limited, pathOf } from './limiter-server.ts';
import { startProcess } from './server-process.ts';

const [trials = 20, jitter = 10, atOnce = 14] = process.argv.slice(2).map(Number);
const bounds = { requests: 3000, duration: 300_000 };

const server = await startProcess<string>('limiter-server-process');

const trial = async ({ model, count, window }: Cell, key: string): Promise<Trial> => {
  const limited: Limited = { model, count, window, phase: Math.random() * window, jitter, key };
  const client = createClient({
    baseUrl: server.said,
    connections: 256,
    timeouts: { connect: 5000, response: 30_000 },
  });
  let requests = 0;
  const began = performance.now();
  const probed = await characterise({
    bounds,
    send: (signal) => {
      requests += 1;
      return client.send({ method: 'GET', path: pathOf(limited), signal });
    },
  });
  await client.close();
  if (probed === undefined) throw new Error('nobody aborted this');
  return { fit: probed.fit, requests, duration: performance.now() - began };
};

console.log(`real servers over loopback, ${trials} trials per cell, up to ${jitter} ms of jitter each way`);
const cells = cellsOf([
  [10, 1000],
  [5, 500],
  [20, 1000],
]);
const queue = cells.flatMap((cell) => Array.from({ length: trials }, (_, index) => ({ cell, key: `${index}` })));
const done = new Map<Cell, Trial[]>(cells.map((cell) => [cell, []]));
const work = async (): Promise<void> => {
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const trialsOfCell = done.get(next.cell)!;
    trialsOfCell.push(await trial(next.cell, next.key));
    if (trialsOfCell.length === trials)
      console.log([line(next.cell, trialsOfCell), ...misses(next.cell, trialsOfCell)].join('\n'));
  }
};
await Promise.all(Array.from({ length: atOnce }, work));
server.stop();
