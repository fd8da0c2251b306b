// HAR files as they occur in practice: every producer has its own version of the format.
import { mkdirSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import type { RecordedExchange } from '../../../exchange/exchange.ts';
import { answerOf, bodyText, exchangesOf, read, troubleOf } from './reading.ts';

const output = (...parts: string[]) => test.info().outputPath(...parts);

interface Asked {
  [member: string]: unknown;
}

const entryOf = ({ request = {}, response = {}, ...members }: { request?: Asked; response?: Asked } & Asked = {}) => ({
  startedDateTime: '2026-01-01T00:00:00.000Z',
  time: 30,
  timings: { blocked: 1, dns: 2, connect: 5, ssl: 3, send: 1, wait: 15, receive: 6 },
  request: {
    method: 'GET',
    url: 'https://target.example/v2/card',
    httpVersion: 'HTTP/1.1',
    headers: [{ name: 'Accept', value: '*/*' }],
    queryString: [],
    cookies: [],
    ...request,
  },
  response: {
    status: 200,
    headers: [{ name: 'Content-Type', value: 'application/json' }],
    cookies: [],
    content: { size: 2, mimeType: 'application/json', text: '[]' },
    ...response,
  },
  ...members,
});

const harOf = (entries: readonly unknown[]): string => JSON.stringify({ log: { version: '1.2', entries } });

const readText = async (text: string | Buffer) => {
  writeFileSync(output('t.har'), text);
  return read(output('t.har'));
};

const readEntries = (...entries: unknown[]) => readText(harOf(entries));

const readOne = async (of: Parameters<typeof entryOf>[0]): Promise<RecordedExchange> => {
  const items = await readEntries(entryOf(of));
  expect(troubleOf(items)).toEqual([]);
  return exchangesOf(items)[0] as RecordedExchange;
};

const reasonFor = async (of: Parameters<typeof entryOf>[0]) => troubleOf(await readEntries(entryOf(of)));

test('an entry becomes an exchange', async () => {
  const exchange = await readOne({ connection: '17' });

  expect(exchange).toMatchObject({
    id: 't.har:1',
    connection: '17',
    request: { method: 'GET', url: 'https://target.example/v2/card', headers: [['Accept', '*/*']] },
    times: { startedAt: Date.UTC(2026, 0, 1), sent: 9, answered: 24, ended: 30 },
  });
  expect(exchange.request.body).toBeUndefined();
  expect(answerOf(exchange)).toEqual({ status: 200, headers: [['Content-Type', 'application/json']], text: '[]' });
});

test('a byte order mark and a wrapping call are no part of it', async () => {
  expect(exchangesOf(await readText(`\uFEFF${harOf([entryOf()])}`))).toHaveLength(1);
  expect(exchangesOf(await readText(`onInputData(${harOf([entryOf()])});`))).toHaveLength(1);
});

test('a body in base64 is decoded, and one that only claims to be is taken as it stands', async () => {
  const content = (text: string, encoding: string) => ({ response: { content: { size: 9, text, encoding } } });

  expect(answerOf(await readOne(content(Buffer.from('{"a":"ü"}').toString('base64'), 'base64'))).text).toBe(
    '{"a":"ü"}',
  );
  expect(answerOf(await readOne(content('{"a":1}', 'base64'))).text).toBe('{"a":1}');
  expect(answerOf(await readOne(content('{"a":1}', 'utf-8'))).text).toBe('{"a":1}');
  expect(answerOf(await readOne(content('WzFd', 'utf-8'))).text).toBe('WzFd');
  const post = { method: 'POST', postData: { text: 'WzFd', encoding: 'base64' } };
  expect(bodyText((await readOne({ request: post })).request.body)).toBe('[1]');
});

test('pseudo-fields of HTTP/2 are no fields', async () => {
  const pseudo = [':method', ':authority', ':path', ':scheme'].map((name) => ({ name, value: 'x' }));
  const exchange = await readOne({
    request: { headers: [...pseudo, { name: 'accept', value: '*/*' }] },
    response: { headers: [':status', 'age'].map((name) => ({ name, value: '200' })) },
  });

  expect(exchange.request.headers).toEqual([['accept', '*/*']]);
  expect(answerOf(exchange).headers).toEqual([['age', '200']]);
});

test('the list of cookies counts only where the field is missing', async () => {
  const cookies = [
    { name: 'a', value: '1' },
    { name: 'b', value: '2' },
  ];
  const field = { name: 'Cookie', value: 'a=9' };

  expect((await readOne({ request: { cookies, headers: [field] } })).request.headers).toEqual([['Cookie', 'a=9']]);
  expect((await readOne({ request: { cookies, headers: [] } })).request.headers).toEqual([['cookie', 'a=1; b=2']]);
  const answered = await readOne({
    response: { cookies: [{ name: 'a', value: '1', path: '/', httpOnly: true, secure: false, sameSite: 'Lax' }] },
  });
  expect(answerOf(answered).headers.at(-1)).toEqual(['set-cookie', 'a=1; Path=/; HttpOnly; SameSite=Lax']);
});

test('repeated fields that were joined by newlines are taken apart', async () => {
  const exchange = await readOne({ response: { headers: [{ name: 'Set-Cookie', value: 'a=1; Path=/\nb=2' }] } });

  expect(answerOf(exchange).headers).toEqual([
    ['Set-Cookie', 'a=1; Path=/'],
    ['Set-Cookie', 'b=2'],
  ]);
});

test('repeated fields stay repeated, and fields written as an object are read', async () => {
  const twice = ['a=1', 'b=2'].map((value) => ({ name: 'set-cookie', value }));
  expect(answerOf(await readOne({ response: { headers: twice } })).headers).toEqual([
    ['set-cookie', 'a=1'],
    ['set-cookie', 'b=2'],
  ]);
  expect((await readOne({ request: { headers: { Accept: 'x', 'X-Count': 2 } } })).request.headers).toEqual([
    ['Accept', 'x'],
    ['X-Count', '2'],
  ]);
});

test('a content coding is undone where the body still has it, and only there', async () => {
  const answer = (coding: string, content: Asked) =>
    readOne({ response: { headers: [{ name: 'content-encoding', value: coding }], content } });
  const packed = (bytes: Buffer) => ({ size: 12, text: bytes.toString('base64'), encoding: 'base64' });

  expect(answerOf(await answer('gzip', { size: 12, text: '{"a":1}' })).text).toBe('{"a":1}');
  expect(answerOf(await answer('gzip', packed(gzipSync('{"a":1}')))).text).toBe('{"a":1}');
  expect(answerOf(await answer('br', packed(brotliCompressSync('{"a":1}')))).text).toBe('{"a":1}');
  expect(answerOf(await answer('br', { size: 12, text: '{"a":1}' })).text).toBe('{"a":1}');
  const broken = entryOf({
    response: {
      headers: [{ name: 'content-encoding', value: 'gzip' }],
      content: packed(Buffer.concat([gzipSync('{}').subarray(0, 10), Buffer.alloc(20, 0xee)])),
    },
  });
  expect(answerOf(exchangesOf(await readEntries(broken))[0])).toMatchObject({ status: 200, text: '', cut: true });
});

test('what calls itself base64 and is neither that nor text is not known, and no fault of the server', async () => {
  const content = (written: string) => ({ response: { content: { size: 9, text: written, encoding: 'base64' } } });

  expect(answerOf(await readOne(content('eyJhIjoxfQ=='))).text).toBe('{"a":1}');
  expect(answerOf(await readOne(content('{"a":1}'))).text).toBe('{"a":1}');
  expect(answerOf(await readOne(content('eyJhIjox!!fQ==')))).toMatchObject({ text: '', cut: true });
});

test('a time beyond all bounds is no time', async () => {
  const { times } = await readOne({ time: 1e308, timings: { wait: 1e300, send: 2, receive: 3 } });

  expect(times).toMatchObject({ sent: 2, answered: 2, ended: 5 });
});

test('a form is rebuilt from its parameters where there is no text, which otherwise decides', async () => {
  const params = [
    { name: 'a b', value: 'ü&+' },
    { name: 'c', value: 'd%20e' },
  ];
  const post = (postData: Asked, type = 'application/x-www-form-urlencoded') =>
    readOne({ request: { method: 'POST', headers: [{ name: 'Content-Type', value: type }], postData } });

  expect(bodyText((await post({ params })).request.body)).toBe('a+b=%C3%BC%26%2B&c=d%20e');
  expect(bodyText((await post({ params, text: 'x=1' })).request.body)).toBe('x=1');
  expect(bodyText((await post({ params, text: '' })).request.body)).toBe('a+b=%C3%BC%26%2B&c=d%20e');
  const parts = await post(
    { params: [{ name: 'f', value: 'v', fileName: 'n.txt' }] },
    'multipart/form-data; boundary=B',
  );
  expect(bodyText(parts.request.body)).toBe(
    '--B\r\nContent-Disposition: form-data; name="f"; filename="n.txt"\r\n\r\nv\r\n--B--\r\n',
  );
  const left = await post({ params: [{ name: 'f', fileName: 'n.txt' }] }, 'multipart/form-data; boundary=B');
  expect(left.request.cut).toBe(true);
});

test('an entry without an answer is a request alone, not a failure of the server', async () => {
  for (const response of [{ status: 0 }, { status: -1 }, { status: null }, { status: 0, _error: 'net::ERR_ABORTED' }]) {
    const exchange = await readOne({ response, time: null });
    expect(exchange.outcome).toBeUndefined();
    expect(exchange.times.answered).toBeUndefined();
  }
  const items = await readEntries({ ...entryOf(), response: undefined });
  expect(exchangesOf(items)[0]?.outcome).toBeUndefined();
});

test('times that are unknown count as nothing, and seven digits of a second are read', async () => {
  const unknown = { blocked: -1, dns: -1, connect: -1, ssl: -1, send: 0, wait: -1, receive: null };
  expect((await readOne({ time: null, timings: unknown })).times).toMatchObject({ sent: 0, answered: 0, ended: 0 });
  expect((await readOne({ time: -1, timings: undefined })).times).toMatchObject({ sent: 0, answered: 0, ended: 0 });
  const begun = async (startedDateTime: string) => (await readOne({ startedDateTime })).times.startedAt;
  expect(await begun('2026-01-01T01:00:00.1234567+01:00')).toBeCloseTo(Date.UTC(2026, 0, 1) + 123.4567, 3);
  expect(await begun('2026-01-01T00:00:00.5')).toBe(Date.UTC(2026, 0, 1) + 500);
  expect(await begun('2026-01-01 02:00:00+0200')).toBe(Date.UTC(2026, 0, 1));
});

test('an entry that does not say when it began takes the time of the one before', async () => {
  const items = await readEntries(entryOf(), entryOf({ startedDateTime: 'yesterday' }));

  expect(exchangesOf(items).map(({ times }) => times.startedAt)).toEqual([Date.UTC(2026, 0, 1), Date.UTC(2026, 0, 1)]);
});

test('a body that was left out is a body that is not known, not an empty one', async () => {
  const answer = (response: Asked, request: Asked = {}) =>
    readOne({ request, response }).then((exchange) => answerOf(exchange).cut);
  const length = (value: string) => [{ name: 'Content-Length', value }];

  expect(await answer({ content: { size: 120, mimeType: 'application/json' } })).toBe(true);
  expect(await answer({ content: { size: -1, mimeType: 'application/json' } })).toBe(true);
  expect(await answer({ content: { size: 0 }, headers: length('120') })).toBe(true);
  expect(await answer({ content: { size: 120, text: '' } })).toBe(true);
  expect(await answer({ content: { size: 10, text: '{"a' }, _error: 'net::ERR_FAILED' })).toBe(true);
  expect(await answer({ content: { size: 0, text: '' } })).toBeUndefined();
  expect(await answer({ content: { size: 0 }, headers: length('0') })).toBeUndefined();
  expect(await answer({ content: { size: 0 } })).toBe(true);
  expect(await answer({ content: {} })).toBe(true);
  expect(await answer({ content: {}, bodySize: 0 })).toBeUndefined();
  expect(await answer({ status: 304, content: { size: 120 } })).toBeUndefined();
  expect(await answer({ status: 204, content: { size: -1 } })).toBeUndefined();
  expect(await answer({ content: { size: 120 } }, { method: 'HEAD' })).toBeUndefined();
  // The size may be that of the compressed body.
  expect(await answer({ content: { size: 1, text: '[1,2,3]' } })).toBeUndefined();

  const asked = (request: Asked) => readOne({ request }).then((exchange) => exchange.request.cut);
  expect(await asked({ method: 'POST', bodySize: 12 })).toBe(true);
  expect(await asked({ method: 'POST', headers: length('12') })).toBe(true);
  expect(await asked({ method: 'POST', headers: length('12'), postData: { text: 'hello world!' } })).toBeUndefined();
  expect(await asked({ method: 'POST', bodySize: 0 })).toBeUndefined();
  expect(await asked({ method: 'POST', bodySize: -1 })).toBeUndefined();
});

test('a body in a file beside the HAR file is read, and one elsewhere is not', async () => {
  mkdirSync(output('inner'));
  writeFileSync(output('inner', 'body.json'), '{"beside":true}');
  writeFileSync(output('outside.json'), '{"outside":true}');
  const of = (file: string) => entryOf({ response: { content: { size: 5, _file: file } } });
  const har = harOf([of('body.json'), of('../outside.json'), of('/etc/hostname'), of('missing.json')]);
  writeFileSync(output('inner', 't.har'), har);

  const answers = exchangesOf(await read(output('inner', 't.har'))).map(answerOf);

  expect(answers.map(({ text }) => text)).toEqual(['{"beside":true}', '', '', '']);
  expect(answers.map(({ cut }) => cut)).toEqual([undefined, true, true, true]);
});

test('whatever version of HTTP it names, an entry counts', async () => {
  for (const httpVersion of ['h3', 'h2', 'unknown', '', undefined, 'http/2.0'])
    expect((await readOne({ request: { httpVersion } })).request.method).toBe('GET');
});

test('what no HTTP server was asked for is named and counted', async () => {
  const address = (url: string) => reasonFor({ request: { url } });

  expect(await address('data:image/png;base64,AAAA')).toEqual([
    't.har, entry 1: no server was asked for a data: address',
  ]);
  expect(await address('blob:https://a.example/1')).toEqual([
    't.har, entry 1: no server was asked for a blob: address',
  ]);
  expect(await address('wss://a.example/socket')).toEqual(['t.har, entry 1: it is a WebSocket']);
  expect(await address('')).toEqual(['t.har, entry 1: it has no address']);
  expect(await address('/v2/card')).toEqual(['t.har, entry 1: its address names no server']);
  expect(await reasonFor({ request: { method: 'CONNECT', url: 'a.example:443' } })).toEqual([
    't.har, entry 1: it opens a tunnel',
  ]);
  expect(await reasonFor({ request: { method: '' } })).toEqual(['t.har, entry 1: it has no method']);
  expect(await reasonFor({ response: { status: 101 } })).toEqual(['t.har, entry 1: it became another protocol']);
  expect(await reasonFor({ _fromCache: 'disk' })).toEqual([
    "t.har, entry 1: it was answered from the browser's cache (disk)",
  ]);
});

test('an address is completed from the host and the query beside it', async () => {
  const host = [{ name: 'Host', value: 'target.example:81' }];
  const queryString = [
    { name: 'status', value: 'A B' },
    { name: 'type', value: '' },
  ];
  const url = async (request: Asked) => (await readOne({ request })).request.url;

  expect(await url({ url: '/v2/card', headers: host })).toBe('http://target.example:81/v2/card');
  expect(await url({ url: 'http://a/v2/card', queryString })).toBe('http://a/v2/card?status=A+B&type=');
  expect(await url({ url: 'http://a/v2/card?x=1#top', queryString })).toBe('http://a/v2/card?x=1');
});

test('a tool that knows the type and no fields is believed', async () => {
  const exchange = await readOne({ response: { headers: [] } });

  expect(answerOf(exchange).headers).toEqual([['content-type', 'application/json']]);
});

test('entries that are none are named, and the others go through', async () => {
  const items = await readEntries(entryOf(), null, 7, 'text', [entryOf()], {}, { request: null }, entryOf());

  expect(exchangesOf(items)).toHaveLength(2);
  expect(troubleOf(items)).toEqual([
    't.har, entry 2: the entry is no object',
    't.har, entry 3: the entry is no object',
    't.har, entry 4: the entry is no object',
    't.har, entry 5: the entry is no object',
    't.har, entry 6: it has no request',
    't.har, entry 7: it has no request',
  ]);
});

test('entries out of order come as they stand', async () => {
  const at = (second: number) => entryOf({ startedDateTime: `2026-01-01T00:00:0${second}Z` });
  const items = await readEntries(at(3), at(1), at(2));

  expect(exchangesOf(items).map(({ times }) => new Date(times.startedAt).getUTCSeconds())).toEqual([3, 1, 2]);
});

test('a file that is cut off gives every entry that is whole, wherever the cut is', async () => {
  const whole = JSON.stringify({ log: { entries: [entryOf(), entryOf(), entryOf()] } }, undefined, 1);
  const ends = [...whole.matchAll(/\n {3}\}/g)].map((match) => match.index + match[0].length);
  expect(ends).toHaveLength(3);
  for (let length = whole.indexOf('[') + 1; length < whole.length; length += 7) {
    const items = await readText(whole.slice(0, length));
    expect(exchangesOf(items)).toHaveLength(ends.filter((end) => end <= length).length);
    if (length < (ends[2] as number)) expect(troubleOf(items)).toHaveLength(1);
  }
});

