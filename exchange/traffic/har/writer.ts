// Writes exchanges as a HAR 1.2 file. Data without a place in HAR is written into a member of our own, so that our reader returns the same
// exchanges.
import { isUtf8 } from 'node:buffer';
import { type Headers, header, type WireResponse } from '../../../contract/wire.ts';
import type { RecordedExchange } from '../../exchange.ts';
import { microseconds } from '../../recording/line.ts';
import { assayVersion } from '../../version.ts';

/** The data of an exchange that has no place in HAR. */
type OwnMembers = Pick<RecordedExchange, 'id' | 'user' | 'purpose' | 'resent'> & {
  readonly failure?: { readonly kind: string; readonly message: string };
  readonly requestCut?: true;
  readonly answerCut?: true;
  /** For an exchange that failed after the head of its answer. */
  readonly answered?: number;
};

/** ISO 8601 with six digits of the second. */
const instant = (milliseconds: number): string => {
  const micro = Math.round(milliseconds * 1000);
  const rest = String(micro % 1000).padStart(3, '0');
  return `${new Date(Math.floor(micro / 1000)).toISOString().slice(0, -1)}${rest}Z`;
};

const fields = (headers: Headers) => headers.map(([name, value]) => ({ name, value }));

const textOf = (body: Uint8Array): { readonly text: string; readonly encoding?: 'base64' } => {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  return isUtf8(bytes) ? { text: bytes.toString() } : { text: bytes.toString('base64'), encoding: 'base64' };
};

const queryOf = (url: string) =>
  URL.canParse(url) ? [...new URL(url).searchParams].map(([name, value]) => ({ name, value })) : [];

const requestOf = ({ method, url, headers, body }: RecordedExchange['request']) => ({
  method,
  url,
  httpVersion: 'HTTP/1.1',
  cookies: [],
  headers: fields(headers),
  queryString: queryOf(url),
  ...(body && { postData: { mimeType: header(headers, 'content-type') ?? '', ...textOf(body) } }),
  headersSize: -1,
  bodySize: body?.length ?? 0,
});

const noAnswer = { status: 0, statusText: '', httpVersion: '', cookies: [], headers: [], redirectURL: '' };

const cameOf = ({ outcome }: RecordedExchange): WireResponse | undefined =>
  outcome?.kind === 'failed' ? outcome.beginning : outcome?.response;

const responseOf = (exchange: RecordedExchange) => {
  const { outcome } = exchange;
  const came = cameOf(exchange);
  const error = outcome?.kind === 'failed' && { _error: `${outcome.failure.kind}: ${outcome.failure.message}` };
  if (came === undefined)
    return { ...noAnswer, content: { size: 0, mimeType: '' }, headersSize: -1, bodySize: -1, ...error };
  const { status, headers, body } = came;
  return {
    status,
    statusText: '',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: fields(headers),
    content: { size: body.length, mimeType: header(headers, 'content-type') ?? '', ...textOf(body) },
    redirectURL: header(headers, 'location') ?? '',
    headersSize: -1,
    bodySize: -1,
    ...error,
  };
};

const ownMembers = ({ id, user, purpose, resent, request, outcome, times }: RecordedExchange): OwnMembers => ({
  id,
  ...(user !== undefined && { user }),
  ...(purpose !== undefined && { purpose }),
  ...(resent && { resent }),
  ...(outcome?.kind === 'failed' && {
    failure: outcome.failure,
    ...(times.answered !== undefined && { answered: microseconds(times.answered) }),
  }),
  ...(request.cut && { requestCut: true }),
  ...(outcome?.kind === 'answered' && outcome.response.cut && { answerCut: true }),
});

const entryOf = (exchange: RecordedExchange) => {
  const { startedAt, sent, answered, ended } = exchange.times;
  return {
    startedDateTime: instant(startedAt),
    time: microseconds(ended),
    request: requestOf(exchange.request),
    response: responseOf(exchange),
    cache: {},
    timings: {
      blocked: -1,
      dns: -1,
      connect: -1,
      send: microseconds(sent),
      wait: microseconds((answered ?? ended) - sent),
      receive: answered === undefined ? 0 : microseconds(ended - answered),
      ssl: -1,
    },
    ...(exchange.connection !== undefined && { connection: exchange.connection }),
    _assay: ownMembers(exchange),
  };
};

/** The exchanges must be redacted already. */
export async function* harText(exchanges: AsyncIterable<RecordedExchange>): AsyncGenerator<string> {
  const creator = JSON.stringify({ name: 'assay', version: assayVersion });
  yield `{"log":{"version":"1.2","creator":${creator},"pages":[],"entries":[`;
  let between = '\n';
  for await (const exchange of exchanges) {
    yield between + JSON.stringify(entryOf(exchange));
    between = ',\n';
  }
  yield '\n]}}\n';
}
