// Opens connections to a target: with verified TLS and a proxy's tunnel. Records facts that undici does not give.
import http from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import { buildConnector } from 'undici';

export interface TlsOptions {
  /** PEM of the certificate authorities to trust instead of the usual ones. */
  readonly ca?: string;
  /** PEM of the client's certificate and of its key. */
  readonly certificate?: string;
  readonly key?: string;
}

/** No connection could be opened: nobody answers, or the certificate is not trusted. */
export class ConnectFailure extends Error {
  readonly kind: 'refused' | 'tls';
  constructor(kind: 'refused' | 'tls', message: string) {
    super(message);
    this.kind = kind;
  }
}

/** The facts about a connection that an attempt needs. */
export interface ConnectionState {
  /** When it was requested, on the monotonic clock. */
  readonly begun: number;
  /** How many requests it has carried. */
  requests: number;
  /** Bytes have come back since the last request. */
  heard: boolean;
  /** The head of the final response has not begun. */
  awaiting: boolean;
  /** Bytes that belong to no request came in one piece with the answer. undici then gives up the connection in the same turn. */
  readonly surplus: boolean;
  /** The server did not accept all written bytes; nothing more can be sent on this connection. */
  unwritten: boolean;
}

/** The connection that was written to last, because undici writes a request and reports it as sent in the same turn. */
export interface Wire {
  written: ConnectionState | undefined;
}

const longestInterimHead = 16_384;
const continueHeads = ['HTTP/1.1 100 ', 'HTTP/1.0 100 '];

/** Length of the `100 Continue` head at the start of the bytes; 0 if there is none, -1 if that is not clear yet. */
const continueLength = (bytes: Buffer): number => {
  if (bytes.length > 12 && !(bytes[9] === 0x31 && bytes[10] === 0x30 && bytes[11] === 0x30)) return 0;
  const beginning = bytes.toString('latin1', 0, 13);
  if (!continueHeads.some((head) => head.startsWith(beginning))) return 0;
  const end = bytes.indexOf('\r\n\r\n');
  if (end >= 0) return end + 4;
  return bytes.length > longestInterimHead ? 0 : -1;
};

type Done = (error?: Error | null) => void;

/**
 * A server may answer and close while a body is still being sent. A failed write would end the socket before that answer is read. So the
 * error of the write is ignored, and the reading side ends with the answer or an error of its own.
 */
export const readOnWhenClosed = (socket: Socket, connection: { unwritten: boolean }): void => {
  const settled =
    (done: Done): Done =>
    (error) => {
      const code = (error as NodeJS.ErrnoException | null | undefined)?.code;
      connection.unwritten ||= code === 'EPIPE' || code === 'ECONNRESET';
      done(connection.unwritten ? null : error);
    };
  const { _write: one, _writev: several } = socket;
  socket._write = (chunk, encoding, done) => one.call(socket, chunk, encoding, settled(done));
  if (several) socket._writev = (chunks, done) => several.call(socket, chunks, settled(done));
};

/** A server may end an idle connection with a 408 (RFC 9110, section 15.5.9), even while the answer before it is still unread. */
const farewell = 'HTTP/1.1 408 ';

// undici takes an unexpected `100 Continue` for a broken response, but RFC 9110 requires every client to skip it.
const tap = (socket: Socket, wire: Wire, begun: number): Socket => {
  const connection: ConnectionState = {
    begun,
    requests: 0,
    heard: false,
    awaiting: false,
    unwritten: false,
    get surplus() {
      return socket.errored?.message === 'bad response' && !latest?.includes(farewell);
    },
  };
  readOnWhenClosed(socket, connection);
  const write = socket.write as (chunk: unknown, encoding?: unknown, done?: unknown) => boolean;
  const read = socket.read;
  let held: Buffer | undefined;
  let latest: Buffer | undefined;
  socket.write = (chunk: unknown, encoding?: unknown, done?: unknown) => {
    wire.written = connection;
    return write.call(socket, chunk, encoding, done);
  };
  socket.read = (size?: number) => {
    for (;;) {
      let chunk: Buffer | null = read.call(socket, size);
      if (chunk === null) return null;
      connection.heard = true;
      latest = chunk;
      if (!connection.awaiting) return chunk;
      if (held) chunk = Buffer.concat([held, chunk]);
      held = undefined;
      let interim = continueLength(chunk);
      while (interim > 0) {
        chunk = chunk.subarray(interim);
        interim = chunk.length > 0 ? continueLength(chunk) : -1;
      }
      if (interim === 0) {
        connection.awaiting = false;
        return chunk;
      }
      held = chunk;
    }
  };
  return socket;
};

