// The recorder's own port: plain, or with TLS that ends here, because what is recorded has to be read.
import net, { type Server, type Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';

/** A connection that came in. */
export interface Client {
  readonly socket: Socket;
  /** Breaks the connection off in a way that the client cannot mistake for a regular end. */
  reset(): void;
}

/** PEM texts. */
export interface Identity {
  readonly certificate: string;
  readonly key: string;
}

interface Reception {
  readonly identity?: Identity;
  onClient(client: Client): void;
  onUnreadable(reason: string): void;
}

export const createListener = ({ identity, onClient, onUnreadable }: Reception): Server => {
  const options = { allowHalfOpen: true, noDelay: true };
  if (!identity) {
    return net.createServer(options, (socket) => onClient({ socket, reset: () => socket.resetAndDestroy() }));
  }
  const secureContext = createSecureContext({ cert: identity.certificate, key: identity.key });
  return net.createServer(options, (raw) => {
    const socket = new TLSSocket(raw, { isServer: true, secureContext, ALPNProtocols: ['http/1.1'] });
    const refused = (error: Error) => onUnreadable(`no TLS connection came about: ${error.message}`);
    socket.once('error', refused);
    socket.once('secure', () => socket.off('error', refused));
    onClient({ socket, reset: () => raw.resetAndDestroy() });
  });
};
