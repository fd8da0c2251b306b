// GoReplay files: captured messages of HTTP/1.x, with the damage that captures do to them.
import { writeFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { answerOf, bodyText, exchangesOf, read, troubleOf } from './reading.ts';

const output = (...parts: string[]) => test.info().outputPath(...parts);

const separator = '\n🐵🙈🙉\n';
const begun = 1_700_000_000_000;

const message = (type: 1 | 2 | 3, id: string, at: number, bytes: Buffer | string, latency?: number): Buffer =>
  Buffer.concat([
    Buffer.from(`${type} ${id} ${begun + at}000000${latency === undefined ? '' : ` ${latency}000000`}\n`),
    Buffer.from(bytes),
    Buffer.from(separator),
  ]);

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: target.example:81\r\nX-A: 1\r\nx-a: 2\r\n\r\n`;
const ok = (body: string, headers = `Content-Length: ${Buffer.byteLength(body)}\r\n`) =>
  `HTTP/1.1 200 OK\r\n${headers}\r\n${body}`;

const readBytes = async (...parts: (Buffer | string)[]) => {
  writeFileSync(output('t.gor'), Buffer.concat(parts.map((part) => Buffer.from(part))));
  return read(output('t.gor'));
};

const readAnswer = async (answer: Buffer | string) => {
  const items = await readBytes(message(1, 'a', 0, get('/')), message(2, 'a', 5, answer));
  expect(troubleOf(items)).toEqual([]);
  return answerOf(exchangesOf(items)[0]);
};

test('a request and its answer become an exchange', async () => {
  const items = await readBytes(message(1, 'abc', 0, get('/v2/card?a=1')), message(2, 'abc', 9, ok('[]'), 7));

  expect(items).toHaveLength(1);
  expect(exchangesOf(items)[0]).toMatchObject({
    id: 't.gor:1',
    request: {
      method: 'GET',
      url: 'http://target.example:81/v2/card?a=1',
      headers: [
        ['Host', 'target.example:81'],
        ['X-A', '1'],
        ['x-a', '2'],
      ],
    },
    times: { startedAt: begun, sent: 0, answered: 7, ended: 7 },
  });
  expect(answerOf(exchangesOf(items)[0])).toEqual({ status: 200, headers: [['Content-Length', '2']], text: '[]' });
});

test('nanoseconds are kept as far as a number holds them', async () => {
  const items = await readBytes(`1 a 1700000000000123456\n${get('/')}${separator}`);

  expect(exchangesOf(items)[0]?.times.startedAt).toBeCloseTo(begun + 0.123456, 3);
});

test('the last separator may be missing, or lack its newline', async () => {
  for (const end of [separator, separator.slice(0, -1), '', '\n']) {
    const items = await readBytes(message(1, 'a', 0, get('/')), `2 a ${begun}000000\n${ok('{"a":1}')}${end}`);
    expect(troubleOf(items)).toEqual([]);
    expect(answerOf(exchangesOf(items)[0]).text).toBe('{"a":1}');
  }
});

test('answers find their requests in whatever order they stand', async () => {
  const items = await readBytes(
    message(1, 'a', 0, get('/a')),
    message(1, 'b', 1, get('/b')),
    message(2, 'c', 4, ok('c')),
    message(2, 'b', 2, ok('b')),
    message(2, 'a', 3, ok('a')),
    message(1, 'c', 2, get('/c')),
  );

  const pairs = exchangesOf(items).map((exchange) => [exchange.request.url.slice(-2), answerOf(exchange).text]);
  expect(pairs).toEqual([
    ['/b', 'b'],
    ['/a', 'a'],
    ['/c', 'c'],
  ]);
  expect(exchangesOf(items)[2]?.times).toEqual({ startedAt: begun + 2, sent: 0, answered: 2, ended: 2 });
});

test('requests without answers, answers without requests, and answers of a replay are told apart', async () => {
  const items = await readBytes(
    message(1, 'a', 0, get('/a')),
    message(2, 'b', 1, ok('b')),
    message(3, 'a', 2, ok('a')),
    message(1, 'a', 3, get('/again')),
  );

  expect(exchangesOf(items).map(({ request, outcome }) => [request.url.slice(24), outcome])).toEqual([
    ['/a', undefined],
    ['/again', undefined],
  ]);
  expect(troubleOf(items)).toEqual([
    't.gor, entry 3: it is an answer to a replay, not of the server that was recorded',
    't.gor, entry 2: it is an answer, and its request is not in the file',
  ]);
});

test('an answer may stand in the next file of a capture that was cut into several', async () => {
  writeFileSync(output('c_0.gor'), message(1, 'a', 0, get('/a')));
  writeFileSync(output('c_1.gor'), Buffer.concat([message(2, 'a', 5, ok('a')), message(1, 'b', 6, get('/b'))]));
  const items = await read(output('c_*.gor'));

  expect(troubleOf(items)).toEqual([]);
  expect(exchangesOf(items).map(({ id, outcome }) => [id, outcome?.kind])).toEqual([
    ['c_0.gor:1', 'answered'],
    ['c_1.gor:2', undefined],
  ]);
});

test('a file of requests alone is read at bounded memory', async () => {
  const requests = Array.from({ length: 12_000 }, (_, index) => message(1, `r${index}`, index, get(`/${index}`)));
  const items = await readBytes(...requests);

  expect(items).toHaveLength(12_000);
  expect(exchangesOf(items).map(({ times }) => times.startedAt)).toEqual(requests.map((_, index) => begun + index));
});

test('in long ids the first sixteen digits name the connection', async () => {
  const items = await readBytes(message(1, '0123456789abcdef00000001', 0, get('/')), message(1, 'short', 0, get('/')));

  expect(exchangesOf(items).map(({ connection }) => connection)).toEqual(['0123456789abcdef', undefined]);
});

test('chunks are joined, also where the capture has joined them and left the field', async () => {
  const chunked = 'Transfer-Encoding: chunked\r\n';
  expect((await readAnswer(ok('3\r\n{"a\r\n4;x=y\r\n":1}\r\n0\r\n\r\n', chunked))).text).toBe('{"a":1}');
  expect((await readAnswer(ok('{"a":1}', chunked))).text).toBe('{"a":1}');
  const cut = await readAnswer(ok('3\r\n{"a\r\n4\r\n":', chunked));
  expect(cut).toMatchObject({ text: '{"a":', cut: true });
});

test('content codings are undone, of a body that was cut as far as it goes', async () => {
  const body = JSON.stringify(Array.from({ length: 500 }, (_, index) => ({ id: index * 7919 })));
  const answer = (coding: string, bytes: Buffer, length = bytes.length) =>
    Buffer.concat([Buffer.from(ok('', `Content-Encoding: ${coding}\r\nContent-Length: ${length}\r\n`)), bytes]);

  expect((await readAnswer(answer('gzip', gzipSync(body)))).text).toBe(body);
  expect((await readAnswer(answer('br', brotliCompressSync(body)))).text).toBe(body);
  const packed = gzipSync(body);
  const cut = await readAnswer(answer('gzip', packed.subarray(0, packed.length / 2), packed.length));
  expect(cut.cut).toBe(true);
  expect(cut.text.length).toBeGreaterThan(100);
  expect(body.startsWith(cut.text)).toBe(true);
  expect(await readAnswer(answer('gzip', Buffer.alloc(40, 0xee)))).toMatchObject({ status: 200, text: '', cut: true });
});

test('the body of a request is kept without its content coding', async () => {
  const packed = gzipSync('{"password":"p"}');
  const post = (body: Buffer) =>
    Buffer.concat([
      Buffer.from(`POST / HTTP/1.1\r\nHost: a\r\nContent-Encoding: gzip\r\nContent-Length: ${body.length}\r\n\r\n`),
      body,
    ]);
  const requestOf = async (body: Buffer) => exchangesOf(await readBytes(message(1, 'a', 0, post(body))))[0]?.request;

  const plain = await requestOf(packed);
  const broken = await requestOf(Buffer.alloc(20, 0xee));

  expect([plain?.headers, Buffer.from(plain?.body ?? []).toString()]).toEqual([[['Host', 'a']], '{"password":"p"}']);
  expect([broken?.headers.length, broken?.body?.length]).toEqual([3, 20]);
});

test('a body that is shorter than its length says is known to be cut', async () => {
  expect(await readAnswer(ok('{"a', 'Content-Length: 70\r\n'))).toMatchObject({ text: '{"a', cut: true });
  const post = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 70\r\n\r\n{"a';
  const items = await readBytes(message(1, 'a', 0, post));
  expect(exchangesOf(items)[0]?.request).toMatchObject({ cut: true });
  expect(bodyText(exchangesOf(items)[0]?.request.body)).toBe('{"a');
});

test('interim answers are passed over, and bodies may hold anything', async () => {
  expect((await readAnswer(`HTTP/1.1 100 Continue\r\n\r\n${ok('[]')}`)).status).toBe(200);
  const odd = '\n\n🐵🙈\n1 a 1700000000000000000\nGET / HTTP/1.1\r\n\r\n';
  expect((await readAnswer(ok(odd))).text).toBe(odd);
});

test('a separator that lies across two chunks of the file is found', async () => {
  const parts: Buffer[] = [];
  for (let index = 0; index < 40; index += 1) {
    const body = 'x'.repeat(65_400 + index * 7);
    parts.push(message(1, `r${index}`, index, get('/')), message(2, `r${index}`, index, ok(body)));
  }
  const items = await readBytes(...parts);

  expect(troubleOf(items)).toEqual([]);
  expect(exchangesOf(items).map((exchange) => answerOf(exchange).text.length)).toEqual(
    Array.from({ length: 40 }, (_, index) => 65_400 + index * 7),
  );
});

test('what is no message is named, and the others go through', async () => {
  const items = await readBytes(
    message(1, 'a', 0, get('/a')),
    `gibberish${separator}`,
    message(1, 'b', 0, 'GET / HTTP/1.1\r\nHost: cut'),
    message(1, 'c', 0, 'not http at all\r\n\r\n'),
    message(1, 'd', 0, 'CONNECT a.example:443 HTTP/1.1\r\n\r\n'),
    message(1, 'e', 0, 'GET http://other.example/x HTTP/1.1\r\n\r\n'),
    message(1, 'f', 0, 'GET /y HTTP/1.0\n\n'),
  );

  expect(exchangesOf(items).map(({ request }) => request.url)).toEqual([
    'http://target.example:81/a',
    'http://other.example/x',
    'http://unknown.invalid/y',
  ]);
  expect(troubleOf(items)).toEqual([
    't.gor, entry 2: its first line is no metadata of a message',
    't.gor, entry 3: the request is not HTTP/1.x, or its head is not whole',
    't.gor, entry 4: the request is not HTTP/1.x, or its head is not whole',
    't.gor, entry 5: it opens a tunnel',
  ]);
});
