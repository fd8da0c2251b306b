// A small service on a real socket, for tests of code that sends requests.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly method: string;
  readonly url: string;
  readonly type: string | undefined;
  readonly body: string;
}

export type Answer = { readonly status: number; readonly body: unknown } | 'hang' | 'drop';

export interface Service {
  readonly url: string;
  readonly received: readonly Received[];
  close(): Promise<void>;
}

export async function startService(answer: (request: Received) => Answer): Promise<Service> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    void read(request).then((body) => {
      const { method = '', url = '', headers } = request;
      const known = { method, url, type: headers['content-type'], body };
      received.push(known);
      reply(answer(known), response);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

async function read(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

function reply(answer: Answer, response: ServerResponse): void {
  if (answer === 'hang') return;
  if (answer === 'drop') {
    response.destroy();
    return;
  }
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
}

export const refusal = (status = 400): Answer => ({
  status,
  body: { name: 'Bad Request', message: 'not so', status },
});
