// Sends an answer, plainly or in one of the odd ways that a fault or variant asks for.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { FastifyReply } from 'fastify';
import type { Answer, Wire } from './call.ts';

const bytesOf = (body: unknown): Buffer | string => {
  if (body === undefined) return '';
  return Buffer.isBuffer(body) ? body : JSON.stringify(body);
};

export const headersOf = ({ body, headers }: Answer): Record<string, string> => ({
  'cache-control': 'no-store',
  ...(body !== undefined && { 'content-type': 'application/json' }),
  ...headers,
});

const sendPieces = (response: ServerResponse, bytes: Buffer, size: number): void => {
  for (let at = 0; at < bytes.length; at += size) response.write(bytes.subarray(at, at + size));
  response.end();
};

/** Sends an answer in a way that Fastify cannot. */
const sendOddly = (answer: Answer, wire: Wire, request: IncomingMessage, response: ServerResponse): void => {
  const bytes = Buffer.from(bytesOf(answer.body));
  const isHead = request.method === 'HEAD';
  switch (wire.how) {
    case 'dropped':
      request.socket.destroy();
      return;
    case 'silent':
      return;
    case 'raw':
      request.socket.end(wire.bytes);
      return;
    case 'cut':
      response.writeHead(answer.status, { ...headersOf(answer), 'content-length': bytes.length });
      response.write(bytes.subarray(0, wire.after), () => request.socket.destroy());
      return;
    case 'chunked':
      response.writeHead(answer.status, { ...headersOf(answer), 'transfer-encoding': 'chunked' });
      if (isHead) response.end();
      else sendPieces(response, bytes, wire.size);
      return;
    case 'gzip': {
      const packed = gzipSync(bytes);
      response.writeHead(answer.status, {
        ...headersOf(answer),
        'content-encoding': 'gzip',
        'content-length': packed.length,
      });
      response.end(isHead ? undefined : packed);
      return;
    }
    case 'last':
      response.writeHead(answer.status, { ...headersOf(answer), 'content-length': bytes.length, connection: 'close' });
      response.end(isHead ? undefined : bytes);
      return;
    case 'late':
      setTimeout(() => {
        response.writeHead(answer.status, { ...headersOf(answer), 'content-length': bytes.length });
        response.end(isHead ? undefined : bytes);
      }, wire.by);
  }
};

export const send = (answer: Answer, request: IncomingMessage, reply: FastifyReply): void => {
  if (answer.wire === undefined) {
    reply.code(answer.status).headers(headersOf(answer)).send(bytesOf(answer.body));
    return;
  }
  reply.hijack();
  sendOddly(answer, answer.wire, request, reply.raw);
};

/** The bytes of an answer, for a connection on which no request could be read. */
export const plainBytes = (answer: Answer): string => {
  const body = JSON.stringify(answer.body);
  const name = (answer.body as { name?: string } | undefined)?.name ?? '';
  const fields = { ...headersOf(answer), 'content-length': String(Buffer.byteLength(body)), connection: 'close' };
  const lines = Object.entries(fields).map(([field, value]) => `${field}: ${value}`);
  return `HTTP/1.1 ${answer.status} ${name}\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
};
