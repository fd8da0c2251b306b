// Answers that no server should send, byte by byte, with the judge's finding for each.
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { RequirementId } from '../../contract/generated/sentences.ts';

type Hostile = (socket: Socket) => void;

interface HostileAnswer {
  readonly hostile: Hostile;
  /** What it breaks, and the words of the finding; absent for an answer that breaks nothing and has to be tolerated. */
  readonly breaks?: readonly [requirement: RequirementId, words: RegExp];
  /** The answer has no end, so the time-out ends it. */
  readonly hangs?: true;
}

const ok = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';

export const whole =
  (body: string | Buffer, head = ok): Hostile =>
  (socket) => {
    socket.write(
      Buffer.concat([Buffer.from(`${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n`), Buffer.from(body)]),
    );
  };

const closing =
  (text: string): Hostile =>
  (socket) =>
    void socket.end(text);

/** Writes one piece after another as long as somebody reads. */
const without =
  (begin: string, piece: Buffer | string, pause = 0): Hostile =>
  (socket) => {
    socket.write(begin);
    const go = (): void => {
      if (socket.destroyed) return;
      if (socket.write(piece)) setTimeout(go, pause);
      else socket.once('drain', go);
    };
    go();
  };

const spaces = Buffer.alloc(1024 * 1024, 32);
const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, 32));
const gzip = `${ok}content-encoding: gzip\r\n`;
const chunked = `${ok}transfer-encoding: chunked\r\n\r\n`;
const silence = /no (whole )?response within/;
const interim = 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n';

