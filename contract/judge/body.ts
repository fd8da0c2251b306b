// What a response's body says, read as its content type declares.
import { header, type WireResponse } from '../wire.ts';

export type Body =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly value: unknown }
  /** No JSON, although its type says so. */
  | { readonly kind: 'broken' }
  | { readonly kind: 'other' }
  | { readonly kind: 'cut' };

export const mediaTypeOf = (response: WireResponse): string | undefined =>
  header(response.headers, 'content-type')?.split(';', 1)[0]?.trim().toLowerCase();

/** `application/json` and anything that is JSON by its suffix (RFC 6839). */
export const saysJson = (response: WireResponse): boolean =>
  /^[^/]+\/([^/]+\+)?json$/.test(mediaTypeOf(response) ?? '');

/** A byte order mark is no part of JSON on the wire (RFC 8259, section 8.1), and stays so that it is none. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** A body is read as JSON whatever its type says: that the type is right is another question. */
export function bodyOf(response: WireResponse): Body {
  const { body, cut } = response;
  if (cut) return { kind: 'cut' };
  if (body.byteLength === 0) return { kind: 'none' };
  const read = body.byteLength > longestRemembered ? parsed(body) : remembered(body);
  return read ?? { kind: saysJson(response) ? 'broken' : 'other' };
}

type Parsed = Body & { readonly kind: 'json' };

function parsed(body: Uint8Array): Parsed | undefined {
  try {
    return { kind: 'json', value: JSON.parse(utf8.decode(body)) };
  } catch {
    return undefined;
  }
}

// The same thing is read again and again in a run, and what the same bytes say need be read, and judged, only once.
const longestRemembered = 16 * 1024;
const rememberedBytes = 4 * 1024 * 1024;
const known = new Map<string, Parsed | undefined>();
let bytes = 0;

function remembered(body: Uint8Array): Parsed | undefined {
  const written = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1');
  if (known.has(written)) return known.get(written);
  const said = parsed(body);
  bytes += written.length;
  if (bytes > rememberedBytes) {
    known.clear();
    bytes = written.length;
  }
  known.set(written, said);
  return said;
}
