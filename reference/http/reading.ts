// Reads what a request carries: its query and its body. Nothing that arrives makes it throw.
import type { IncomingHttpHeaders } from 'node:http';
import type { Body, Call, Reading } from './call.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

const decoded = (bytes: Buffer): string | undefined => {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
};

const parsed = (text: string): { value: unknown } | undefined => {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
};

/** Bad percent-encoding stays as it is; a repeated parameter becomes one with commas. */
export const readQuery = (url: string): Record<string, string> => {
  const query: Record<string, string> = Object.create(null);
  const mark = url.indexOf('?');
  if (mark < 0) return query;
  for (const [name, value] of new URLSearchParams(url.slice(mark + 1))) {
    query[name] = name in query ? `${query[name]},${value}` : value;
  }
  return query;
};

/** `name[]` and `name[0]` always make a list, and so does a repeated name; everything else is text. */
const readForm = (text: string): Body => {
  const fields: Record<string, string | string[]> = Object.create(null);
  for (const [key, value] of new URLSearchParams(text)) {
    const [, name = key, index] = /^([^[\]]+)\[(\d*)\]$/.exec(key) ?? [];
    const known = fields[name];
    if (known !== undefined) fields[name] = [...(Array.isArray(known) ? known : [known]), value];
    else fields[name] = index === undefined ? value : [value];
  }
  return fields;
};

const readJson = (text: string): Reading => {
  const found = parsed(text);
  if (found === undefined) return { kind: 'unreadable', status: 400, message: 'The body is not well-formed JSON.' };
  const { value } = found;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { kind: 'unreadable', status: 400, message: 'The body must be a JSON object.' };
  }
  return { kind: 'object', as: 'json', value: value as Body };
};

const mediaType = (headers: IncomingHttpHeaders): string =>
  (headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase();

const isPlainlyCoded = (headers: IncomingHttpHeaders): boolean =>
  ['', 'identity'].includes((headers['content-encoding'] ?? '').trim().toLowerCase());

export const readBody = ({ headers, bytes }: Call, takes: readonly ('json' | 'form')[]): Reading => {
  const type = mediaType(headers);
  if (takes.length === 0 || (bytes.length === 0 && type === '')) return { kind: 'absent' };
  const isJson = takes.includes('json') && type === 'application/json';
  const isForm = takes.includes('form') && type === 'application/x-www-form-urlencoded';
  if (!(isJson || isForm) || !isPlainlyCoded(headers)) {
    return { kind: 'unreadable', status: 415, message: 'The body is of a type that this operation does not take.' };
  }
  const text = decoded(bytes);
  if (text === undefined) return { kind: 'unreadable', status: 400, message: 'The body is not UTF-8.' };
  return isForm ? { kind: 'object', as: 'form', value: readForm(text) } : readJson(text);
};
