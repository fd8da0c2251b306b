// A captured body without its content coding. Some captures keep the coding, some remove it, and some remove it but keep its name.
import { isUtf8 } from 'node:buffer';
import { type Headers, header, type WireRequest } from '../../contract/wire.ts';
import { CodingError, decoded } from '../client/content-coding.ts';

interface PlainBody {
  readonly body: Uint8Array;
  readonly cut?: true;
}

const longestBody = 64 * 1024 * 1024;

const kept = (body: Uint8Array, cut: boolean): PlainBody => ({ body, ...(cut && { cut }) });

/** A body that cannot be decoded is left out, as if it had not been recorded; the rest of the answer is kept. */
export const plainBody = async (headers: Headers, body: Uint8Array, cut: boolean): Promise<PlainBody> => {
  const coding = header(headers, 'content-encoding') ?? '';
  const plain = await undone(coding, body, cut);
  if (plain !== undefined) return kept(plain.body, plain.cut);
  return isUtf8(body) ? kept(body, cut) : kept(new Uint8Array(), true);
};

/**
 * Removes the content coding of a request's body, because a coded body can neither be searched for secrets nor get a new token. A body that
 * cannot be decoded stays as it is.
 */
export const plainRequest = async (request: WireRequest): Promise<WireRequest> => {
  const coding = header(request.headers, 'content-encoding');
  if (coding === undefined || request.body === undefined || request.cut) return request;
  const plain = await undone(coding, request.body, false);
  if (plain === undefined || plain.cut || isUtf8(request.body)) return request;
  const headers = request.headers.filter(([name]) => !/^content-(?:encoding|length)$/i.test(name));
  return { ...request, headers, body: plain.body };
};

async function undone(coding: string, body: Uint8Array, cut: boolean) {
  try {
    return await decoded(coding, body, cut, longestBody);
  } catch (error) {
    if (!(error instanceof CodingError)) throw error;
    return undefined;
  }
}
