// Hand-made recordings, and a server with hand-made answers.
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RecordedExchange } from '../../exchange/exchange.ts';
import { openRecording } from '../../exchange/recording/recording.ts';
import { createRedaction } from '../../exchange/redaction/redaction.ts';

export interface Told {
  readonly method?: string;
  readonly path: string;
  readonly authorization?: string;
  readonly body?: string | Uint8Array;
  readonly status?: number;
  readonly answer?: unknown;
  /** Headers of the answer, in addition to its type. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The text of the answer, instead of `answer`. */
  readonly text?: string;
  /** Milliseconds since the beginning, and until the answer. */
  readonly at?: number;
  readonly took?: number;
  readonly user?: string;
}

/** By default each exchange follows the previous one by ten milliseconds. */
export const exchangesOf = (told: readonly Told[]): RecordedExchange[] =>
  told.map(
    (
      { method = 'GET', path, authorization, body, status = 200, answer = {}, headers = {}, text, at, took = 2, user },
      index,
    ) => ({
      id: `m-${index}`,
      request: {
        method,
        url: `http://recorded.example${path}`,
        headers: [
          ...(authorization ? [['authorization', authorization] as const] : []),
          ...(body === undefined ? [] : [['content-type', 'application/json'] as const]),
        ],
        ...(body !== undefined && { body: Buffer.from(body) }),
      },
      outcome: {
        kind: 'answered',
        response: {
          status,
          headers: [['content-type', 'application/json'], ...Object.entries(headers)],
          body: Buffer.from(text ?? JSON.stringify(answer)),
        },
      },
      times: { startedAt: 1_768_000_000_000 + (at ?? index * 10), sent: 0, answered: took, ended: took },
      ...(user && { user }),
    }),
  );

export const writeMade = async (path: string, told: readonly Told[]): Promise<string> => {
  const recording = openRecording(path, { redaction: createRedaction() });
  for (const exchange of exchangesOf(told)) recording.append(exchange);
  await recording.close();
  return path;
};

export interface Asked {
  readonly method: string;
  readonly url: string;
  readonly authorization: string | undefined;
  readonly body: Buffer;
}

interface Answering {
  readonly status?: number;
  readonly body?: unknown;
  /** In addition to the type. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The text of the answer, instead of `body`. */
  readonly text?: string;
  /** Sends no Date header. */
  readonly dateless?: true;
}

/** Answers each request with JSON and keeps the requests. */
export const startAnswering = async (answer: (asked: Asked) => Answering | Promise<Answering>) => {
  const asked: Asked[] = [];
  const bodyOf = async (request: IncomingMessage) => Buffer.concat(await request.toArray());
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const one: Asked = { method, url, authorization: headers.authorization, body: await bodyOf(request) };
    asked.push(one);
    const { body, headers: more, text = JSON.stringify(body), status = 200, dateless } = await answer(one);
    response.sendDate = dateless === undefined;
    response.writeHead(status, { 'content-type': 'application/json', ...more }).end(text);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    asked,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
