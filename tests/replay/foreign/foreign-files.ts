// Writes exchanges as other tools save them, including secrets: a HAR file of a browser, a capture of GoReplay.
import { writeFileSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import type { Headers } from '../../../contract/wire.ts';
import type { Exchange } from '../../../exchange/exchange.ts';

const answered = (exchange: Exchange) => {
  if (exchange.outcome.kind === 'failed') throw new Error('the flow met a failure');
  return exchange.outcome.response;
};

/** Headers that a browser leaves out by default, because they are sensitive. */
const leftOutByBrowsers = new Set(['authorization', 'cookie', 'set-cookie']);

export const writeHar = (
  path: string,
  exchanges: readonly Exchange[],
  credentials: 'kept' | 'left out',
  bodies: 'kept' | 'left out' = 'kept',
): void => {
  const fields = (headers: Headers) =>
    headers
      .filter(([name]) => credentials === 'kept' || !leftOutByBrowsers.has(name.toLowerCase()))
      .map(([name, value]) => ({ name, value }));
  const sizes = { cookies: [], headersSize: -1, bodySize: -1 };
  const entries = exchanges.map((exchange) => {
    const { method, url, headers, body } = exchange.request;
    const response = answered(exchange);
    const { startedAt, ended } = exchange.times;
    const type = headers.find(([name]) => name === 'content-type')?.[1] ?? '';
    return {
      startedDateTime: new Date(startedAt).toISOString(),
      time: ended,
      request: {
        ...sizes,
        method,
        url,
        httpVersion: 'http/1.1',
        headers: fields(headers),
        queryString: [...new URL(url).searchParams].map(([name, value]) => ({ name, value })),
        ...(body && { postData: { mimeType: type, text: Buffer.from(body).toString() } }),
      },
      response: {
        ...sizes,
        status: response.status,
        statusText: STATUS_CODES[response.status],
        httpVersion: 'http/1.1',
        headers: fields(response.headers),
        content: {
          size: response.body.length,
          mimeType: 'application/json',
          ...(bodies === 'kept' && { text: Buffer.from(response.body).toString() }),
        },
        redirectURL: '',
      },
      cache: {},
      timings: { send: 0, wait: ended, receive: 0 },
    };
  });
  const creator = { name: 'WebInspector', version: '537.36' };
  writeFileSync(path, JSON.stringify({ log: { version: '1.2', creator, pages: [], entries } }));
};

const separator = '\n🐵🙈🙉\n';

export const writeGor = (
  path: string,
  exchanges: readonly Exchange[],
  what: 'answers too' | 'requests alone' = 'answers too',
): void => {
  const nanoseconds = (milliseconds: number) => `${Math.round(milliseconds * 1000)}000`;
  const fields = (headers: Headers) => headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const text = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString();
  const messages = exchanges.flatMap((exchange, index) => {
    const { method, url, headers, body } = exchange.request;
    const { pathname, search, host } = new URL(url);
    const response = answered(exchange);
    const { startedAt, ended } = exchange.times;
    const id = (index + 1).toString(16).padStart(24, '0');
    const length = body ? [['content-length', String(body.length)] as const] : [];
    const head = fields([['host', host], ...headers.filter(([name]) => name !== 'host'), ...length]);
    const request = `1 ${id} ${nanoseconds(startedAt)} 0\n${method} ${pathname}${search} HTTP/1.1\r\n${head}\r\n${text(body)}`;
    const answer = `2 ${id} ${nanoseconds(startedAt + ended)} ${nanoseconds(ended)}\nHTTP/1.1 ${response.status} ${STATUS_CODES[response.status]}\r\n${fields(response.headers)}\r\n${text(response.body)}`;
    return what === 'answers too' ? [request, answer] : [request];
  });
  writeFileSync(path, messages.join(separator) + separator);
};
