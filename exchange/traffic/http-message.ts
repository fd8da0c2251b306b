// Reads one HTTP/1.x message from captured bytes, which may stop at any point.
import type { Headers } from '../../contract/wire.ts';
import { header } from '../../contract/wire.ts';

export interface HttpMessage {
  readonly first: string;
  readonly headers: Headers;
  /** Without transfer coding, but with the content coding. */
  readonly body: Buffer;
  /** The body continues where the capture stops. */
  readonly cut: boolean;
}

interface Extent {
  readonly body: Buffer;
  readonly cut: boolean;
}

/** Where the head ends and the body begins; lines may end with or without a carriage return. */
const headEnd = (bytes: Buffer): { readonly end: number; readonly body: number } | undefined => {
  for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, end + 1)) {
    if (bytes[end + 1] === 10) return { end, body: end + 2 };
    if (bytes[end + 1] === 13 && bytes[end + 2] === 10) return { end, body: end + 3 };
  }
  return undefined;
};

/** The size of a chunk and the start of its data; undefined if the line is missing or wrong. */
const chunkHead = (bytes: Buffer, at: number): { readonly size: number; readonly from: number } | undefined => {
  const end = bytes.indexOf(10, at);
  if (end < 0) return undefined;
  const [, size] = /^\s*([0-9a-f]{1,12})\s*(?:;.*)?\r?$/i.exec(bytes.toString('latin1', at, end)) ?? [];
  return size === undefined ? undefined : { size: Number.parseInt(size, 16), from: end + 1 };
};

const unchunked = (bytes: Buffer): Extent => {
  const pieces: Buffer[] = [];
  let at = 0;
  for (;;) {
    const head = chunkHead(bytes, at);
    if (head?.size === 0) return { body: Buffer.concat(pieces), cut: false };
    if (head) pieces.push(bytes.subarray(head.from, head.from + head.size));
    if (!head || head.from + head.size > bytes.length) return { body: Buffer.concat(pieces), cut: true };
    at = head.from + head.size;
    while (bytes[at] === 13 || bytes[at] === 10) at += 1;
  }
};

const extentOf = (headers: Headers, bytes: Buffer): Extent => {
  if (/\bchunked\b/i.test(header(headers, 'transfer-encoding') ?? '')) {
    // Some captures have removed the chunks but kept the header.
    return bytes.length > 0 && chunkHead(bytes, 0) === undefined ? { body: bytes, cut: false } : unchunked(bytes);
  }
  const length = Number(header(headers, 'content-length') ?? Number.NaN);
  if (Number.isNaN(length)) return { body: bytes, cut: false };
  return { body: bytes.subarray(0, length), cut: bytes.length < length };
};

/** Lines that continue a field (obsolete folding) are joined to it. */
const fieldsOf = (lines: readonly string[]): Headers => {
  const fields: [string, string][] = [];
  for (const line of lines) {
    const last = fields.at(-1);
    const colon = line.indexOf(':');
    if (/^[ \t]/.test(line) && last) last[1] = `${last[1]} ${line.trim()}`;
    else if (colon > 0) fields.push([line.slice(0, colon).trim(), line.slice(colon + 1).trim()]);
  }
  return fields;
};

const withoutReturn = (line: string): string => (line.endsWith('\r') ? line.slice(0, -1) : line);

/** Reads only a head, with or without the blank line at its end. */
export const readHttpHead = (head: Buffer): { readonly first: string; readonly headers: Headers } => {
  const lines = head.toString('latin1').split('\n').map(withoutReturn);
  // Blank lines may come before a message.
  const begin = lines.findIndex((line) => line !== '');
  return { first: lines[begin] ?? '', headers: fieldsOf(lines.slice(begin + 1)) };
};

/** Undefined when there is no whole head. */
export const readHttpMessage = (bytes: Buffer): HttpMessage | undefined => {
  const found = headEnd(bytes);
  if (!found) return undefined;
  const { first, headers } = readHttpHead(bytes.subarray(0, found.end));
  const after = bytes.subarray(found.body);
  // An interim answer comes before the real one.
  if (/^HTTP\/\d(?:\.\d)? 1(?!01)\d\d\b/.test(first) && after.length > 0) return readHttpMessage(after);
  return { first, headers, ...extentOf(headers, after) };
};