export const answers: Readonly<Record<string, HostileAnswer>> = {
  'nothing, ever': { hostile: () => {}, breaks: ['ERR-02', silence], hangs: true },
  'a byte now and then': {
    hostile: without(`${ok}content-length: 50000\r\n\r\n`, 'x', 100),
    breaks: ['ERR-02', silence],
    hangs: true,
  },
  'small chunks without end': { hostile: without(chunked, '1\r\n \r\n', 5), breaks: ['ERR-02', silence], hangs: true },
  'interim responses without end': {
    hostile: without('', interim.repeat(100)),
    breaks: ['ERR-02', silence],
    hangs: true,
  },
  'a reset before a byte': {
    hostile: (socket) => socket.resetAndDestroy(),
    breaks: ['ERR-02', /ended before a response/],
  },
  'half a head, and a reset': {
    hostile: (socket) => socket.write('HTTP/1.1 200 OK\r\ncont', () => setTimeout(() => socket.resetAndDestroy(), 20)),
    breaks: ['ERR-02', /ended before a response/],
  },
  'half a body, and a reset': {
    hostile: (socket) =>
      socket.write(`${ok}content-length: 50\r\n\r\n[`, () => setTimeout(() => socket.resetAndDestroy(), 20)),
    breaks: ['ERR-02', /ended before/],
  },
  'half a body, and the end': {
    hostile: closing(`${ok}content-length: 50\r\n\r\n[`),
    breaks: ['ERR-02', /before the body was whole/],
  },
  'a length that is too short': {
    hostile: closing(`${ok}connection: close\r\ncontent-length: 5\r\n\r\n[{"id":1}]`),
    breaks: ['ERR-03', /no JSON/],
  },
  'a length below nothing': {
    hostile: closing(`${ok}content-length: -5\r\n\r\n[]`),
    breaks: ['ERR-02', /Content-Length/],
  },
  'a length beyond all numbers': {
    hostile: closing(`${ok}content-length: ${'9'.repeat(40)}\r\n\r\n[]`),
    breaks: ['ERR-02', /head is no HTTP/],
  },
  'bytes behind the answer': {
    hostile: (socket) => socket.write(`${ok}content-length: 2\r\n\r\n[]and more`),
    breaks: ['ERR-02', /more bytes came/],
  },
  'two answers to one request': {
    hostile: (socket) => socket.write(`${ok}content-length: 2\r\n\r\n[]${ok}content-length: 2\r\n\r\n{}`),
    breaks: ['ERR-02', /more bytes came/],
  },
  'a 408 behind the answer, which ends an idle connection': {
    hostile: (socket) =>
      socket.end(`${ok}content-length: 2\r\n\r\n[]HTTP/1.1 408 Request Timeout\r\nconnection: close\r\n\r\n`),
  },
  'chunks without end': { hostile: without(chunked, `100000\r\n${' '.repeat(0x100000)}\r\n`) },
  'a body of a gigabyte': { hostile: without(`${ok}content-length: 1073741824\r\n\r\n`, spaces) },
  'a bomb of gzip': { hostile: whole(bomb, gzip) },
  'a bomb of gzip in gzip': { hostile: whole(gzipSync(bomb), `${ok}content-encoding: gzip, gzip\r\n`) },
  'what is no gzip': { hostile: whole('plain as day', gzip), breaks: ['ERR-02', /does not decode as gzip/] },
  'a thousand codings': {
    hostile: whole('plain', `${ok}content-encoding: ${'gzip,'.repeat(1000)}\r\n`),
    breaks: ['ERR-02', /does not decode/],
  },
  'a chunk size that is none': { hostile: closing(`${chunked}zz\r\n`), breaks: ['ERR-02', /chunk size/] },
  'a chunk size beyond all numbers': {
    hostile: closing(`${chunked}${'f'.repeat(40)}\r\n`),
    breaks: ['ERR-02', /[Cc]hunk size/],
  },
  '10,000 header fields': {
    hostile: closing(
      `${ok}${Array.from({ length: 10_000 }, (_, n) => `x-${n}: 0`).join('\r\n')}\r\ncontent-length: 2\r\n\r\n[]`,
    ),
  },
  'a header of a megabyte': {
    hostile: closing(`${ok}x-fill: ${'a'.repeat(1024 * 1024)}\r\n\r\n`),
    breaks: ['ERR-02', /head is longer/],
  },
  'text that is no UTF-8': {
    hostile: whole(Buffer.from([0x5b, 0x22, 0xff, 0xfe, 0x22, 0x5d])),
    breaks: ['ERR-03', /no JSON/],
  },
  NaN: { hostile: whole('[NaN]'), breaks: ['ERR-03', /no JSON with "\[NaN\]"/] },
  'a key twice': { hostile: whole('[{"id":"a","id":1}]'), breaks: ['CARD-01', /^a string: 1$/m] },
  'a million lists in each other': {
    hostile: whole('['.repeat(1_000_000) + ']'.repeat(1_000_000)),
    breaks: ['CARD-24', /an object: JSON nested too deeply/],
  },
  'a million maps in each other': {
    hostile: whole('{"a":'.repeat(1_000_000) + 1 + '}'.repeat(1_000_000)),
    breaks: ['CARD-24', /an array: JSON nested too deeply/],
  },
  'a million lists that nobody ends': { hostile: whole('['.repeat(1_000_000)), breaks: ['ERR-03', /no JSON/] },
  'a number beyond doubles': { hostile: whole('[{"id":1e999}]'), breaks: ['CARD-01', /^a string: null$/m] },
  'a list of two million numbers': {
    hostile: whole(`[${'1,'.repeat(2_000_000)}1]`),
    breaks: ['CARD-24', /an object: 1/],
  },
  'a list of half a million things': {
    hostile: whole(`[${'{"a":1},'.repeat(500_000)}{}]`),
    breaks: ['CARD-01', /id to be present/],
  },
  'fifty thousand members': {
    hostile: whole(`[{${Array.from({ length: 50_000 }, (_, n) => `"m${n}":1`).join()}}]`),
    breaks: ['ERR-21', /no member beyond/],
  },
  'members that every object has': {
    hostile: whole('[{"__proto__":{"id":1},"constructor":1}]'),
    breaks: ['ERR-21', /__proto__/],
  },
  'a redirection in a circle': {
    hostile: whole('', 'HTTP/1.1 302 Found\r\nlocation: /v2/card\r\n'),
    breaks: ['VER-01', /302/],
  },
  'thousands of interim responses, then a lawful one': {
    hostile: (socket) => socket.write(`${interim.repeat(5000)}${ok}content-length: 2\r\n\r\n[]`),
  },
  'another protocol': { hostile: closing('SSH-2.0-OpenSSH_9.6\r\n'), breaks: ['ERR-02', /not an HTTP response/] },
  'HTTP/2': { hostile: closing('\0\0\x12\x04\0\0\0\0\0'), breaks: ['ERR-02', /not an HTTP response/] },
  'a status of nought': { hostile: whole('[]', 'HTTP/1.1 000 Odd\r\n'), breaks: ['ERR-02', /no status of HTTP/] },
  'a control character in a header': {
    hostile: whole('[]', `${ok}x-a: \x1b[2J\r\n`),
    breaks: ['ERR-02', /Invalid header value/],
  },
};
