// Makes an exchange from an entry of a HAR file of any tool, or gives the reason why it is none.
import { type Headers, header, type Outcome } from '../../../contract/wire.ts';
import type { RecordedExchange } from '../../exchange.ts';
import { type Loose, number, object, text } from '../loose.ts';
import { plainRequest } from '../plain-body.ts';
import { answerBody, requestBody } from './bodies.ts';
import { answerFields, pairsOf, requestFields } from './fields.ts';
import { ownExchange } from './own.ts';
import { timesOf } from './times.ts';

const queryOf = (request: Loose): string => new URLSearchParams(pairsOf(request['queryString'])).toString();

/** The absolute address without a fragment, or the reason if no HTTP server was asked. */
const addressOf = (request: Loose, headers: Headers): { readonly url: string } | string => {
  const written = (text(request['url']) ?? '').trim().split('#', 1)[0] as string;
  if (written === '') return 'it has no address';
  const [, scheme] = /^([a-z][a-z0-9+.-]*):/i.exec(written) ?? [];
  const host = header(headers, 'host');
  if (scheme === undefined || /^[\w.-]+:\d+(?:\/|$)/.test(written)) {
    if (!written.startsWith('/') || host === undefined) return 'its address names no server';
    return { url: withQuery(`http://${host}${written}`, request) };
  }
  if (/^wss?$/i.test(scheme)) return 'it is a WebSocket';
  if (!/^https?$/i.test(scheme)) return `no server was asked for a ${scheme.toLowerCase()}: address`;
  return { url: withQuery(written, request) };
};

const withQuery = (url: string, request: Loose): string => {
  const query = url.includes('?') ? '' : queryOf(request);
  return query === '' ? url : `${url}?${query}`;
};

interface HarPlace {
  readonly har: string;
  readonly id: string;
  /** When the previous entry began. */
  readonly before: number;
}

/** The exchange, or the reason if the entry is no exchange with a server. */
export const harExchange = async (
  value: unknown,
  { har, id, before }: HarPlace,
): Promise<RecordedExchange | string> => {
  const entry = object(value);
  const own = ownExchange(entry);
  if (own) return own;
  const asked = object(entry['request']);
  const method = text(asked['method']);
  if (entry['request'] === undefined || entry['request'] === null) return 'it has no request';
  if (method === undefined || !/^[!#$%&'*+.^_`|~\w-]+$/.test(method)) return 'it has no method';
  if (method === 'CONNECT') return 'it opens a tunnel';
  const headers = requestFields(asked);
  const address = addressOf(asked, headers);
  if (typeof address === 'string') return address;
  const cache = text(entry['_fromCache']);
  if (cache !== undefined) return `it was answered from the browser's cache (${cache})`;

  const outcome = await outcomeOf(object(entry['response']), har, method);
  if (typeof outcome === 'string') return outcome;
  const times = timesOf(entry, before);
  const { startedAt, sent, ended } = times;
  const connection = text(entry['connection']);
  return {
    id,
    request: await plainRequest({ method, ...address, headers, ...(await requestBody(har, asked, headers)) }),
    ...(outcome && { outcome }),
    times: outcome ? times : { startedAt, sent, ended },
    ...(connection && { connection }),
  };
};

/** Without a status there was no answer, or the browser cancelled the request, which says nothing about the server. */
const outcomeOf = async (response: Loose, har: string, method: string): Promise<Outcome | string | undefined> => {
  const status = number(response['status']) ?? 0;
  if (status <= 0) return undefined;
  if (!Number.isInteger(status) || status < 100 || status > 999) return `its status is ${status}`;
  if (status === 101) return 'it became another protocol';
  const headers = answerFields(response);
  const body = await answerBody(har, response, headers, { status, method });
  return { kind: 'answered', response: { status, headers, ...body } };
};
