// The listening side: a link for each connection that comes in.
import type { AddressInfo } from 'node:net';
import { Budget, type RawExchange } from './capture.ts';
import { Link } from './link.ts';
import { createListener, type Identity } from './listener.ts';
import type { Upstream } from './upstream.ts';

interface ProxyOptions {
  readonly upstream: Upstream;
  readonly host: string;
  readonly port: number;
  /** Clients speak TLS to it. */
  readonly identity?: Identity;
  /** The upstream gets the `Host` field as the client wrote it. */
  readonly keepHost: boolean;
  /** Bytes of a body that are recorded. */
  readonly bodyLimit: number;
  onExchange(exchange: RawExchange): void;
  onUnreadable(reason: string): void;
}

interface Proxy {
  readonly url: string;
  /** Accepts nothing new, and waits at most so many milliseconds for what is under way. */
  stop(patience: number): Promise<void>;
}

const mostKept = 128 * 1024 * 1024;

export const startProxy = async (options: ProxyOptions): Promise<Proxy> => {
  const { upstream, host, port, identity, keepHost, bodyLimit, onExchange, onUnreadable } = options;
  const links = new Set<Link>();
  const run = Date.now().toString(36);
  let exchanges = 0;
  let connections = 0;
  const linkOptions = {
    upstream,
    direction: { host: keepHost ? undefined : upstream.host, basePath: upstream.basePath },
    bodyLimit,
    budget: new Budget(mostKept),
    nextId: () => {
      exchanges += 1;
      return `${run}-${exchanges}`;
    },
    onExchange,
    onUnreadable,
  };
  const server = createListener({
    ...(identity && { identity }),
    onClient(client) {
      connections += 1;
      const link: Link = new Link(client, `${run}-c${connections}`, linkOptions, () => links.delete(link));
      links.add(link);
    },
    onUnreadable,
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const address = server.address() as AddressInfo;
  const shown = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return {
    url: `${identity ? 'https' : 'http'}://${shown}:${address.port}`,
    async stop(patience) {
      const ended = new Promise((resolve) => server.close(resolve));
      for (const link of links) link.stop();
      const timer = setTimeout(() => {
        for (const link of links) link.destroy();
      }, patience);
      await ended;
      clearTimeout(timer);
    },
  };
};
