// Turns requests into exchanges: keeps connections, measures times, limits sizes, and never takes a correct server for a broken one.
//
// Header strings stand for bytes, one character each (use `fieldBytes` for anything else). Some things that HTTP/1.1 allows cannot be sent
// with undici: `Expect`, `Upgrade`, `Keep-Alive` and `Transfer-Encoding` fields, a wrong or second Content-Length, a second Host, control
// characters in values, the methods CONNECT and, with the target `*`, OPTIONS. These throw a RequestError before anything is sent.
import { randomBytes } from 'node:crypto';
import { Pool, Client as SingleConnection } from 'undici';
import type { Headers, Outcome, WireFailure, WireRequest } from '../../contract/wire.ts';
import { header } from '../../contract/wire.ts';
import type { Exchange } from '../exchange.ts';
import { Attempt, type Ending } from './attempt.ts';
import { connector, type TlsOptions, type Wire } from './connection.ts';
import { failureOf, isUsageError } from './failure.ts';
import { outcomeOf } from './outcome.ts';

export interface ClientOptions {
  /** Scheme, host, and optionally a path before the path of every request. */
  readonly baseUrl: string;
  /** Sent with every request that does not carry a field of the same name. */
  readonly headers?: Headers;
  readonly tls?: TlsOptions;
  /** URL of an HTTP proxy that tunnels (CONNECT), with credentials if it needs any. */
  readonly proxy?: string;
  readonly connections?: number;
  /** Milliseconds: to open a connection, and from the sending of a request to the end of its response. */
  readonly timeouts: { readonly connect: number; readonly response: number };
  /** Bytes of a response body that are kept. */
  readonly bodyLimit?: number;
  onExchange?(exchange: Exchange): void;
}

export interface ClientRequest {
  readonly method: string;
  /** With its query; appended to the base URL unchanged. */
  readonly path: string;
  readonly headers?: Headers;
  readonly body?: Uint8Array | string;
  readonly user?: string;
  readonly purpose?: string;
  readonly signal?: AbortSignal;
  /** Milliseconds until the answer must be complete, if less than usual. */
  readonly timeout?: number;
  /** On a connection of its own. */
  readonly alone?: true;
}

export interface Client {
  /** Rejects only because of the caller: a request that cannot be sent, an abort, a closed client. */
  send(request: ClientRequest): Promise<Exchange>;
  close(): Promise<void>;
}

/** A request that cannot be sent as it is. */
export class RequestError extends Error {}

/** Text as a header value: its UTF-8 bytes, one character each. */
export const fieldBytes = (text: string): string => Buffer.from(text).toString('latin1');

const defaultBodyLimit = 8 * 1024 * 1024;
const defaultConnections = 16;
// Short, because a request on a connection that the server is just closing looks as if the server had dropped it.
const idleTimeout = 500;
const headLimit = 256 * 1024;

const wantsLength = new Set(['POST', 'PUT', 'PATCH', 'QUERY', 'PROPFIND', 'PROPPATCH']);

const completed = (given: Headers, defaults: Headers): Headers =>
  defaults.length === 0 ? given : [...defaults.filter(([name]) => header(given, name) === undefined), ...given];

/** The headers as they are sent, except `connection`, which belongs to a single hop. */
const asSent = (host: string, headers: Headers, method: string, body: Uint8Array | undefined): Headers => {
  const length = body && body.length > 0 ? body.length : wantsLength.has(method) ? 0 : undefined;
  const sent: (readonly [string, string])[] = [];
  if (header(headers, 'host') === undefined) sent.push(['host', host]);
  for (const field of headers) sent.push(field);
  if (length !== undefined && header(headers, 'content-length') === undefined)
    sent.push(['content-length', `${length}`]);
  return sent;
};

const flat = (headers: Headers): string[] => {
  const list: string[] = [];
  for (const [name, value] of headers) list.push(name, value);
  return list;
};

const failureIn = (attempt: Attempt, ending: Ending, timeout: number, usual: number): WireFailure | undefined => {
  if (ending.kind === 'whole' && attempt.connection?.surplus)
    return { kind: 'malformed', message: 'more bytes came than the answer has' };
  if (ending.kind === 'late') {
    const what = attempt.answered === undefined ? 'no response' : 'no whole response';
    const because = timeout < usual ? `, in place of ${usual} ms, as others like it had timed out` : '';
    return { kind: 'timeout', message: `${what} within ${timeout} ms${because}` };
  }
  return ending.kind === 'error' ? failureOf(ending.error, attempt.answered !== undefined) : undefined;
};

/**
 * Whether the server closed the connection while the request was on its way. The connection had served other requests, or had waited long for
 * its first. It ended before a byte of the answer (RFC 9112, sections 9.3.1 and 9.5), or with a 408 (RFC 9110, section 15.5.9). The client
 * cannot know whether the server read the request. Requests of every method are sent again, because otherwise a server would be blamed for a
 * request that it never saw; a server that drops what it reads also drops it on the fresh connection, and that is not excused.
 */
