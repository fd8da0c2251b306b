// Requests that an HTTP server in front of the API may refuse by itself, in its own words, so that the API never sees them.
import { header, type WireExchange, type WireRequest } from '../../wire.ts';

/** Octets of request line and header fields that common servers read; beyond these many refuse the request. */
const commonHead = 8000;

/** Characters in one part of a path; common file systems, and servers that look there first, have no longer names. */
const commonName = 255;

/** A head or a part of the path too long for common servers, a coded body, or an address that is malformed or such as they do not pass on. */
export const mayEndInTransport = (request: WireRequest): boolean =>
  hasLongHead(request) || header(request.headers, 'content-encoding') !== undefined || hasOddAddress(request.url);

const operatorOrNul = /(?:["[]|%22|%5b)(?:\$|%24)[a-z]|\\u0000|\0|%00/i;

/** An operator of a search, or a NUL, in its query or body: a firewall in front of the API refuses such a request with a page of its own. */
export const looksLikeAttack = ({ url, body }: WireRequest): boolean =>
  operatorOrNul.test(partsOf(url)[1]) ||
  (body !== undefined && operatorOrNul.test(Buffer.from(body).toString('latin1')));

const hasLongHead = (request: WireRequest): boolean => headLength(request) > commonHead;

/** Octets of a body beyond which a server may refuse it while the client still sends. */
const commonBody = 65_536;

/**
 * Servers refuse what is too long with 413, 414 or 431, or by ending the connection (RFC 9110 section 15.5.14). Where it ends while the
 * client still sends, an answer that came before is lost.
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

/** Broken escapes, characters that no address has, what is no UTF-8, and paths with long names or such as may be another path. */
function hasOddAddress(url: string): boolean {
  const [path, query] = partsOf(url);
  if (path.split('/').some((name) => name.length > commonName)) return true;
  return !isPlain(path) || !isPlain(query) || mayBeAnotherPath(url);
}

/**
 * Hidden separators, and steps upwards or to the same place, also where they are escaped twice: servers and proxies may normalise such
 * a path before they look for what stands there, or redirect to it (RFC 3986 section 6).
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
