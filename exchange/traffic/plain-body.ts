// The body of a captured answer without its content coding, which captures leave on, take off, or take off and still name.
import { isUtf8 } from 'node:buffer';
import { type Headers, header } from '../../contract/wire.ts';
import { CodingError, decoded } from '../client/content-coding.ts';

interface PlainBody {
  readonly body: Uint8Array;
  readonly cut?: true;
}

const longestBody = 64 * 1024 * 1024;

const kept = (body: Uint8Array, cut: boolean): PlainBody => ({ body, ...(cut && { cut }) });

/** The reason, when the body cannot be read. */
export const plainBody = async (headers: Headers, body: Uint8Array, cut: boolean): Promise<PlainBody | string> => {
  const coding = header(headers, 'content-encoding') ?? '';
  try {
    const plain = await decoded(coding, body, cut, longestBody);
    return kept(plain.body, plain.cut);
  } catch (error) {
    if (!(error instanceof CodingError)) throw error;
    return isUtf8(body) ? kept(body, cut) : error.message;
  }
};
