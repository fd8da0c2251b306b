// Reads what the recorder needs from the head of a message: its first line and how the end of its body is marked.
import { chunked, counted, endless, type Framing, NotHttp } from './framing.ts';

const field = (head: string, name: RegExp): string | undefined => name.exec(head)?.[1]?.trim();

const lengthField = /\ncontent-length[ \t]*:([^\r\n]*)/i;
const codingField = /\ntransfer-encoding[ \t]*:([^\r\n]*)/i;

const lengthOf = (head: string): number | undefined => {
  const written = field(head, lengthField);
  if (written === undefined) return undefined;
  // Equal lengths count as one (RFC 9110, section 8.6).
  const [first = '', ...others] = written.split(',').map((each) => each.trim());
  if (!/^\d{1,15}$/.test(first) || others.some((other) => other !== first))
    throw new NotHttp('its content-length is no number');
  return Number(first);
};

interface RequestHead {
  readonly method: string;
  readonly target: string;
  readonly framing: Framing;
}

const requestLine = /^(?:\r?\n)*([!#$%&'*+.^_`|~\w-]+) (\S+) HTTP\/1\.[01]\r?\n/;

export const readRequestHead = (head: string): RequestHead => {
  const [, method, target] = requestLine.exec(head) ?? [];
  if (method === undefined || target === undefined) throw new NotHttp('the request is not HTTP/1.x');
  const coding = field(head, codingField);
  return { method, target, framing: coding === undefined ? counted(lengthOf(head) ?? 0) : chunked() };
};

interface AnswerHead {
  readonly status: number;
  /** `switched`: what follows belongs to another protocol. */
  readonly next: 'interim' | 'switched' | Framing;
}

const statusLine = /^HTTP\/1\.[01] (\d{3})(?:[ \r\n]|$)/;

export const readAnswerHead = (head: string, method: string): AnswerHead => {
  const status = Number(statusLine.exec(head)?.[1] ?? Number.NaN);
  if (Number.isNaN(status)) throw new NotHttp('the answer is not HTTP/1.x');
  if (status === 101 || (method === 'CONNECT' && status >= 200 && status < 300)) return { status, next: 'switched' };
  if (status < 200) return { status, next: 'interim' };
  if (method === 'HEAD' || status === 204 || status === 304) return { status, next: counted(0) };
  const coding = field(head, codingField);
  if (coding !== undefined) return { status, next: /\bchunked$/i.test(coding) ? chunked() : endless() };
  const length = lengthOf(head);
  return { status, next: length === undefined ? endless() : counted(length) };
};

/** The host, and perhaps the base path, that the request is sent to instead. The rest of the head stays unchanged. */
export interface Direction {
  readonly host: string | undefined;
  readonly basePath: string;
}

const hostField = /(\nhost[ \t]*:[ \t]*)([^\r\n]*?)([ \t]*\r?\n)/gi;
const pathTarget = /^((?:\r?\n)*[^ ]+ )(?=\/)/;

export const redirected = (head: string, { host, basePath }: Direction): string => {
  const below = basePath === '' ? head : head.replace(pathTarget, (beginning) => beginning + basePath);
  return host === undefined ? below : below.replace(hostField, (_, name: string, __, end: string) => name + host + end);
};
