// Connections to the server that is recorded: plain, or TLS that is verified.
import net, { type Socket } from 'node:net';
import tls from 'node:tls';
import type { WireFailure } from '../contract/wire.ts';
import type { TlsOptions } from '../exchange/client/connection.ts';

export interface Upstream {
  readonly url: URL;
  /** The `Host` field as a client writes it that speaks to the upstream directly. */
  readonly host: string;
  /** Without a slash at its end; empty for the root. */
  readonly basePath: string;
  connect(onReady: () => void): Socket;
}

const connectTimeout = 10_000;

const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

export const upstreamAt = (address: string, options: TlsOptions = {}): Upstream => {
  const url = new URL(address);
  const secure = url.protocol === 'https:';
  const host = hostOf(url);
  const port = Number(url.port || (secure ? 443 : 80));
  const secureContext = tls.createSecureContext({
    ...(options.ca !== undefined && { ca: options.ca }),
    ...(options.certificate !== undefined && { cert: options.certificate }),
    ...(options.key !== undefined && { key: options.key }),
  });
  return {
    url,
    host: url.host,
    basePath: url.pathname.replace(/\/+$/, ''),
    connect(onReady) {
      const to = { host, port, allowHalfOpen: true, autoSelectFamily: true };
      const socket = secure
        ? tls.connect({
            ...to,
            secureContext,
            ALPNProtocols: ['http/1.1'],
            ...(net.isIP(host) === 0 && { servername: host }),
          })
        : net.connect(to);
      socket.setNoDelay(true);
      const timer = setTimeout(() => socket.destroy(new ConnectTimeout()), connectTimeout);
      socket.once('close', () => clearTimeout(timer));
      socket.once(secure ? 'secureConnect' : 'connect', () => {
        clearTimeout(timer);
        onReady();
      });
      return socket;
    },
  };
};

class ConnectTimeout extends Error {
  readonly code = 'ETIMEDOUT';
  constructor() {
    super(`no connection within ${connectTimeout} ms`);
  }
}

/** Error codes of the network; any other error before a secure connection stands is one of TLS. */
const networkCode = /^(?:E[A-Z]+|UND_.*)$/;

export const refusalOf = (error: NodeJS.ErrnoException | undefined, upstream: Upstream): WireFailure => {
  const code = error?.code ?? '';
  const ofTls = upstream.url.protocol === 'https:' && (!networkCode.test(code) || code === 'EPROTO');
  const message =
    error instanceof ConnectTimeout ? error.message : code || error?.message || 'the connection was closed';
  return { kind: ofTls ? 'tls' : 'refused', message };
};
