// What the tests of this folder start and must stop: raw socket servers, HTTP servers, clients.
import http from 'node:http';
import net, { type AddressInfo, type Server, type Socket } from 'node:net';
import { test as base } from '@playwright/test';
import { type Client, type ClientOptions, createClient } from '../../exchange/client/client.ts';

export { expect } from '@playwright/test';

interface Served {
  readonly url: string;
  readonly port: number;
  /** How many connections came in. */
  readonly connections: () => number;
}

interface Fixtures {
  /** `onConnection` handles each connection. */
  raw: (onConnection: (socket: Socket, count: number) => void) => Promise<Served>;
  web: (onRequest: http.RequestListener) => Promise<Served>;
  listening: (server: Server, scheme?: 'http' | 'https') => Promise<Served>;
  client: (baseUrl: string, options?: Partial<ClientOptions>) => Client;
}

/** Calls back with each complete request, including its body (by content-length). */
export const onRequests = (socket: Socket, answer: (head: string, body: Buffer, count: number) => void): void => {
  let bytes = Buffer.alloc(0);
  let count = 0;
  socket.on('error', () => {});
  socket.on('data', (chunk: Buffer) => {
    bytes = Buffer.concat([bytes, chunk]);
    for (;;) {
      const end = bytes.indexOf('\r\n\r\n');
      if (end < 0) return;
      const head = bytes.toString('latin1', 0, end);
      const length = Number(/^content-length: *(\d+)$/im.exec(head)?.[1] ?? 0);
      if (bytes.length < end + 4 + length) return;
      const body = bytes.subarray(end + 4, end + 4 + length);
      bytes = bytes.subarray(end + 4 + length);
      count += 1;
      answer(head, body, count);
    }
  });
};

/** A complete response with a content-length. */
export const response = (body: string, status = '200 OK', headers = ''): string =>
  `HTTP/1.1 ${status}\r\n${headers}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

const listen = async (server: Server, scheme: string): Promise<Served & { stop: () => Promise<void> }> => {
  const sockets = new Set<Socket>();
  let count = 0;
  server.on('connection', (socket: Socket) => {
    count += 1;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `${scheme}://127.0.0.1:${port}`,
    port,
    connections: () => count,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

export const test = base.extend<Fixtures>({
  listening: async ({}, use) => {
    const stops: (() => Promise<void>)[] = [];
    await use(async (server, scheme = 'http') => {
      const { stop, ...served } = await listen(server, scheme);
      stops.push(stop);
      return served;
    });
    for (const stop of stops) await stop();
  },
  raw: async ({ listening }, use) => {
    await use((onConnection) => {
      let count = 0;
      return listening(
        net.createServer((socket) => {
          count += 1;
          onConnection(socket, count);
        }),
      );
    });
  },
  web: async ({ listening }, use) => {
    await use((onRequest) => listening(http.createServer(onRequest)));
  },
  client: async ({}, use) => {
    const clients: Client[] = [];
    await use((baseUrl, options) => {
      const client = createClient({ baseUrl, timeouts: { connect: 2_000, response: 5_000 }, ...options });
      clients.push(client);
      return client;
    });
    for (const client of clients) await client.close();
  },
});
