// Writes exchanges as a GoReplay file: one message for each request and one for each answer, with bodies as they were recorded, without
// codings. The format cannot express a failure, so a failed request has no answer.
import { createHash } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import { type Headers, header } from '../../../contract/wire.ts';
import type { RecordedExchange } from '../../exchange.ts';
import { connectionDigits } from './exchanges.ts';
import { separator } from './messages.ts';

/** The exchanges must be redacted already. */
export async function* gorBytes(exchanges: AsyncIterable<RecordedExchange>): AsyncGenerator<Uint8Array> {
  let count = 0;
  for await (const { request, outcome, times, connection } of exchanges) {
    count += 1;
    const id = idOf(connection, count);
    const { method, url, headers, body = nothing, cut } = request;
    yield message(`1 ${id} ${nanoseconds(times.startedAt)}`, {
      first: `${method} ${targetOf(url)} HTTP/1.1`,
      headers: [...(header(headers, 'host') === undefined ? [hostOf(url)] : []), ...headers],
      body,
      cut: cut === true,
      framed: body.length > 0 || cut === true,
    });
    if (outcome?.kind !== 'answered') continue;
    const { status, headers: said, body: answer, cut: answerCut } = outcome.response;
    const ended = nanoseconds(times.startedAt + times.ended);
    yield message(`2 ${id} ${ended} ${nanoseconds(times.ended)}`, {
      first: `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
      headers: said,
      body: answer,
      cut: answerCut === true,
      framed: method !== 'HEAD' && status !== 204 && status !== 304,
    });
  }
}

interface Message {
  readonly first: string;
  readonly headers: Headers;
  readonly body: Uint8Array;
  /** The body was longer than what was recorded. */
  readonly cut: boolean;
  /** A content-length replaces the header fields that gave the length or the coding of the body. */
  readonly framed: boolean;
}

const nothing = new Uint8Array();
const framing = /^(?:content-encoding|content-length|transfer-encoding)$/i;

const message = (metadata: string, { first, headers, body, cut, framed }: Message): Uint8Array => {
  const fields = framed
    ? [...headers.filter(([name]) => !framing.test(name)), ['content-length', lengthOf(headers, body, cut)] as const]
    : headers;
  const head = [first, ...fields.map(([name, value]) => `${name}: ${value}`), '', ''].join('\r\n');
  return Buffer.concat([Buffer.from(`${metadata}\n`), Buffer.from(head, 'latin1'), body, separator]);
};

/** A length greater than the bytes that follow means that the body was cut. */
const lengthOf = (headers: Headers, body: Uint8Array, cut: boolean): string => {
  const said = Number(header(headers, 'content-length'));
  return String(!cut ? body.length : said > body.length ? said : body.length + 1);
};

const targetOf = (url: string): string => url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').replace(/^(?!\/)/, '/');

const hostOf = (url: string): readonly [string, string] => ['host', URL.canParse(url) ? new URL(url).host : ''];

const nanoseconds = (milliseconds: number): bigint => BigInt(Math.round(milliseconds * 1000)) * 1000n;

/** 24 hexadecimal digits, of which the first name the connection. */
const idOf = (connection: string | undefined, count: number): string => {
  const named = createHash('sha256')
    .update(connection ?? `alone ${count}`)
    .digest('hex');
  return named.slice(0, connectionDigits) + count.toString(16).padStart(8, '0');
};
