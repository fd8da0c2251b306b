// A receiver of deliveries: notes what arrives and when, and gives the answers that it was set to. It knows nothing of events.
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Headers } from '../../../contract/wire.ts';

export interface Arrival {
  /** Milliseconds, on the clock of `performance`. */
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly body: Buffer;
}

interface Receiver {
  readonly port: number;
  /** In the order in which they came. */
  readonly arrivals: readonly Arrival[];
  /** The status for the next deliveries; 200 by default. */
  answerWith(status: number): void;
  close(): Promise<void>;
}

/** Bytes of a body that are kept. */
const longest = 1024 * 1024;

/** Port 0 takes any free one. Undefined when somebody else listens there. */
export async function openReceiver(host: string, port: number): Promise<Receiver | undefined> {
  const arrivals: Arrival[] = [];
  let status = 200;
  const server = createServer((request, response) => {
    const at = performance.now();
    void bodyOf(request).then((body) => {
      const { method = '', url: path = '/', rawHeaders } = request;
      arrivals.push({ at, method, path, headers: pairsOf(rawHeaders), body });
      response.writeHead(status, { connection: 'close' }).end();
    });
  });
  const listens = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, host, () => resolve(true));
  });
  if (!listens) return undefined;
  return {
    port: (server.address() as AddressInfo).port,
    arrivals,
    answerWith: (next) => {
      status = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let length = 0;
  try {
    for await (const piece of request as AsyncIterable<Buffer>) {
      if (length < longest) pieces.push(piece);
      length += piece.length;
    }
  } catch {
    // The sender broke off: keeps the part that came.
  }
  return Buffer.concat(pieces).subarray(0, longest);
}

const pairsOf = (raw: readonly string[]): Headers =>
  raw.flatMap((name, index): Headers => (index % 2 === 0 ? [[name, raw[index + 1] ?? '']] : []));

/** Undefined where it is no JSON. */
export function jsonIn(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
