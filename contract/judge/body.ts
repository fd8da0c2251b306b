// The content of a response's body, as far as it can be read.
import { sameBytes } from '../text/same-bytes.ts';
import { header, type WireResponse } from '../wire.ts';

export type Body =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly value: unknown }
  /** Not JSON, although the content type says so. */
  | { readonly kind: 'broken' }
  | { readonly kind: 'other' }
  | { readonly kind: 'cut' };

export const mediaTypeOf = (response: WireResponse): string | undefined =>
  header(response.headers, 'content-type')?.split(';', 1)[0]?.trim().toLowerCase();

/** `application/json` and anything that is JSON by its suffix (RFC 6839). */
export const saysJson = (response: WireResponse): boolean =>
  /^[^/]+\/([^/]+\+)?json$/.test(mediaTypeOf(response) ?? '');

/** A byte order mark is not part of JSON on the wire (RFC 8259, section 8.1). It is kept, so that parsing fails. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Reads a body as JSON with any content type. The judge checks the type separately. */
export function bodyOf(response: WireResponse): Body {
  const { body, cut } = response;
  if (cut) return { kind: 'cut' };
  if (body.byteLength === 0) return { kind: 'none' };
  return remembered(body) ?? { kind: saysJson(response) ? 'broken' : 'other' };
}

type Parsed = Body & { readonly kind: 'json' };

function parsed(body: Uint8Array): Parsed | undefined {
  try {
    return { kind: 'json', value: JSON.parse(utf8.decode(body)) };
  } catch {
    return undefined;
  }
}

// The same bytes are read and judged only once. The result is forgotten together with the bytes.
const known = new WeakMap<Uint8Array, Parsed | undefined>();

function remembered(bytes: Uint8Array): Parsed | undefined {
  const body = sameBytes(bytes);
  if (known.has(body)) return known.get(body);
  const said = parsed(body);
  known.set(body, said);
  return said;
}
