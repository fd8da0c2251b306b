// The recording format: one JSON object per line, which ends with the CRC-32 of the text before it on the line.
//
//   {"assay":"recording","format":1,"writtenBy":"assay 0.1.0","at":"…","about":{…},"keyMark":"…","crc32":"…"}
//       begins each writer's part of the file; several processes may append to one file
//   {"assay":"exchange","id":"…","startedAt":ms,"sent":ms,"answered":ms,"ended":ms,"user":"…","purpose":"…","connection":"…",
//    "resent":true,"request":{"method":"…","url":"…","headers":[["name","value"],…],"text":"…","cut":true},
//    "response":{"status":200,"headers":[…],"text":"…","cut":true},"failure":{"kind":"…","message":"…"},
//    "beginning":{"status":200,"headers":[…],"text":"…"},"crc32":"…"}
//       has a response, or a failure (with the beginning of an answer that broke off), or neither when the answer was not
//       recorded; a body is `text` when it is UTF-8, `base64` when not, and absent when there was none
//   {"assay":"packed","brotli":"…","crc32":"…"}
//       stands for many lines of these kinds, packed together, in base64
//
// Only a broken line contains the beginning of another one, because quotes inside strings are escaped.
import { isUtf8 } from 'node:buffer';
import { crc32 } from 'node:zlib';
import type { FailureKind, Headers, WireRequest, WireResponse } from '../../contract/wire.ts';
import type { RecordedExchange } from '../exchange.ts';

export const format = 1;

export const lineBeginning = Buffer.from('{"assay":"');
const checksum = /^,"crc32":"[0-9a-f]{8}"\}$/;
const checksumLength = ',"crc32":"00000000"}'.length;

export interface RecordingHeader {
  readonly format: number;
  readonly writtenBy: string;
  /** ISO 8601. */
  readonly at: string;
  /** The writer's own information about the traffic. */
  readonly about: Readonly<Record<string, string>>;
  /** Equal in all parts whose stand-ins were made with the same key. */
  readonly keyMark?: string;
}

export type Line =
  | { readonly kind: 'header'; readonly header: RecordingHeader }
  | { readonly kind: 'exchange'; readonly exchange: RecordedExchange }
  /** Packed lines, which `packing.ts` unpacks. */
  | { readonly kind: 'packed'; readonly coded: Buffer }
  | { readonly kind: 'broken'; readonly reason: string };

interface BodyMembers {
  readonly text?: string;
  readonly base64?: string;
}

type ResponseMembers = { readonly status: number; readonly headers: Headers; readonly cut?: true } & BodyMembers;

interface ExchangeMembers {
  readonly id: string;
  readonly startedAt: number;
  readonly sent: number;
  readonly answered?: number;
  readonly ended: number;
  readonly user?: string;
  readonly purpose?: string;
  readonly connection?: string;
  readonly resent?: true;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Headers;
    readonly cut?: true;
  } & BodyMembers;
  readonly response?: ResponseMembers;
  readonly failure?: { readonly kind: FailureKind; readonly message: string };
  readonly beginning?: ResponseMembers;
}

const asBuffer = (body: Uint8Array): Buffer => Buffer.from(body.buffer, body.byteOffset, body.byteLength);

// Many exchanges have the same body (`same-bytes.ts`), and most of the time for a line goes into writing the body as JSON.
const bodyTexts = new WeakMap<Uint8Array, string>();

const bodyText = (body: Uint8Array): string => {
  const known = bodyTexts.get(body);
  if (known !== undefined) return known;
  const bytes = asBuffer(body);
  const text = isUtf8(bytes)
    ? `,"text":${JSON.stringify(bytes.toString())}`
    : `,"base64":"${bytes.toString('base64')}"`;
  bodyTexts.set(body, text);
  return text;
};

const open = (members: object): string => JSON.stringify(members).slice(0, -1);

const messageText = (members: object, { body, cut }: Pick<WireRequest, 'body' | 'cut'>): string =>
  `${open(members)}${body ? bodyText(body) : ''}${cut ? ',"cut":true' : ''}}`;

const responseText = (response: WireResponse): string => {
  const { status, headers } = response;
  return messageText({ status, headers }, response);
};

/** A time in milliseconds with three decimals. */
export const microseconds = (milliseconds: number): number => Math.round(milliseconds * 1000) / 1000;

/** Adds the checksum to a line that lacks its closing brace. */
const sealed = (checked: string): string => `${checked},"crc32":"${crc32(checked).toString(16).padStart(8, '0')}"}\n`;

export const headerLine = (header: RecordingHeader): string => sealed(open({ assay: 'recording', ...header }));

export const packedLine = (coded: Buffer): string => sealed(`{"assay":"packed","brotli":"${coded.toString('base64')}"`);

