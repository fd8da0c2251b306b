// A fast server that answers as a card API does: it accepts every login and shows cards. Prints its address.
import { createServer } from 'node:http';
import { cardBody, tokenPair } from './traffic.ts';

const json = { 'content-type': 'application/json', 'cache-control': 'no-store' };
let logins = 0;
let first = 0;
let last = 0;
let count = 0;

const server = createServer((request, response) => {
  const { url = '', method } = request;
  let body: string;
  if (url === '/bench/count') {
    // How many requests came since the last question, and in how many milliseconds.
    response.end(JSON.stringify({ count, milliseconds: last - first }));
    count = 0;
    return;
  }
  last = performance.now();
  if (count === 0) first = last;
  count += 1;
  if (method === 'POST' && url === '/v3/auth/token') {
    logins += 1;
    body = tokenPair(`live-${logins}`, Date.now());
  } else body = cardBody(url.slice('/v2/card/'.length));
  request.resume();
  response.writeHead(200, { ...json, 'content-length': Buffer.byteLength(body) }).end(body);
});

server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address) process.stdout.write(`http://127.0.0.1:${address.port}\n`);
});
process.on('SIGTERM', () => process.exit(0));
