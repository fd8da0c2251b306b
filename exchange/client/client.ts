// Turns requests into exchanges: keeps connections, measures, bounds, and never mistakes a lawful server for a broken one.
//
// Header strings stand for bytes, one character each (use `fieldBytes` for anything else). What HTTP/1.1 allows and undici
// does not send: `Expect`, `Upgrade`, `Keep-Alive` and `Transfer-Encoding` fields, a wrong or second Content-Length, a
// second Host, control characters in values, the methods CONNECT and, with the target `*`, OPTIONS. Those throw a
// RequestError before anything is sent.
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
  /** Scheme, host, and perhaps the path that every request's path is appended to. */
  readonly baseUrl: string;
  /** Sent with every request that does not carry a field of the same name. */
  readonly headers?: Headers;
  readonly tls?: TlsOptions;
  /** URL of an HTTP proxy that tunnels (CONNECT), with its credentials if it wants any. */
  readonly proxy?: string;
  readonly connections?: number;
  /** Milliseconds: until a connection stands, and from the sending of a request to the end of its response. */
  readonly timeouts: { readonly connect: number; readonly response: number };
  /** Bytes of a response body that are kept. */
  readonly bodyLimit?: number;
  onExchange?(exchange: Exchange): void;
}

export interface ClientRequest {
  readonly method: string;
  /** With its query; appended to the base URL as it stands. */
  readonly path: string;
  readonly headers?: Headers;
  readonly body?: Uint8Array | string;
  readonly user?: string;
  readonly purpose?: string;
  readonly signal?: AbortSignal;
  /** Milliseconds until the answer is whole, where that is less than usual. */
  readonly timeout?: number;
  /** On a connection that nothing else is sent on. */
  readonly alone?: true;
}

export interface Client {
  /** Rejects only for the caller's own doing: an unsendable request, an abort, a closed client. */
  send(request: ClientRequest): Promise<Exchange>;
  close(): Promise<void>;
}

/** A request that cannot be put on the wire as it is. */
export class RequestError extends Error {}

/** Text as a header value: its UTF-8 bytes, one character each. */
export const fieldBytes = (text: string): string => Buffer.from(text).toString('latin1');

const defaultBodyLimit = 8 * 1024 * 1024;
const defaultConnections = 16;
// Short, because a request that meets a connection the server is just closing looks like one that the server dropped.
const idleTimeout = 500;
const headLimit = 256 * 1024;

const wantsLength = new Set(['POST', 'PUT', 'PATCH', 'QUERY', 'PROPFIND', 'PROPPATCH']);

const completed = (given: Headers, defaults: Headers): Headers =>
  defaults.length === 0 ? given : [...defaults.filter(([name]) => header(given, name) === undefined), ...given];

/** Seen by others as it travels, except `connection`, which belongs to the hop. */
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
 * The server gave up a connection that had served others, or had waited for its first request for long, while this request was on
 * its way: it closed before a byte of the answer came (RFC 9112, sections 9.3.1 and 9.5), or had written a 408 (RFC 9110, section
 * 15.5.9). Whether it read the request cannot be known from here. One that drops what it reads drops it on a fresh connection as
 * well, which is not excused; so every method is sent again, for else a server would be blamed for a request that it never saw.
 */
const metItsEnd = ({ connection, sent, status }: Attempt, ending: Ending): boolean => {
  if (connection === undefined || sent === undefined) return false;
  if (connection.requests < 2 && sent - connection.begun < shortestIdleness) return false;
  if (ending.kind === 'whole') return status === 408;
  return ending.kind === 'error' && !connection.heard && failureOf(ending.error, false).kind === 'dropped';
};

/** Milliseconds: a busy machine, or a far one, may let a new connection stand for so long before its first request arrives. */
const shortestIdleness = 400;

/** How often a request is sent again: a second time only where the fresh connection stood for long as well. */
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

  /** Goes out on a connection of the pool; again, on a fresh one, when that one was just being given up. */
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
