// Bodies of a HAR file: as text, as base64, as a form's parameters, in a file beside it, or left out.
import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname, resolve, sep } from 'node:path';
import { type Headers, header } from '../../../contract/wire.ts';
import { type Loose, list, number, object, text } from '../loose.ts';
import { plainBody } from '../plain-body.ts';

interface HarBody {
  readonly body?: Uint8Array;
  /** The file does not have the body, or not all of it. */
  readonly cut?: true;
}

const longestFile = 64 * 1024 * 1024;
const base64 = /^[A-Za-z0-9+/_-]*={0,2}$/;

/** Some tools declare base64 but write text. If the text is neither, the file is wrong and the body is unknown. */
const bytesOf = (written: string, encoding: string | undefined): Buffer | 'unreadable' => {
  if (encoding?.toLowerCase() !== 'base64') return Buffer.from(written);
  const compact = written.replace(/\s+/g, '');
  if (base64.test(compact) && compact.length % 4 !== 1) return Buffer.from(compact, 'base64');
  return plainlyText.test(written) ? Buffer.from(written) : 'unreadable';
};

/** Characters that base64 never has. */
const plainlyText = /^\s*[[{<"]|[ &%]/;

/** A file in the folder of the HAR file, never one elsewhere to which the HAR file points. */
const besideHar = async (har: string, name: string): Promise<Buffer | undefined> => {
  try {
    const folder = await realpath(dirname(har));
    const path = await realpath(resolve(folder, name));
    if (!path.startsWith(folder + sep)) return undefined;
    const { size } = await stat(path);
    return size > longestFile ? undefined : await readFile(path);
  } catch {
    return undefined;
  }
};

const storedBytes = async (har: string, stored: Loose): Promise<Buffer | 'unreadable' | undefined> => {
  const written = text(stored['text']);
  const file = text(stored['_file']);
  if (written) return bytesOf(written, text(stored['encoding']) ?? text(stored['_encoding']));
  if (file) return besideHar(har, file);
  return written === undefined ? undefined : Buffer.alloc(0);
};

const isEncoded = (part: string): boolean => /^(?:[\w.*+~-]|%[0-9a-f]{2})*$/i.test(part) && part.includes('%');
const formEncoded = (part: string): string =>
  isEncoded(part) ? part : new URLSearchParams([['', part]]).toString().slice(1);

const formOf = (parameters: readonly Loose[]): string =>
  parameters.map(({ name, value }) => `${formEncoded(text(name) ?? '')}=${formEncoded(text(value) ?? '')}`).join('&');

const partsOf = (parameters: readonly Loose[], boundary: string): string =>
  parameters
    .map(({ name, value, fileName, contentType }) => {
      const file = text(fileName) === undefined ? '' : `; filename="${text(fileName)}"`;
      const type = text(contentType) === undefined ? '' : `\r\nContent-Type: ${text(contentType)}`;
      return `--${boundary}\r\nContent-Disposition: form-data; name="${text(name) ?? ''}"${file}${type}\r\n\r\n${text(value) ?? ''}\r\n`;
    })
    .concat(`--${boundary}--\r\n`)
    .join('');

const fromParameters = (parameters: readonly Loose[], type: string): HarBody => {
  if (!/multipart\//i.test(type)) return { body: Buffer.from(formOf(parameters)) };
  const boundary = /boundary="?([^";]+)/i.exec(type)?.[1];
  const incomplete = boundary === undefined || parameters.some(({ value, fileName }) => fileName && !text(value));
  return incomplete ? { cut: true } : { body: Buffer.from(partsOf(parameters, boundary)) };
};

/** If there is a text, it is used, and the list of parameters is ignored, because it only repeats the text. */
export const requestBody = async (har: string, request: Loose, headers: Headers): Promise<HarBody> => {
  const post = object(request['postData']);
  const stored = await storedBytes(har, post);
  if (stored === 'unreadable') return { cut: true };
  if (stored && stored.length > 0) return { body: stored };
  const parameters = list(post['params']).map(object);
  if (parameters.length > 0)
    return fromParameters(parameters, header(headers, 'content-type') ?? text(post['mimeType']) ?? '');
  const announced = Number(header(headers, 'content-length') ?? number(request['bodySize']) ?? 0);
  const missing =
    announced > 0 || header(headers, 'transfer-encoding') !== undefined || text(post['_file']) !== undefined;
  return missing ? { cut: true } : {};
};

/** Whether the browser shows a body from its cache for an answer that has no body. */
export const hasCopyBeneath = (entry: Loose): boolean => {
  const [asked, response] = [object(entry['request']), object(entry['response'])];
  const content = object(response['content']);
  const isStored = (text(content['text']) ?? text(content['_file']) ?? '') !== '';
  return isStored && bodiless(number(response['status']) ?? 0, text(asked['method']) ?? '');
};

const bodiless = (status: number, method: string): boolean => method === 'HEAD' || status === 204 || status === 304;

export const answerBody = async (
  har: string,
  response: Loose,
  headers: Headers,
  asked: { readonly status: number; readonly method: string },
): Promise<{ readonly body: Uint8Array; readonly cut?: true }> => {
  if (bodiless(asked.status, asked.method)) return { body: new Uint8Array() };
  const content = object(response['content']);
  const stored = await storedBytes(har, content);
  if (stored === 'unreadable') return { body: new Uint8Array(), cut: true };
  // A part of a broken answer may be here.
  const broken = text(response['_error']) ? true : undefined;
  if (stored && (stored.length > 0 || !expectsBody(response, headers)))
    return plainBody(headers, stored, broken === true);
  const empty = !expectsBody(response, headers) && broken === undefined;
  return { body: new Uint8Array(), ...(!empty && { cut: true as const }) };
};

/**
 * Sizes do not give the length of a body, because they count compressed or decoded bytes, but a size above zero means that there was one. If
 * there is no text at all, a size of zero may mean that the body was not kept, so the size on the wire has to be zero too.
 */
const expectsBody = ({ content, bodySize }: Loose, headers: Headers): boolean => {
  const length = header(headers, 'content-length');
  if (length !== undefined) return Number(length) > 0;
  const { size, text: written } = object(content);
  // mitmproxy writes this for a body that it passed on and did not keep, with a size of 0.
  if (written === null) return true;
  return written === undefined ? number(bodySize) !== 0 : number(size) !== 0;
};
