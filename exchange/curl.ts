// The curl line that sends a request again. Secrets become environment variables and are never shown.
import { isUtf8 } from 'node:buffer';
import { type Headers, header, type WireRequest } from '../contract/wire.ts';
import type { RecordedExchange } from './exchange.ts';
import { pseudonymsIn } from './redaction/pseudonym.ts';
import type { Redaction } from './redaction/redaction.ts';
import { bareWord, isReadable, octal, type Piece, printed, withRepetitions, word } from './shell.ts';

// curl writes these fields itself, or they belong to the connection.
const ownOfCurl = new Set(['content-length', 'connection', 'transfer-encoding', 'keep-alive']);
const wantsLength = new Set(['POST', 'PUT', 'PATCH']);

/** A variable in the line in place of a secret: a bearer token, Basic credentials, or any other. */
export interface Placeholder {
  readonly variable: string;
  readonly holds: 'bearer' | 'basic' | 'other';
}

interface Curl {
  readonly line: string;
  readonly placeholders: readonly Placeholder[];
}

/** How many characters before a secret are searched for its name, because a search of a long text would take minutes. */
const longestName = 200;

type Naming = (pseudonym: string, before: string) => string;

/** Gives each secret one name for the whole line, made from the text before it. */
const createNaming = (placeholders: Placeholder[]): Naming => {
  const names = new Map<string, string>();
  return (pseudonym, before) => {
    const known = names.get(pseudonym);
    if (known !== undefined) return known;
    const holds = /bearer\s+$/i.test(before) ? 'bearer' : /basic\s+$/i.test(before) ? 'basic' : 'other';
    const field = /([A-Za-z][\w-]*)(?:\[\w*\])?["']?\s*[:=]\s*["']?$/.exec(before)?.[1];
    const label = { bearer: 'TOKEN', basic: 'BASIC', other: field ?? 'SECRET' }[holds];
    const base = label
      .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
      .replace(/-/g, '_')
      .toUpperCase();
    const taken = new Set(names.values());
    let name = base;
    for (let count = 2; taken.has(name); count += 1) name = `${base}_${count}`;
    names.set(pseudonym, name);
    placeholders.push({ variable: name, holds });
    return name;
  };
};

const pieces = (text: string, naming: Naming): Piece[] => {
  const found: Piece[] = [];
  let done = 0;
  for (const { index, pseudonym } of pseudonymsIn(text)) {
    if (index > done) found.push(...withRepetitions(text.slice(done, index)));
    found.push({ variable: naming(pseudonym, text.slice(Math.max(0, index - longestName), index)) });
    done = index + pseudonym.length;
  }
  if (done < text.length || found.length === 0) found.push(...withRepetitions(text.slice(done)));
  return found;
};

/** Header strings and paths stand for bytes; a shell line is UTF-8. */
const bytesWord = (text: string, naming: Naming): string => {
  const bytes = Buffer.from(text, 'latin1');
  if (!isUtf8(bytes)) return `"$(printf ${octal(bytes)})"`;
  const parts = pieces(bytes.toString(), naming);
  return isReadable(bytes.toString()) ? word(...parts) : `"$(printf ${printed(...parts)})"`;
};

const headerWords = (headers: Headers, url: string, naming: Naming): string[] => {
  const host = /^[a-z]+:\/\/([^/?#]*)/i.exec(url)?.[1];
  return headers.flatMap(([name, value]) => {
    const lower = name.toLowerCase();
    if (ownOfCurl.has(lower) || (lower === 'host' && value === host)) return [];
    return ['-H', bytesWord(value === '' ? `${name};` : `${name}: ${value}`, naming)];
  });
};

/** Linux passes no argument of more than 131,072 bytes to a program. */
const longestArgument = 100_000;

/** The command before curl on the line, and the words that pass the body to curl. */
const bodyWords = (body: Uint8Array, naming: Naming): { readonly feed: string; readonly words: string[] } => {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const fed = (format: string) => ({ feed: `printf ${format} | `, words: ['--data-binary', '@-'] });
  if (!isUtf8(bytes)) return fed(octal(bytes));
  const text = bytes.toString();
  const parts = pieces(text, naming);
  // A line break would end the pasted line, and curl reads a value that begins with @ as the name of a file.
  if (!isReadable(text) || text.startsWith('@') || bytes.length > longestArgument) return fed(printed(...parts));
  return { feed: '', words: ['--data-binary', word(...parts)] };
};

const methodWords = (method: string, hasBody: boolean): string[] => {
  if (method === 'HEAD' && !hasBody) return ['--head'];
  return method === (hasBody ? 'POST' : 'GET') ? [] : ['-X', bareWord(method)];
};

const lineOf = ({ method, url, headers, body }: WireRequest, naming: Naming): string => {
  const hasBody = body !== undefined && body.length > 0;
  const words = ['curl', '-isS', ...methodWords(method, hasBody)];
  // curl would change dot segments in the address, and read brackets as ranges.
  if (/\/\.\.?(?:[/?#]|$)/.test(url.replace(/^[a-z]+:\/\//i, '/'))) words.push('--path-as-is');
  if (/[[\]{}]/.test(url)) words.push('-g');
  // curl also encodes characters beyond ASCII, unless the request target is given separately.
  if (/[\x80-\xff]/.test(url))
    words.push('--request-target', bytesWord(url.replace(/^[a-z]+:\/\/[^/?#]*/i, ''), naming));
  words.push(bytesWord(url, naming), ...headerWords(headers, url, naming));
  if (!hasBody) {
    if (wantsLength.has(method)) words.push('-H', word({ text: 'Content-Length: 0' }));
    return words.join(' ');
  }
  if (header(headers, 'content-type') === undefined) words.push('-H', word({ text: 'Content-Type:' }));
  // curl announces a long body and waits for permission to send it, which the client does not do.
  if (body.length > longestArgument) words.push('-H', word({ text: 'Expect:' }));
  const { feed, words: data } = bodyWords(body, naming);
  return feed + [...words, ...data].join(' ');
};

/** Redacts the exchange first; a second redaction changes nothing. */
export const curlOf = (exchange: RecordedExchange, redaction: Redaction): Curl => {
  const placeholders: Placeholder[] = [];
  return { line: lineOf(redaction.exchange(exchange).request, createNaming(placeholders)), placeholders };
};
