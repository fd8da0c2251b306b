// From an operation of the contract and what to put into it to a request that a client can send. Pure.
import type { Headers } from '../contract/wire.ts';
import { header } from '../contract/wire.ts';
import type { ClientRequest } from './client.ts';

/** Bytes go out percent-encoded as they are, be they valid UTF-8 or not. */
export type Scalar = string | number | boolean | null | Uint8Array;

/** `undefined` leaves the field out; `null` sends it empty. */
export interface Fields {
  readonly [name: string]: Scalar | readonly Scalar[] | Fields | undefined;
}

/** How a list is written where only text can be: a=1&a=2, a[]=1&a[]=2, a[0]=1&a[1]=2, a=1,2. */
export type ListStyle = 'repeat' | 'brackets' | 'indexed' | 'comma';

export type RequestBody =
  | { readonly json: unknown }
  | { readonly form: Fields; readonly lists?: ListStyle }
  | { readonly raw: Uint8Array | string; readonly type?: string };

export interface RequestInput {
  readonly path?: Readonly<Record<string, Scalar>>;
  readonly query?: Fields;
  readonly queryLists?: ListStyle;
  /** A content type given here wins over that of the body. */
  readonly headers?: Headers;
  readonly body?: RequestBody;
}

export interface RequestTarget {
  readonly method: string;
  /** A template such as `/v2/card/{id}`. */
  readonly path: string;
}

const unreserved = new Set(Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~'));
const hexadecimal = Array.from({ length: 256 }, (_, byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`);

/** Everything but RFC 3986's unreserved characters becomes %XX of its UTF-8 bytes. */
export const percentEncoded = (value: Scalar): string => {
  const bytes = value instanceof Uint8Array ? value : Buffer.from(value === null ? '' : String(value));
  let encoded = '';
  for (const byte of bytes) encoded += unreserved.has(byte) ? String.fromCharCode(byte) : hexadecimal[byte];
  return encoded;
};

const formEncoded = (value: Scalar): string => percentEncoded(value).replaceAll('%20', '+').replaceAll('~', '%7E');

const isFields = (value: Scalar | readonly Scalar[] | Fields): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array);

const pairs = (fields: Fields, lists: ListStyle, encode: (value: Scalar) => string, within?: string): string[] =>
  Object.entries(fields).flatMap(([key, value]) => {
    const name = within === undefined ? encode(key) : `${within}[${encode(key)}]`;
    if (value === undefined) return [];
    if (isFields(value)) return pairs(value, lists, encode, name);
    if (!Array.isArray(value)) return [`${name}=${encode(value as Scalar)}`];
    const entries = (value as readonly Scalar[]).map(encode);
    if (lists === 'comma') return [`${name}=${entries.join(',')}`];
    return entries.map((entry, index) => {
      if (lists === 'brackets') return `${name}[]=${entry}`;
      return lists === 'indexed' ? `${name}[${index}]=${entry}` : `${name}=${entry}`;
    });
  });

export const queryOf = (fields: Fields, lists: ListStyle = 'repeat'): string =>
  pairs(fields, lists, percentEncoded).join('&');

export const formOf = (fields: Fields, lists: ListStyle = 'repeat'): string =>
  pairs(fields, lists, formEncoded).join('&');

const filled = (template: string, values: Readonly<Record<string, Scalar>>): string =>
  template.replace(/\{([^}]+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`${template} needs a value for ${name}`);
    return percentEncoded(value);
  });

const written = (body: RequestBody): { readonly bytes: Uint8Array | string; readonly type: string | undefined } => {
  if ('raw' in body) return { bytes: body.raw, type: body.type };
  if ('form' in body) return { bytes: formOf(body.form, body.lists), type: 'application/x-www-form-urlencoded' };
  const text = JSON.stringify(body.json) as string | undefined;
  if (text === undefined) throw new Error(`${typeof body.json} has no form in JSON`);
  return { bytes: text, type: 'application/json' };
};

export const requestOf = (target: RequestTarget, input: RequestInput = {}): ClientRequest => {
  const query = input.query === undefined ? '' : queryOf(input.query, input.queryLists);
  const body = input.body && written(input.body);
  const given = input.headers ?? [];
  const typed = body?.type === undefined || header(given, 'content-type') !== undefined;
  return {
    method: target.method,
    path: filled(target.path, input.path ?? {}) + (query === '' ? '' : `?${query}`),
    headers: typed ? given : [...given, ['content-type', body.type as string]],
    ...(body ? { body: body.bytes } : {}),
  };
};