test('a broken entry costs itself and no other', async () => {
  const numbered = (number: number, comment = '') => entryOf({ request: { url: `http://a/${number}` }, comment });
  const entries = [numbered(1), numbered(2), numbered(3, 'BROKEN'), numbered(4), numbered(5), numbered(6)];
  for (const layout of [undefined, 2]) {
    const text = JSON.stringify({ log: { entries } }, undefined, layout);
    for (const damage of ['"', '{', '}', '[', ']', '\\', '}}}', '"}', '"]}', '\0']) {
      const items = await readText(text.replace('BROKEN', `BRO"${damage}KEN`));
      const urls = exchangesOf(items).map(({ request }) => request.url);
      expect(troubleOf(items).length, damage).toBeGreaterThan(0);
      for (const number of [1, 2, 4, 5, 6]) expect(urls, damage).toContain(`http://a/${number}`);
    }
  }
});

test('brackets, quotes and backslashes in texts end nothing, wherever a chunk ends', async () => {
  const nasty = ['{', '}', '[', ']', '"', '\\', '\\"', '\\\\', '"}],"entries":[{'].join('');
  const texts = Array.from({ length: 300 }, (_, index) => nasty.repeat(100 + index));
  const items = await readEntries(...texts.map((text) => entryOf({ response: { content: { size: 1, text } } })));

  expect(troubleOf(items)).toEqual([]);
  expect(exchangesOf(items).map((exchange) => answerOf(exchange).text)).toEqual(texts);
});

test('what a broken entry says is not repeated', async () => {
  const items = await readText(harOf([entryOf({ comment: 'hunter2' })]).replace('"hunter2"', 'hunter2'));

  expect(troubleOf(items).join()).not.toContain('hunter2');
});

test('an entry that is too long for anybody costs itself and no other', async () => {
  const long = entryOf({ comment: 'x'.repeat(70 * 1024 * 1024) });
  const items = await readEntries(entryOf(), long, entryOf());

  expect(exchangesOf(items)).toHaveLength(2);
  expect(troubleOf(items)).toEqual(['t.har, entry 2: the entry is longer than 67108864 bytes']);
});
