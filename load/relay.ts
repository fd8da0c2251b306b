// Stands between a load generator and the target: for each bare request on loopback it sends a real one to the target.
//
// The generator does not know the address, credentials or bodies of the target; it names a request by its path and gets the status back.
// The relay sends with the suite's own client, which verifies TLS, and counts each request as answered or failed.
import { setMaxListeners } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Exchange } from '../exchange/exchange.ts';

interface Relay {
  /** Where the generator sends to. */
  readonly url: string;
  /** In the order of sending. */
  readonly exchanges: readonly Exchange[];
  readonly account: Account;
  /** Takes no further request, and waits until what is under way has ended. */
  close(): Promise<void>;
}

export interface Account {
  readonly sent: number;
  readonly answered: number;
  /** No answer came: dropped, timed out, or given up when the run was aborted. */
  readonly failed: number;
}

/** What the generator asked for. */
export interface RelayedRequest {
  readonly path: string;
  /** The signal of the run. */
  readonly signal: AbortSignal;
}

interface RelayOptions {
  send(request: RelayedRequest): Promise<Exchange>;
  /** At most this many requests are passed on, whatever the generator sends. */
  readonly most: number;
  readonly signal?: AbortSignal;
}

/** The body may hold secrets, and the generator has no use for it. */
const end = (response: ServerResponse, status: number): void => {
  response.writeHead(status, { 'content-length': 0 }).end();
};

export async function startRelay({ send, most, signal }: RelayOptions): Promise<Relay> {
  const exchanges: (Exchange | undefined)[] = [];
  const underWay = new Set<Promise<void>>();
  const stop = new AbortController();
  // Each request under way listens.
  setMaxListeners(0, stop.signal);
  const abort = () => stop.abort(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  if (signal?.aborted) abort();
  let sent = 0;
  let answered = 0;
  let failed = 0;

  /** The generator only reads the status. A request that the target did not answer gives it 504, so that its counts are complete. */
  async function carry({ url = '/' }: IncomingMessage, response: ServerResponse): Promise<void> {
    if (sent >= most) return end(response, 503);
    sent += 1;
    const place = sent;
    try {
      const exchange = await send({ path: url, signal: stop.signal });
      exchanges[place - 1] = exchange;
      if (exchange.outcome.kind === 'failed') failed += 1;
      else answered += 1;
      end(response, exchange.outcome.kind === 'failed' ? 504 : exchange.outcome.response.status);
    } catch (error) {
      failed += 1;
      end(response, 504);
      if (!stop.signal.aborted) throw error;
    }
  }

  let broken: { readonly error: unknown } | undefined;
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    request.resume();
    if (stop.signal.aborted) return void request.socket.destroy();
    const carried = carry(request, response)
      .catch((error: unknown) => {
        broken ??= { error };
        stop.abort(error);
      })
      .finally(() => underWay.delete(carried));
    underWay.add(carried);
  });
  server.keepAliveTimeout = 60_000;
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get exchanges() {
      return exchanges.filter((exchange) => exchange !== undefined);
    },
    get account() {
      return { sent, answered, failed };
    },
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      await Promise.all(underWay);
      for (const socket of sockets) socket.destroy();
      await closed;
      signal?.removeEventListener('abort', abort);
      if (broken) throw broken.error;
    },
  };
}
