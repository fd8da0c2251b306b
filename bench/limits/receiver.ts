// The receiving end of the pacing bench: notes when each request arrives.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sharedNow } from './shared-clock.ts';

let arrivals: number[] = [];
const server = createServer((_, response) => {
  arrivals.push(sharedNow());
  response.end();
});
server.listen(0, '127.0.0.1', () => process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
process.on('message', () => {
  process.send?.(arrivals);
  arrivals = [];
});
process.once('disconnect', () => process.exit());