/** OpenSSL's reason, without its numbers, functions and source files; any other message as it is. */
export const tlsReason = (message: string): string =>
  /error:[\dA-F]+:[^:]*:[^:]*:([^:]+):/.exec(message)?.[1] ?? message;

const reasons = (error: Error): string => {
  const several = (error as AggregateError).errors as Error[] | undefined;
  return several?.length ? several.map((each) => each.message).join('; ') : tlsReason(error.message);
};

const tunnel = (proxy: URL, timeout: number, host: string): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const credentials = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
    const request = (proxy.protocol === 'https:' ? https : http).request({
      host: proxy.hostname.replace(/^\[|\]$/g, ''),
      port: proxy.port || (proxy.protocol === 'https:' ? 443 : 80),
      method: 'CONNECT',
      path: host,
      agent: false,
      rejectUnauthorized: true,
      headers: {
        host,
        ...(proxy.username ? { 'proxy-authorization': `Basic ${Buffer.from(credentials).toString('base64')}` } : {}),
      },
    });
    const timer = setTimeout(() => request.destroy(new Error(`no tunnel within ${timeout} ms`)), timeout);
    const fail = (message: string) => {
      clearTimeout(timer);
      reject(new ConnectFailure('refused', `proxy ${proxy.host}: ${message}`));
    };
    request
      .once('connect', (response, socket: Socket) => {
        if (response.statusCode !== 200) {
          socket.destroy();
          fail(`answered ${response.statusCode} to CONNECT ${host}`);
        } else {
          clearTimeout(timer);
          resolve(socket);
        }
      })
      .once('response', (response) => {
        request.destroy();
        fail(`answered ${response.statusCode} to CONNECT ${host}`);
      })
      .on('error', (error) => fail(reasons(error)))
      .end();
  });

/** The `connect` of an undici pool. Certificates are always verified, even if the environment says otherwise. */
export const connector = (
  wire: Wire,
  timeout: number,
  tls: TlsOptions = {},
  proxy?: string,
): buildConnector.connector => {
  const through = proxy === undefined ? undefined : new URL(proxy);
  const connect = buildConnector({
    timeout,
    allowH2: false,
    rejectUnauthorized: true,
    ...(tls.ca === undefined ? {} : { ca: tls.ca }),
    ...(tls.certificate === undefined ? {} : { cert: tls.certificate }),
    ...(tls.key === undefined ? {} : { key: tls.key }),
  });
  const direct = (options: buildConnector.Options, callback: buildConnector.Callback, begun = performance.now()) => {
    let reached = options.httpSocket !== undefined;
    const socket = connect(options, (error: Error | null, connected: Socket | null) => {
      if (connected) return callback(null, tap(connected, wire, begun));
      const kind = reached && options.protocol === 'https:' ? 'tls' : 'refused';
      callback(new ConnectFailure(kind, error ? reasons(error) : 'no connection'), null);
    }) as unknown as Socket;
    socket.once('connect', () => {
      reached = true;
    });
  };
  if (!through) return (options, callback) => direct(options, callback);
  return (options, callback) => {
    const begun = performance.now();
    const port = options.port || (options.protocol === 'https:' ? '443' : '80');
    tunnel(
      through,
      timeout,
      `${options.hostname.includes(':') ? `[${options.hostname}]` : options.hostname}:${port}`,
    ).then(
      (socket) => {
        if (options.protocol === 'https:') direct({ ...options, httpSocket: socket }, callback, begun);
        else callback(null, tap(socket.setNoDelay(true), wire, begun));
      },
      (error: Error) => callback(error, null),
    );
  };
};
