// Decodes the content codings of a response body, and keeps only as many bytes as the caller wants.

import type { Transform } from 'node:stream';
import zlib from 'node:zlib';

export class CodingError extends Error {}

interface Decoded {
  readonly body: Uint8Array;
  readonly cut: boolean;
}

type Decoder = (partial: boolean, body: Uint8Array) => Transform;

const flushed = (partial: boolean): zlib.ZlibOptions => (partial ? { finishFlush: zlib.constants.Z_SYNC_FLUSH } : {});
const gunzip: Decoder = (partial) => zlib.createGunzip(flushed(partial));
// Node has it since 22.15.
const zstd = (zlib as { createZstdDecompress?: () => Transform }).createZstdDecompress;

const decoders: Readonly<Record<string, Decoder>> = {
  gzip: gunzip,
  'x-gzip': gunzip,
  // The name means the zlib format, but many servers send raw deflate.
  deflate: (partial, body) =>
    ((body[0] ?? 0) & 15) === 8 && (((body[0] ?? 0) << 8) | (body[1] ?? 0)) % 31 === 0
      ? zlib.createInflate(flushed(partial))
      : zlib.createInflateRaw(flushed(partial)),
  br: (partial) => zlib.createBrotliDecompress(partial ? { finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH } : {}),
  ...(zstd ? { zstd: () => zstd() } : {}),
};

const undo = async (coding: string, coded: Decoded, limit: number): Promise<Decoded> => {
  const decoder = decoders[coding];
  if (!decoder) throw new CodingError(`the body has the content coding ${coding}, which is not known here`);
  const stream = decoder(coded.cut, coded.body);
  const chunks: Buffer[] = [];
  let length = 0;
  let cut = coded.cut;
  stream.end(coded.body);
  try {
    for await (const chunk of stream) {
      chunks.push(chunk as Buffer);
      length += (chunk as Buffer).length;
      if (length <= limit) continue;
      cut = true;
      break;
    }
  } catch (error) {
    throw new CodingError(`the body does not decode as ${coding}: ${(error as Error).message}`);
  }
  return { body: Buffer.concat(chunks, length).subarray(0, limit), cut };
};

/** Throws a CodingError if the bytes do not have the coding of the header. An empty body needs no decoding. */
export const decoded = async (
  contentEncoding: string,
  body: Uint8Array,
  cut: boolean,
  limit: number,
): Promise<Decoded> => {
  let result: Decoded = { body, cut };
  if (body.length === 0) return result;
  const codings = contentEncoding.toLowerCase().split(',');
  for (const coding of codings.map((each) => each.trim()).reverse()) {
    if (coding !== '' && coding !== 'identity') result = await undo(coding, result, limit);
  }
  return result;
};
