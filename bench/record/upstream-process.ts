// The server that is recorded. It sends a small answer at once, so that the cost of what is in between is measured.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const card = { id: '0f8fad5b-d9cb-469f-a165-70867728950e', status: 'ACTIVE', maskedPan: '123456******7890' };

const server = createServer((request, response) => {
  const body = JSON.stringify({ at: request.url, card, updatedAt: 1_700_000_000 });
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  response.end(body);
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
process.once('disconnect', () => process.exit());
