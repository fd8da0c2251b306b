// Answers requests as they were answered in a recording, for tests of the API's clients.
import { once } from 'node:events';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { operationBelow } from '../../contract/operations.ts';
import type { Headers, WireRequest } from '../../contract/wire.ts';
import { createLocate } from '../compare/fields/located.ts';
import type { Step } from '../plan/steps.ts';
import type { Callers } from './callers.ts';
import { featuresOf } from './likeness.ts';
import { upToDate } from './moments.ts';
import { type Answer, rank } from './tape.ts';

interface MockOptions {
  readonly callers: Callers;
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  onAnswered(request: WireRequest, answer: Answer): void;
  onUnknown(request: WireRequest): void;
}

interface Mock {
  readonly url: string;
  close(): Promise<void>;
}

export const startMock = async ({ callers, host, port, onAnswered, onUnknown }: MockOptions): Promise<Mock> => {
  const locate = createLocate();

  const answerTo = (request: WireRequest): Answer | undefined => {
    const asked = featuresOf(request);
    const { key } = locate(request.method, request.url);
    return callers
      .answers(key, asked, request.headers)
      .toSorted((one, other) => rank(one.likeness) - rank(other.likeness))[0];
  };

  const server = http.createServer(async (incoming, response) => {
    const request = await requestOf(incoming);
    if (request === undefined) return;
    const answer = answerTo(request);
    if (answer === undefined) {
      onUnknown(request);
      return refuse(request, response);
    }
    answer.played();
    callers.gave(request.headers, answer.step);
    onAnswered(request, answer);
    give(answer.step, response);
  });
  server.listen(port, host);
  await once(server, 'listening');
  const { address, family, port: taken } = server.address() as AddressInfo;
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${taken}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
};

const longestBody = 64 * 1024 * 1024;

/** Undefined when the client went away, or sent too much. */
const requestOf = async (incoming: IncomingMessage): Promise<WireRequest | undefined> => {
  const { method = 'GET', url = '/' } = incoming;
  const pieces: Buffer[] = [];
  let length = 0;
  try {
    for await (const piece of incoming as AsyncIterable<Buffer>) {
      length += piece.length;
      if (length > longestBody) throw new Error('the body is too long');
      pieces.push(piece);
    }
  } catch {
    incoming.destroy();
    return undefined;
  }
  const basePath = operationBelow(method, url)?.basePath ?? '';
  const headers: [string, string][] = [];
  for (let index = 0; index < incoming.rawHeaders.length; index += 2)
    headers.push([incoming.rawHeaders[index]!, incoming.rawHeaders[index + 1]!]);
  return { method, url: url.slice(basePath.length), headers, ...(length > 0 && { body: Buffer.concat(pieces) }) };
};

/** Headers that describe how the recorded bytes travelled, which does not hold for this connection. */
const ofTransport =
  /^(?:connection|keep-alive|content-encoding|content-length|transfer-encoding|trailer|upgrade|date)$/i;

const give = ({ response, at }: Step, out: ServerResponse): void => {
  if (response === undefined) {
    out.destroy();
    return;
  }
  out.writeHead(response.status, fieldsOf(response.headers));
  out.end(upToDate(response.body, Date.now() - at));
};

const fieldsOf = (headers: Headers): string[] => headers.filter(([name]) => !ofTransport.test(name)).flat();

const refuse = ({ method, url }: WireRequest, out: ServerResponse): void => {
  out.writeHead(501, { 'content-type': 'application/json' });
  out.end(
    JSON.stringify({ message: `the recording has no answer to ${method} ${url.split('?', 1)[0]} of this caller` }),
  );
};
