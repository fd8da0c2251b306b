// What a response's body says, read as its content type declares.
import { header, type WireResponse } from '../wire.ts';

export type Body =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'unparsable'; readonly because: string }
  | { readonly kind: 'cut' };

export const mediaTypeOf = (response: WireResponse): string | undefined =>
  header(response.headers, 'content-type')?.split(';', 1)[0]?.trim().toLowerCase();

/** `application/json` and anything that is JSON by its suffix (RFC 6839). */
export const isJsonType = (mediaType: string): boolean => /^[^/]+\/([^/]+\+)?json$/.test(mediaType);

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** A body is read as JSON whatever its type says: that the type is right is another question. */
export function bodyOf({ body, cut }: WireResponse): Body {
  if (cut) return { kind: 'cut' };
  if (body.byteLength === 0) return { kind: 'none' };
  return body.byteLength > longestRemembered ? read(body) : remembered(body);
}

function read(body: Uint8Array): Body {
  try {
    return { kind: 'json', value: JSON.parse(utf8.decode(body)) };
  } catch (error) {
    return { kind: 'unparsable', because: (error as Error).message };
  }
}

// The same thing is read again and again in a run, and what the same bytes say need be read, and judged, only once.
const longestRemembered = 16 * 1024;
const rememberedBytes = 4 * 1024 * 1024;
const known = new Map<string, Body>();
let bytes = 0;

function remembered(body: Uint8Array): Body {
  const written = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1');
  const before = known.get(written);
  if (before) return before;
  const said = read(body);
  bytes += written.length;
  if (bytes > rememberedBytes) {
    known.clear();
    bytes = written.length;
  }
  known.set(written, said);
  return said;
}
