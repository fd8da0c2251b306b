// Makes the request of an operation from what a caller says about it; it sends nothing.
import { type OperationId, operationById, type Security } from '../contract/operations.ts';
import type { Headers } from '../contract/wire.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { formOf, type Pairs } from './lists.ts';
import { type Names, nameOf, type OpenValues, openFields, openQuery } from './names.ts';
import type { UserName } from './profile/profile.ts';

type Query = Pairs | Readonly<Record<string, string | number | boolean | undefined>>;

/** One of the kinds of body; open values may add a field to `json` and `form`. */
export interface CallBody {
  readonly json?: unknown;
  readonly form?: Readonly<Record<string, unknown>>;
  /** Adds a charset parameter to the media type of `json` or `form`. */
  readonly charset?: string;
  /** Sent unchanged. */
  readonly raw?: { readonly type?: string; readonly content: string | Uint8Array };
}

export interface CallInput extends CallBody {
  /** Path parameters. */
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: Query;
  readonly open?: OpenValues;
  /** Sends the query parameters, open ones included, in reverse order. */
  readonly turned?: true;
  readonly headers?: Headers;
  /** Whose credentials are sent; by default those of the user who may do everything. */
  readonly as?: UserName | 'nobody';
  /** A header to send instead of the user's. */
  readonly authorization?: string;
  /** Writes Authorization and Content-Type as the specification does; otherwise they are in lower case. */
  readonly capitals?: true;
  /** The requirement on whose behalf it is sent. */
  readonly purpose?: string;
  readonly signal?: AbortSignal;
  /** Sent on a connection that no other request uses. */
  readonly alone?: true;
}

interface CallOptions {
  /** What to do about 429: wait and repeat (the default), or hand it over. */
  readonly on429?: 'wait' | 'return';
  /**
   * Whether a demand for a second factor is confirmed and the call repeated, with the sign token where the call has a place for it. On
   * by default, except for operations that are about the second factor themselves; never done with credentials that name no user.
   */
  readonly confirmMfa?: boolean;
  /** Is told of each demand that was confirmed in this way. */
  readonly onDemand?: (demand: Exchange) => void;
  /** How many entries each page of a list is to have, where that can be asked for. */
  readonly pageLength?: number;
}

export type Call = CallInput & CallOptions;

export interface Built {
  readonly security: Security;
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly body?: string | Uint8Array;
}

/** Throws `UnknownName` when an open value has no known name. */
export function build(id: OperationId, input: CallInput, names: Names): Built {
  const operation = operationById(id);
  const usual: Pairs = [...pairsOf(input.query ?? []), ...openQuery(id, input.open ?? {}, names)];
  const query = input.turned ? usual.toReversed() : usual;
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = input.path?.[name];
    if (value === undefined) throw new Error(`${String(id)} needs the path parameter ${name}`);
    return encodeURIComponent(String(value));
  });
  const content = contentOf(input, openFields(input.open ?? {}, names), names);
  return {
    security: operation.security,
    method: operation.method,
    path: query.length === 0 ? path : `${path}?${queryText(query)}`,
    headers: [...(content?.type ? ([['content-type', content.type]] as const) : []), ...(input.headers ?? [])],
    ...(content && { body: content.body }),
  };
}

/** A request outside the contract: any method, and a path that is sent unchanged. */
export function buildFreely(method: string, path: string, { headers = [], raw }: CallInput): Built {
  return {
    security: 'bearer',
    method,
    path,
    headers: [...(raw?.type ? ([['content-type', raw.type]] as const) : []), ...headers],
    ...(raw && { body: raw.content }),
  };
}

export const withCredentials = (
  headers: Headers,
  credentials: string | undefined,
  { capitals }: Pick<CallInput, 'capitals'>,
): Headers => {
  const all = credentials === undefined ? headers : [['authorization', credentials] as const, ...headers];
  return capitals ? all.map(([name, value]) => [inCapitals[name] ?? name, value] as const) : all;
};

const inCapitals: Readonly<Record<string, string>> = {
  authorization: 'Authorization',
  'content-type': 'Content-Type',
};

export const pairsOf = (query: Query): Pairs =>
  Array.isArray(query)
    ? (query as Pairs)
    : Object.entries(query).flatMap(([name, value]): Pairs => (value === undefined ? [] : [[name, String(value)]]));

/** Commas are not encoded, because some targets split a list before they decode it. */
export const queryText = (query: Pairs): string =>
  query.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&');

const encoded = (text: string): string => encodeURIComponent(text).replaceAll('%2C', ',');

function contentOf(
  { json, form, raw, charset }: CallBody,
  more: Readonly<Record<string, unknown>>,
  names: Names,
): { readonly type?: string; readonly body: string | Uint8Array } | undefined {
  if (raw) return { ...(raw.type && { type: raw.type }), body: raw.content };
  const typed = (type: string) => (charset === undefined ? type : `${type}; charset=${charset}`);
  if (form) {
    const fields = { ...form, ...more };
    // A form without an array is the same in every style.
    const syntax = Object.values(fields).some(Array.isArray) ? nameOf(names, 'formArrays') : 'repeat';
    const pairs = formOf(fields, syntax);
    return {
      type: typed('application/x-www-form-urlencoded'),
      body: new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, value])).toString(),
    };
  }
  if (json === undefined && Object.keys(more).length === 0) return undefined;
  const value = Object.keys(more).length === 0 ? json : { ...(json as object | undefined), ...more };
  return { type: typed('application/json'), body: JSON.stringify(value) };
}
