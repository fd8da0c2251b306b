// The HTTP side: routes requests to the pipeline, and gives a standard error to every request that reaches no operation.
import type { Socket } from 'node:net';
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { refused } from '../errors.ts';
import type { Settings } from '../settings.ts';
import type { Answer, Call, Handler, OperationName } from './call.ts';
import { readQuery } from './reading.ts';
import { type Route, routes } from './routes.ts';
import type { Seams, Stray } from './seams.ts';
import { plainBytes, send } from './sending.ts';
import { wrapped } from './wrapped.ts';

/** Requests larger than this are refused. */
const bodyLimit = 1024 * 1024;

const nothing = Buffer.alloc(0);

const mediaType = /^\s*[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(;|$)/;

const strays: Readonly<Record<Stray, readonly [status: number, message: string]>> = {
  route: [404, 'There is nothing at this path.'],
  method: [405, 'This path does not have that method.'],
  url: [400, 'The path is not well-formed.'],
  size: [413, 'The body is too large.'],
  host: [400, 'The header Host is missing.'],
  syntax: [400, 'The request is not well-formed HTTP.'],
  headers: [431, 'The request line or the headers are too long.'],
  timeout: [408, 'The request took too long to arrive.'],
  bug: [500, 'The service made a mistake.'],
};

const strayOf = (error: { code?: string; statusCode?: number }): Stray => {
  if (error.code === 'HPE_HEADER_OVERFLOW' || error.statusCode === 414) return 'headers';
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'timeout';
  if (error.statusCode === 413 || error.code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return 'size';
  if (error.code === 'FST_ERR_BAD_URL') return 'url';
  return error.code?.startsWith('HPE_') || (error.statusCode ?? 500) < 500 ? 'syntax' : 'bug';
};

const callOf = (operation: OperationName, request: FastifyRequest): Call => ({
  operation,
  method: request.method,
  url: request.originalUrl,
  parameters: request.params as Record<string, string>,
  query: readQuery(request.url),
  headers: request.headers,
  headerNames: request.raw.rawHeaders.filter((_, place) => place % 2 === 0),
  bytes: Buffer.isBuffer(request.body) ? request.body : nothing,
  body: { kind: 'absent' },
  connection: request.raw.socket,
  user: undefined,
});

const pathOf = (basePath: string, { path }: Route): string => `${basePath}${path}`.replaceAll(/\{(\w+)\}/g, ':$1');

export const createServer = (
  { basePath, keepAlive }: Pick<Settings, 'basePath' | 'keepAlive'>,
  pipeline: ReadonlyMap<OperationName, Handler>,
  seams: readonly Seams[],
): FastifyInstance => {
  const stray = (reason: Stray, method: string, headers: Record<string, string> = {}): Answer =>
    wrapped(
      () => refused(...strays[reason], headers),
      seams.map(({ stray: seam }) => seam && ((next: () => Answer) => seam(next, reason, method))),
    )();

  const refuseSyntax = (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) return;
    const answer = stray(strayOf(error), '');
    if (answer.wire?.how === 'dropped') socket.destroy();
    else socket.end(answer.wire?.how === 'raw' ? answer.wire.bytes : plainBytes(answer));
  };

  const routed = wrapped(
    (url: string) => url,
    seams.map(({ route }) => route),
  );

  const server = Fastify({
    rewriteUrl: ({ url = '/' }) => routed(url),
    logger: false,
    bodyLimit,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    requestTimeout: 30_000,
    keepAliveTimeout: keepAlive,
    exposeHeadRoutes: true,
    http: { requireHostHeader: false },
    routerOptions: { maxParamLength: 1_000_000, querystringParser: () => ({}) },
    clientErrorHandler: refuseSyntax,
    frameworkErrors: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
      send(stray(strayOf(error), request.method), request.raw, reply),
  });

  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) => done(null, body));

  const patterns = routes.map((route) => ({
    pattern: new RegExp(`^${basePath}${route.path.replaceAll(/\{\w+\}/g, '[^/]*')}$`),
    methods: route.method === 'GET' ? ['GET', 'HEAD'] : [route.method],
  }));

  server.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0]!;
    const methods = patterns.filter(({ pattern }) => pattern.test(path)).flatMap((known) => known.methods);
    const answer =
      methods.length > 0
        ? stray('method', request.method, { allow: methods.join(', ') })
        : stray('route', request.method);
    send(answer, request.raw, reply);
  });

  server.setErrorHandler((error: FastifyError, request, reply) => {
    send(stray(strayOf(error), request.method), request.raw, reply);
  });

  server.addHook('onRequest', (request, reply, done) => {
    // A malformed type is removed, because Fastify would refuse it before credentials are checked; the operation refuses the body
    // afterwards.
    if (!mediaType.test(request.headers['content-type'] ?? 'a/b')) delete request.headers['content-type'];
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1') {
      send(stray('host', request.method), request.raw, reply);
    } else done();
  });

  for (const route of routes) {
    const handler = pipeline.get(route.operation)!;
    server.route({
      method: route.method,
      url: pathOf(basePath, route),
      handler: (request, reply) => {
        const answer = handler(callOf(route.operation, request));
        if (answer instanceof Promise) answer.then((late) => send(late, request.raw, reply), reply.send.bind(reply));
        else send(answer, request.raw, reply);
      },
    });
  }

  for (const { connection } of seams) if (connection) server.server.on('connection', connection);
  return server;
};
