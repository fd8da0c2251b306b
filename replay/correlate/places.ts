// The places of a request where a value of an earlier answer may stand. The same walk finds values and replaces them.
import { exactJson, jsonText, LongNumber, numberOf } from '../../contract/text/exact-json.ts';
import { decodedOrRaw } from '../../contract/text/percent.ts';
import type { WireRequest } from '../../contract/wire.ts';
import { header } from '../../contract/wire.ts';
import { bodyText } from '../../exchange/body-text.ts';
import type { Field } from '../compare/fields/field.ts';
import type { Operation } from '../compare/fields/located.ts';
import { identityOf, nounOf } from '../compare/fields/meaning.ts';

export type Scalar = string | number | LongNumber;

export const isScalar = (value: unknown): value is Scalar => typeof value === 'string' || isNumber(value);

const isNumber = (value: unknown): value is number | LongNumber =>
  typeof value === 'number' || value instanceof LongNumber;

export interface Place {
  /** `path id`, `query signToken`, `header authorization`, `cookie sid`, `body /id/*`, `form token`. */
  readonly name: string;
  /** The kind of thing that a value here names. */
  readonly identity: string | undefined;
}

/** What to put in the place of a value; undefined leaves it. */
type Visit = (place: Place, value: Scalar) => Scalar | undefined;

const places = new WeakMap<Operation, Map<string, Place>>();

const placeOf = (operation: Operation, kind: string, name: string, identity: () => string | undefined): Place => {
  const known = places.get(operation) ?? new Map<string, Place>();
  places.set(operation, known);
  const key = `${kind} ${name}`;
  const found = known.get(key);
  if (found) return found;
  const made = { name: key, identity: identity() };
  if (known.size < 1000) known.set(key, made);
  return made;
};

/** The word before a path parameter says what kind of thing it names. */
const pathIdentity = (operation: Operation, index: number): string | undefined => {
  const name = operation.parameters[index] ?? '';
  const before = operation.template.split('/')[index - 1] ?? '';
  return identityOf(name, nounOf(before)) ?? nounOf(before);
};

const walkedPath = (path: string, operation: Operation, visit: Visit): string => {
  const segments = path.split('/');
  let changed = false;
  for (let index = 0; index < segments.length; index += 1) {
    const name = operation.parameters[index];
    if (name === undefined) continue;
    const place = placeOf(operation, 'path', name, () => pathIdentity(operation, index));
    const put = visit(place, decodedOrRaw(segments[index]!));
    if (put === undefined) continue;
    segments[index] = encodeURIComponent(String(put));
    changed = true;
  }
  return changed ? segments.join('/') : path;
};

const walkedPairs = (text: string, operation: Operation, kind: 'query' | 'form', visit: Visit): string => {
  if (text === '') return text;
  let changed = false;
  const pairs = text.split('&').map((pair) => {
    const equals = pair.indexOf('=');
    if (equals < 0) return pair;
    const name = decodedOrRaw(pair.slice(0, equals).replaceAll('+', ' '));
    const value = decodedOrRaw(pair.slice(equals + 1).replaceAll('+', ' '));
    const plain = name.replaceAll(/\[\w*\]/g, '');
    const place = placeOf(operation, kind, plain, () => identityOf(plain, ''));
    const whole = visit(place, value) ?? insideOf(value, operation, visit);
    // A list may be written with commas.
    const put = whole ?? (value.includes(',') ? listed(value, place, visit) : undefined);
    if (put === undefined) return pair;
    changed = true;
    return `${pair.slice(0, equals)}=${encodeURIComponent(String(put)).replaceAll('%2C', ',')}`;
  });
  return changed ? pairs.join('&') : text;
};

const listed = (value: string, place: Place, visit: Visit): string | undefined => {
  let changed = false;
  const parts = value.split(',').map((part) => {
    const put = visit(place, part);
    if (put !== undefined) changed = true;
    return put ?? part;
  });
  return changed ? parts.join(',') : undefined;
};

/** JSON with values replaced; undefined when none was. */
const walkedJson = (
  value: unknown,
  field: Field,
  operation: Operation,
  visit: Visit,
): { readonly put: unknown } | undefined => {
  if (isScalar(value)) {
    const place = placeOf(operation, 'body', field.path, () => field.identity);
    const put = visit(place, value) ?? (typeof value === 'string' ? insideOf(value, operation, visit) : undefined);
    return put === undefined
      ? undefined
      : { put: isNumber(value) && /^\d+$/.test(String(put)) ? numberOf(String(put)) : put };
  }
  if (Array.isArray(value)) {
    let items: unknown[] | undefined;
    value.forEach((item, index) => {
      const walked = walkedJson(item, field.item(), operation, visit);
      if (!walked) return;
      items ??= [...value];
      items[index] = walked.put;
    });
    return items && { put: items };
  }
  if (typeof value !== 'object' || value === null) return undefined;
  let members: Record<string, unknown> | undefined;
  for (const [name, member] of Object.entries(value)) {
    const walked = walkedJson(member, field.member(name), operation, visit);
    if (!walked) continue;
    members ??= { ...value };
    members[name] = walked.put;
  }
  return members && { put: members };
};

