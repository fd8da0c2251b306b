// A recorder's proxy in the test's own process, with what it recorded as exchanges; and raw sockets that talk to it.
import { once } from 'node:events';
import net, { type Socket } from 'node:net';
import type { TlsOptions } from '../../exchange/client/connection.ts';
import type { RecordedExchange } from '../../exchange/exchange.ts';
import { startProxy } from '../../recorder/proxy.ts';
import { recordedExchange } from '../../recorder/recorded-exchange.ts';
import { upstreamAt } from '../../recorder/upstream.ts';
import { test as base, expect } from '../exchange/fixtures.ts';

export { onRequests, response } from '../exchange/fixtures.ts';
export { expect };

interface Proxied {
  readonly url: string;
  readonly port: number;
  readonly unreadable: string[];
  /** Waits until so many exchanges have been seen. */
  seen(count: number): Promise<RecordedExchange[]>;
  stop(patience: number): Promise<void>;
}

interface ProxySettings {
  readonly keepHost?: boolean;
  readonly bodyLimit?: number;
  readonly tls?: TlsOptions;
}

interface Fixtures {
  through: (upstream: string, settings?: ProxySettings) => Promise<Proxied>;
}

export const test = base.extend<Fixtures>({
  through: async ({}, use) => {
    const stops: ((patience: number) => Promise<void>)[] = [];
    await use(async (address, { keepHost = false, bodyLimit = 1024 * 1024, tls = {} } = {}) => {
      const upstream = upstreamAt(address, tls);
      const exchanges: Promise<RecordedExchange>[] = [];
      const unreadable: string[] = [];
      const proxy = await startProxy({
        upstream,
        host: '127.0.0.1',
        port: 0,
        keepHost,
        bodyLimit,
        onExchange: (raw) => exchanges.push(recordedExchange(raw, { origin: upstream.url.origin, bodyLimit })),
        onUnreadable: (reason) => unreadable.push(reason),
      });
      stops.push(proxy.stop);
      return {
        url: proxy.url,
        port: Number(new URL(proxy.url).port),
        unreadable,
        stop: proxy.stop,
        async seen(count) {
          await expect.poll(() => exchanges.length, { timeout: 5_000 }).toBe(count);
          return Promise.all(exchanges);
        },
      };
    });
    for (const stop of stops) await stop(0);
  },
});

interface Said {
  readonly text: string;
  /** How the connection ended, or that it is still open. */
  readonly end: 'open' | 'finished' | 'reset';
}

interface Speaker {
  readonly socket: Socket;
  readonly received: () => Buffer;
  /** Waits until the text has arrived. */
  heard(text: string): Promise<void>;
  ended(): Promise<Said>;
}

export const speak = (port: number, first: string | Buffer = ''): Speaker => {
  const socket = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  const chunks: Buffer[] = [];
  let end: Said['end'] = 'open';
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.on('end', () => {
    end = 'finished';
    socket.end();
  });
  socket.on('error', () => {
    end = 'reset';
  });
  if (first.length > 0) socket.write(first);
  const received = () => Buffer.concat(chunks);
  return {
    socket,
    received,
    heard: (text) => expect.poll(() => received().toString('latin1'), { timeout: 5_000 }).toContain(text),
    async ended() {
      if (!socket.closed) await once(socket, 'close').catch(() => {});
      return { text: received().toString('latin1'), end };
    },
  };
};
