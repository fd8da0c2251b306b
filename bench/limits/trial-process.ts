// Identifies one real limiter after another in a process of its own, so that the fit of one trial does not delay the sending of another.
import { createClient } from '../../exchange/client/client.ts';
import { characterise } from '../../load/characterise.ts';
import type { Trial } from './cells.ts';
import { type Limited, pathOf } from './limiter-server.ts';

export interface Job {
  readonly url: string;
  readonly limited: Limited;
}

const bounds = { requests: 3000, duration: 300_000 };

const trial = async ({ url, limited }: Job): Promise<Trial> => {
  const client = createClient({ baseUrl: url, connections: 256, timeouts: { connect: 5000, response: 30_000 } });
  const path = pathOf(limited);
  let requests = 0;
  const began = performance.now();
  const probed = await characterise({
    bounds,
    send: (signal) => {
      requests += 1;
      return client.send({ method: 'GET', path, signal });
    },
  });
  await client.close();
  if (probed === undefined) throw new Error('nobody aborted this');
  return { fit: probed.fit, requests, duration: performance.now() - began };
};

process.on('message', (job: Job) => {
  void trial(job).then((done) => process.send?.(done));
});
process.once('disconnect', () => process.exit());
process.send?.('ready');
