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
export function bodyOf(response: WireResponse): Body {
  if (response.cut) return { kind: 'cut' };
  if (response.body.byteLength === 0) return { kind: 'none' };
  try {
    return { kind: 'json', value: JSON.parse(utf8.decode(response.body)) };
  } catch (error) {
    return { kind: 'unparsable', because: (error as Error).message };
  }
}