/** The exchange must be redacted already. */
export const exchangeLine = ({ request, outcome, ...exchange }: RecordedExchange): string => {
  const { id, times, user, purpose, connection, resent } = exchange;
  const { method, url, headers } = request;
  const beginning = outcome?.kind === 'failed' ? outcome.beginning : undefined;
  const parts = [
    open({
      assay: 'exchange',
      id,
      startedAt: microseconds(times.startedAt),
      sent: microseconds(times.sent),
      answered: times.answered === undefined ? undefined : microseconds(times.answered),
      ended: microseconds(times.ended),
      user,
      purpose,
      connection,
      resent,
    }),
    `,"request":${messageText({ method, url, headers }, request)}`,
    outcome?.kind === 'answered' ? `,"response":${responseText(outcome.response)}` : '',
    outcome?.kind === 'failed' ? `,"failure":${JSON.stringify(outcome.failure)}` : '',
    beginning ? `,"beginning":${responseText(beginning)}` : '',
  ];
  return sealed(parts.join(''));
};

const bodyOf = ({ text, base64 }: BodyMembers): Uint8Array | undefined =>
  text === undefined ? (base64 === undefined ? undefined : Buffer.from(base64, 'base64')) : Buffer.from(text);

type Growing<Of> = { -readonly [Name in keyof Of]: Of[Name] };

// Copied member by member for speed, because a recording has very many of them.
const requestOf = (members: ExchangeMembers['request']): WireRequest => {
  const { method, url, headers, cut } = members;
  const request: Growing<WireRequest> = { method, url, headers };
  const body = bodyOf(members);
  if (body !== undefined) request.body = body;
  if (cut) request.cut = cut;
  return request;
};

const noBody = new Uint8Array();

const responseOf = (members: NonNullable<ExchangeMembers['response']>): WireResponse => {
  const { status, headers, cut } = members;
  const response: Growing<WireResponse> = { status, headers, body: bodyOf(members) ?? noBody };
  if (cut) response.cut = cut;
  return response;
};

const exchangeOf = (members: ExchangeMembers): RecordedExchange => {
  const { id, startedAt, sent, answered, ended, user, purpose, connection, resent } = members;
  const { response, failure, beginning } = members;
  const times: Growing<RecordedExchange['times']> = { startedAt, sent, ended };
  if (answered !== undefined) times.answered = answered;
  const exchange: Growing<RecordedExchange> = { id, request: requestOf(members.request), times };
  if (response) exchange.outcome = { kind: 'answered', response: responseOf(response) };
  else if (failure)
    exchange.outcome = { kind: 'failed', failure, ...(beginning && { beginning: responseOf(beginning) }) };
  if (user !== undefined) exchange.user = user;
  if (purpose !== undefined) exchange.purpose = purpose;
  if (connection !== undefined) exchange.connection = connection;
  if (resent) exchange.resent = resent;
  return exchange;
};

/** The greatest distance of a date from 1970, in milliseconds. */
const farthest = 8.64e15;
const isTime = (value: unknown): boolean => typeof value === 'number' && Math.abs(value) <= farthest;

const happened = ({ startedAt = Number.NaN, sent, answered = sent, ended }: Partial<ExchangeMembers>): boolean =>
  isTime(startedAt) && [sent, answered, ended].every((each) => isTime(each) && isTime(startedAt + each!));

const looksLikeExchange = (value: Partial<ExchangeMembers>): boolean =>
  typeof value.id === 'string' &&
  typeof value.request?.url === 'string' &&
  Array.isArray(value.request.headers) &&
  [value.response, value.beginning].every(
    (part) => part === undefined || (typeof part.status === 'number' && Array.isArray(part.headers)),
  );

/** Reads one line without its newline. It throws no error: a broken line is a result. */
export const readLine = (line: Buffer): Line => {
  const length = Math.max(0, line.length - checksumLength);
  const claimed = line.toString('latin1', length);
  if (!checksum.test(claimed)) return { kind: 'broken', reason: 'the line is not whole' };
  if (crc32(line.subarray(0, length)) !== Number.parseInt(claimed.slice(-10, -2), 16))
    return { kind: 'broken', reason: 'the line does not match its checksum' };
  const value = JSON.parse(line.toString()) as { assay: string };
  if (value.assay === 'recording') return { kind: 'header', header: value as unknown as RecordingHeader };
  if (value.assay === 'exchange' && looksLikeExchange(value as Partial<ExchangeMembers>)) {
    if (!happened(value as Partial<ExchangeMembers>))
      return { kind: 'broken', reason: 'the exchange has a time that no clock shows' };
    return { kind: 'exchange', exchange: exchangeOf(value as unknown as ExchangeMembers) };
  }
  const { brotli } = value as { readonly brotli?: unknown };
  if (value.assay === 'packed' && typeof brotli === 'string')
    return { kind: 'packed', coded: Buffer.from(brotli, 'base64') };
  return { kind: 'broken', reason: 'the line is neither a header nor an exchange' };
};
