// Requests that an HTTP server in front of the API may refuse with an answer of its own, so that the API never sees them.
import { header, type WireExchange, type WireRequest } from '../../wire.ts';

/** Octets of request line and header fields that common servers read; many refuse a longer request. */
const commonHead = 8000;

/** Characters in one part of a path. Names in common file systems are no longer, and some servers look there first. */
const commonName = 255;

/** Requests with a head or a part of the path too long for common servers, with a coded body, or with an address that they may not pass on. */
export const mayEndInTransport = (request: WireRequest): boolean =>
  hasLongHead(request) || header(request.headers, 'content-encoding') !== undefined || hasOddAddress(request.url);

const operatorOrNul = /(?:["[]|%22|%5b)(?:\$|%24)[a-z]|\\u0000|\0|%00/i;

/** A database operator or a NUL in the query or body, because a firewall in front of the API may refuse that with a page of its own. */
export const looksLikeAttack = ({ url, body }: WireRequest): boolean =>
  operatorOrNul.test(partsOf(url)[1]) ||
  (body !== undefined && operatorOrNul.test(Buffer.from(body).toString('latin1')));

const hasLongHead = (request: WireRequest): boolean => headLength(request) > commonHead;

/** Octets of a body beyond which a server may refuse it while the client still sends. */
const commonBody = 65_536;

/**
 * Servers refuse a request that is too long with 413, 414 or 431, or by ending the connection (RFC 9110 section 15.5.14). If the connection
 * ends while the client still sends, an earlier answer is lost.
 */
export const isRefusedByEnding = ({ request, outcome }: WireExchange): boolean =>
  outcome.kind === 'failed' &&
  outcome.failure.kind === 'dropped' &&
  outcome.beginning === undefined &&
  (hasLongHead(request) || hasLargeBody(request));

export const hasLargeBody = ({ body }: WireRequest): boolean => (body?.length ?? 0) > commonBody;

function headLength({ method, url, headers }: WireRequest): number {
  const fields = headers.reduce((length, [name, value]) => length + name.length + value.length + 4, 0);
  return method.length + url.length + fields;
}

/** Broken escapes, characters that are not allowed in an address, invalid UTF-8, long names, and paths that may mean another path. */
function hasOddAddress(url: string): boolean {
  const [path, query] = partsOf(url);
  if (path.split('/').some((name) => name.length > commonName)) return true;
  return !isPlain(path) || !isPlain(query) || mayBeAnotherPath(url);
}

/**
 * Whether the path has hidden separators or the steps `.` and `..`, also escaped twice. Servers and proxies may normalise such a path before
 * they look it up, or redirect to the normal form (RFC 3986 section 6).
 */
export const mayBeAnotherPath = (url: string): boolean =>
  /%(25)*(2[ef]|5c)|\\|\/\/|\/\.{1,2}(\/|$)/i.test(partsOf(url)[0]);

function partsOf(url: string): readonly [path: string, query: string] {
  const [path = '', ...query] = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').split('?');
  return [path, query.join('?')];
}

function isPlain(text: string): boolean {
  if (/%[01][\da-f]|%7f|[^!-~]|["<>[\]^`{|}]/i.test(text)) return false;
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