const metItsEnd = ({ connection, sent, status }: Attempt, ending: Ending): boolean => {
  if (connection === undefined || sent === undefined) return false;
  if (connection.requests < 2 && sent - connection.begun < shortestIdleness) return false;
  if (ending.kind === 'whole') return status === 408;
  return ending.kind === 'error' && !connection.heard && failureOf(ending.error, false).kind === 'dropped';
};

/** Milliseconds. On a busy machine, or to a far server, a new connection may wait so long before its first request arrives. */
const shortestIdleness = 400;

/** How often a request is sent again: a second time only if the fresh connection had waited long too. */
const mostResent = 2;

export const createClient = (options: ClientOptions): Client => {
  const base = new URL(options.baseUrl);
  const basePath = base.pathname.replace(/\/+$/, '');
  const bodyLimit = options.bodyLimit ?? defaultBodyLimit;
  const timeoutOf = ({ timeout = options.timeouts.response }: ClientRequest) =>
    Math.min(timeout, options.timeouts.response);
  const wire: Wire = { written: undefined };
  const poolOptions = {
    connect: connector(wire, options.timeouts.connect, options.tls, options.proxy),
    pipelining: 1,
    keepAliveTimeout: idleTimeout,
    keepAliveMaxTimeout: idleTimeout,
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: headLimit,
  };
  const pool = new Pool(base.origin, { ...poolOptions, connections: options.connections ?? defaultConnections });
  const series = randomBytes(5).toString('hex');
  let count = 0;
  let closing: Promise<void> | undefined;

  /** Sends the request on a connection of the pool; if the server was just closing that one, sends it again on a fresh one. */
  const carry = (request: ClientRequest, body: Uint8Array | undefined, headers: Headers) =>
    new Promise<{ attempt: Attempt; ending: Ending; resent: boolean }>((resolve, reject) => {
      if (request.signal?.aborted) return reject(request.signal.reason);
      const parameters = {
        path: basePath + request.path,
        method: request.method,
        headers: flat(headers),
        body: body ?? null,
      };
      let current: Attempt;
      const start = (resent: number) => {
        const fresh = resent > 0 || request.alone ? new SingleConnection(base.origin, poolOptions) : undefined;
        const attempt = new Attempt(wire, { timeout: timeoutOf(request), bodyLimit }, (ending) => {
          void fresh?.close();
          if (ending.kind === 'error' && isUsageError(ending.error)) {
            request.signal?.removeEventListener('abort', abandon);
            reject(new RequestError(`${request.method} ${request.path} cannot be sent: ${ending.error.message}`));
          } else if (resent < mostResent && metItsEnd(attempt, ending)) {
            start(resent + 1);
          } else {
            request.signal?.removeEventListener('abort', abandon);
            resolve({ attempt, ending, resent: resent > 0 });
          }
        });
        current = attempt;
        (fresh ?? pool).dispatch(parameters, attempt);
      };
      const abandon = () => {
        current.stop();
        reject(request.signal?.reason);
      };
      request.signal?.addEventListener('abort', abandon, { once: true });
      start(0);
    });

  return {
    async send(request) {
      const started = performance.now();
      const startedAt = performance.timeOrigin + started;
      if (!request.path.startsWith('/')) throw new RequestError(`a path begins with a slash: ${request.path}`);
      if (request.method === 'CONNECT') throw new RequestError('CONNECT is no request to a target');
      const headers = completed(request.headers ?? [], options.headers ?? []);
      const body = typeof request.body === 'string' ? Buffer.from(request.body) : request.body;
      const { attempt, ending, resent } = await carry(request, body, headers);
      const failure = failureIn(attempt, ending, timeoutOf(request), options.timeouts.response);
      const { status, headers: said, body: came } = attempt;
      const outcome: Outcome =
        failure !== undefined && attempt.answered === undefined
          ? { kind: 'failed', failure }
          : await outcomeOf({ status, headers: said, body: came, cut: ending.kind === 'cut' }, failure, bodyLimit);
      const since = (moment: number) => moment - started;
      const sentRequest: WireRequest = {
        method: request.method,
        url: base.origin + basePath + request.path,
        headers: asSent(base.host, headers, request.method, body),
        ...(body === undefined ? {} : { body }),
      };
      count += 1;
      const exchange: Exchange = {
        id: `${series}-${count.toString(36)}`,
        request: sentRequest,
        outcome,
        times: {
          startedAt,
          sent: since(attempt.sent ?? attempt.ended),
          ...(attempt.answered === undefined ? {} : { answered: since(attempt.answered) }),
          ended: since(attempt.ended),
          idle: attempt.idle,
        },
        ...(request.user === undefined ? {} : { user: request.user }),
        ...(request.purpose === undefined ? {} : { purpose: request.purpose }),
        ...(resent ? { resent } : {}),
      };
      options.onExchange?.(exchange);
      return exchange;
    },
    close() {
      closing ??= pool.close();
      return closing;
    },
  };
};