const shortestCoded = 12;
const base64 = /^[A-Za-z0-9+/_-]+={0,2}$/;

/** Values inside a JWT's claims or inside JSON that is written as base64, such as a cursor; a JWT keeps its signature as it is. */
const insideOf = (text: string, operation: Operation, visit: Visit): string | undefined => {
  if (text.length < shortestCoded) return undefined;
  const parts = text.split('.');
  if (parts.length === 3) {
    const claims = codedJson(parts[1]!, operation, visit);
    return claims === undefined ? undefined : [parts[0], claims, parts[2]].join('.');
  }
  return parts.length === 1 ? codedJson(text, operation, visit) : undefined;
};

const codedJson = (text: string, operation: Operation, visit: Visit): string | undefined => {
  // An encoded `{` or `[` begins with these letters.
  if (!/^(?:ey|W[yzw1-9]|ew|Wy)/.test(text) || !base64.test(text)) return undefined;
  try {
    const json = exactJson(Buffer.from(text, 'base64').toString());
    const walked = walkedJson(json, operation.request.member('(coded)'), operation, visit);
    if (!walked) return undefined;
    const coded = Buffer.from(jsonText(walked.put));
    return /[_-]/.test(text) || !text.endsWith('=') ? coded.toString('base64url') : coded.toString('base64');
  } catch {
    return undefined;
  }
};

const walkedHeader = (name: string, value: string, operation: Operation, visit: Visit): string | undefined => {
  const lower = name.toLowerCase();
  if (lower === 'authorization') {
    const [, scheme, credentials] = /^(\s*[\w-]+\s+)(\S+)\s*$/.exec(value) ?? [];
    if (scheme === undefined || credentials === undefined || /basic/i.test(scheme)) return undefined;
    const place = placeOf(operation, 'header', 'authorization', () => undefined);
    const put = visit(place, credentials) ?? insideOf(credentials, operation, visit);
    return put === undefined ? undefined : `${scheme}${put}`;
  }
  if (lower === 'cookie') {
    let changed = false;
    const cookies = value.split(';').map((pair) => {
      const [, before, content] = /^(\s*[^=]+=)(.*)$/s.exec(pair) ?? [];
      if (before === undefined || content === undefined) return pair;
      const cookie = before.trim().slice(0, -1);
      const put = visit(
        placeOf(operation, 'cookie', cookie, () => undefined),
        content,
      );
      if (put === undefined) return pair;
      changed = true;
      return before + put;
    });
    return changed ? cookies.join(';') : undefined;
  }
  const put = visit(
    placeOf(operation, 'header', lower, () => identityOf(lower.replaceAll('-', '_'), '')),
    value,
  );
  return put === undefined ? undefined : String(put);
};

const ordinaryHeaders = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'cache-control',
  'connection',
  'content-length',
  'content-type',
  'host',
  'origin',
  'pragma',
  'referer',
  'user-agent',
]);

const walkedHeaders = (headers: WireRequest['headers'], operation: Operation, visit: Visit): WireRequest['headers'] => {
  let changed = false;
  const walked = headers.map((field) => {
    if (ordinaryHeaders.has(field[0].toLowerCase())) return field;
    const put = walkedHeader(field[0], field[1], operation, visit);
    if (put === undefined) return field;
    changed = true;
    return [field[0], put] as const;
  });
  return changed ? walked : headers;
};

const walkedBody = (request: WireRequest, operation: Operation, visit: Visit): Uint8Array | undefined => {
  const { body } = request;
  if (body === undefined || body.length === 0) return body;
  const { text, encoding } = bodyText(body) ?? {};
  if (text === undefined) return body;
  if (/form-urlencoded/i.test(header(request.headers, 'content-type') ?? '')) {
    const walked = walkedPairs(text, operation, 'form', visit);
    return walked === text ? body : Buffer.from(walked, encoding);
  }
  if (!/^\s*[[{"]/.test(text)) return body;
  try {
    const walked = walkedJson(exactJson(text), operation.request, operation, visit);
    return walked ? Buffer.from(jsonText(walked.put), encoding) : body;
  } catch {
    return body;
  }
};

/** The request with values replaced; the same request when none was. Its `url` begins with the path. */
export const walked = (request: WireRequest, operation: Operation, visit: Visit): WireRequest => {
  const mark = request.url.search(/[?#]/);
  const path = mark < 0 ? request.url : request.url.slice(0, mark);
  const query = mark < 0 ? '' : request.url.slice(mark + 1);
  const walkedQuery = walkedPairs(query, operation, 'query', visit);
  const url = walkedPath(path, operation, visit) + (mark < 0 ? '' : request.url[mark]! + walkedQuery);
  const headers = walkedHeaders(request.headers, operation, visit);
  const body = walkedBody(request, operation, visit);
  if (url === request.url && headers === request.headers && body === request.body) return request;
  return { method: request.method, url, headers, ...(body === undefined ? {} : { body }) };
};
