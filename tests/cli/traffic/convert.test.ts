// assay convert as a process: changes the format and redacts; nothing else changes.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { header } from '../../../contract/wire.ts';
import type { RecordedExchange } from '../../../exchange/exchange.ts';
import { openRecording } from '../../../exchange/recording/recording.ts';
import { createRedaction } from '../../../exchange/redaction/redaction.ts';
import { answerOf, exchangesOf, read, troubleOf } from '../../exchange/traffic/reading.ts';
import { assay } from '../command.ts';

const output = (...parts: string[]) => test.info().outputPath(...parts);
const bytes = (...values: number[]) => Buffer.from(values);

const base = (id: string, startedAt: number): RecordedExchange => ({
  id,
  request: {
    method: 'GET',
    url: 'http://target.example:81/v2/card?a=%20b&c',
    headers: [
      ['Host', 'x'],
      ['x-a', '1'],
      ['X-A', 'caf\xe9'],
    ],
  },
  outcome: {
    kind: 'answered',
    response: {
      status: 200,
      headers: [
        ['content-type', 'application/json'],
        ['content-encoding', 'gzip'],
      ],
      body: Buffer.from('{"a":"ü"}'),
    },
  },
  times: { startedAt, sent: 0.125, answered: 1.5, ended: 2.875 },
});

const exchanges = (): RecordedExchange[] => {
  const { outcome: _, ...unanswered } = base('4', 1_700_000_000_004);
  const { answered: __, ...times } = unanswered.times;
  const post = { method: 'POST', url: 'http://a/v2/card', headers: [] };
  return [
    base('1', 1_700_000_000_000.123),
    { ...base('2', 1_700_000_000_001), user: 'full', purpose: 'CARD-01', resent: true, connection: 'c-1' },
    { ...base('3', 1_700_000_000_002), request: { ...post, body: bytes(0xc3, 0x28, 0x61, 0x62, 0x63) } },
    { ...unanswered, times },
    { ...base('5', 1_700_000_000_005), request: { ...post, body: Buffer.alloc(0), cut: true } },
    {
      ...base('6', 1_700_000_000_006),
      outcome: {
        kind: 'answered',
        response: { status: 404, headers: [], body: bytes(0xe9, 0x61, 0x62, 0x63, 0x64), cut: true },
      },
    },
    {
      ...base('7', 1_700_000_000_007),
      outcome: {
        kind: 'failed',
        failure: { kind: 'dropped', message: 'the connection ended' },
        beginning: { status: 200, headers: [['x', 'y']], body: bytes(0x7b, 0x22) },
      },
    },
  ];
};

const write = async (name: string, all: readonly RecordedExchange[]): Promise<string> => {
  const recording = openRecording(output(name), { redaction: createRedaction() });
  for (const exchange of all) recording.append(exchange);
  await recording.close();
  return output(name);
};

const convert = async (...args: string[]) => {
  const ended = await assay(['convert', ...args]);
  expect(ended.stderr).toBe('');
  expect(ended.code).toBe(0);
};

test('a recording becomes a HAR file and a recording again, and is the same', async () => {
  const from = await write('t.ndjson', exchanges());
  await convert(from, output('t.har'));
  await convert(output('t.har'), output('again.ndjson.gz'));
  await convert(output('again.ndjson.gz'), output('again.har.gz'));

  const before = exchangesOf(await read(from));
  expect(before).toHaveLength(7);
  for (const name of ['t.har', 'again.ndjson.gz', 'again.har.gz'])
    expect(exchangesOf(await read(output(name))), name).toEqual(before);
  const har = JSON.parse(readFileSync(output('t.har'), 'utf8'));
  expect(har.log).toMatchObject({ version: '1.2', creator: { name: 'assay' } });
  expect(har.log.entries[0]).toMatchObject({
    startedDateTime: '2023-11-14T22:13:20.000123Z',
    time: 2.875,
    request: {
      method: 'GET',
      queryString: [
        { name: 'a', value: ' b' },
        { name: 'c', value: '' },
      ],
      bodySize: 0,
    },
    response: { status: 200, content: { text: '{"a":"ü"}', mimeType: 'application/json' } },
    timings: { send: 0.125, wait: 1.375, receive: 1.375 },
  });
  expect(JSON.parse(gunzipSync(readFileSync(output('again.har.gz'))).toString()).log.entries).toHaveLength(7);
});

test('a recording becomes a GoReplay file and a recording again: what such a file can say is the same', async () => {
  const all = exchanges();
  const from = await write('t.ndjson', [...all, { ...base('8', 1_700_000_000_008), connection: 'c-1' }]);
  await convert(from, output('t.gor.gz'));
  await convert(output('t.gor.gz'), output('again.ndjson'));

  const told = ({ request, outcome, times }: RecordedExchange) => ({
    method: request.method,
    path: request.url.replace(/^http:\/\/[^/]+/, ''),
    own: request.headers.filter(([name]) => /^x-a$/i.test(name)),
    sent: Buffer.from(request.body ?? []),
    sentCut: request.cut === true,
    at: Math.round(times.startedAt * 1000),
    ...(outcome?.kind === 'answered' && {
      status: outcome.response.status,
      type: outcome.response.headers.find(([name]) => name === 'content-type')?.[1],
      body: Buffer.from(outcome.response.body),
      cut: outcome.response.cut === true,
      ended: times.ended,
    }),
  });
  const [before, after] = [exchangesOf(await read(from)), exchangesOf(await read(output('again.ndjson')))];
  expect(after.map(told)).toEqual(before.map(told));
  // Two exchanges that shared a connection still do, and no others.
  const connections = after.map(({ connection }) => connection);
  expect(connections[7]).toBe(connections[1]);
  expect(new Set(connections).size).toBe(7);
  const written = gunzipSync(readFileSync(output('t.gor.gz'))).toString('latin1');
  expect(written).toMatch(/^1 [0-9a-f]{24} 1700000000000123000\nGET \/v2\/card\?a=%20b&c HTTP\/1\.1\r\nHost: x\r\n/);
  expect(written).toMatch(/\n2 [0-9a-f]{24} 1700000000002998000 2875000\nHTTP\/1\.1 200 OK\r\n/);
});

test('secrets of a HAR file do not reach the new one, and equal ones stay equal', async () => {
  const entry = (authorization: string) => ({
    startedDateTime: '2026-01-01T00:00:00Z',
    request: {
      method: 'POST',
      url: 'https://target.example/api/v3/payment/sign?signToken=hunter2-sign',
      headers: [
        { name: 'Authorization', value: authorization },
        { name: 'Cookie', value: 'session=hunter2-cookie' },
      ],
      postData: { text: '{"password":"hunter2-password","card":"4111 1111 1111 1111"}' },
    },
    response: { status: 200, headers: [], content: { text: '{"accessToken":"hunter2-access","e":"a@example.com"}' } },
    comment: 'hunter2-comment',
  });
  const tokens = ['Bearer hunter2-token-1', 'Bearer hunter2-token-2', 'Bearer hunter2-token-1'];
  writeFileSync(output('raw.har'), JSON.stringify({ log: { entries: tokens.map(entry) } }));
  await convert(output('raw.har'), output('t.ndjson'));
  await convert(output('raw.har'), output('t.har'));

  await convert(output('raw.har'), output('t.gor'));

  for (const name of ['t.ndjson', 't.har', 't.gor']) {
    const written = readFileSync(output(name), 'utf8');
    for (const secret of ['hunter2', '4111', 'a@example.com']) expect(written, name).not.toContain(secret);
    const seen = exchangesOf(await read(output(name))).map(({ request }) => header(request.headers, 'authorization'));
    expect(seen[0]).toMatch(/^Bearer ~/);
    expect(seen[2]).toBe(seen[0]);
    expect(seen[1]).not.toBe(seen[0]);
  }
});

test('a GoReplay file becomes a recording, in the order in which its requests began', async () => {
  const message = (type: number, id: string, at: number, text: string) =>
    `${type} ${id} 170000000000${at}000000\n${text}\n🐵🙈🙉\n`;
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
  writeFileSync(
    output('t.gor'),
    message(1, 'b', 2, get('/b')) +
      message(1, 'a', 1, get('/a')) +
      message(2, 'b', 3, 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nb') +
      message(2, 'a', 4, 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na'),
  );
  await convert(output('t.gor'), output('t.ndjson'));

  const all = exchangesOf(await read(output('t.ndjson')));
  expect(all.map((exchange) => [exchange.request.url, answerOf(exchange).text])).toEqual([
    ['http://a/a', 'a'],
    ['http://a/b', 'b'],
  ]);
});

test('what is not usable is named and counted, and the rest is written', async () => {
  const entries = [
    null,
    { request: { method: 'GET', url: 'data:x' } },
    { request: { method: 'GET', url: 'http://a/' } },
  ];
  writeFileSync(output('t.har'), JSON.stringify({ log: { entries } }));
  const { code, stdout, stderr } = await assay(['convert', output('t.har'), output('t.ndjson')]);

  expect(code).toBe(0);
  expect(stdout).toContain('1 exchange written');
  expect(stdout).toContain('2 entries not usable');
  expect(stderr).toContain('t.har, entry 1: the entry is no object');
  expect(troubleOf(await read(output('t.ndjson')))).toEqual([]);
});

test('nothing to convert, and files that cannot be read, are no success', async () => {
  writeFileSync(output('empty.har'), '{"log":{"entries":[]}}');
  await write('t.ndjson', exchanges());
  expect((await assay(['convert', output('empty.har'), output('a.ndjson')])).code).toBe(3);
  writeFileSync(output('t.txt'), 'hello');
  expect((await assay(['convert', output('t.*'), output('c.ndjson')])).code).toBe(3);
  expect(exchangesOf(await read(output('c.ndjson')))).toHaveLength(7);
});

test('a file that is there is not overwritten unasked, and never while it is read', async () => {
  const from = await write('t.ndjson', exchanges());
  writeFileSync(output('t.har'), 'mine');
  const refused: string[][] = [
    [from, output('t.har')],
    [from, output('t.txt')],
    [from, output('t')],
    [from, from, '--force'],
    [from],
    [from, output('t.har', 'below.har')],
  ];
  for (const args of refused) expect((await assay(['convert', ...args])).code, args.join(' ')).toBe(2);
  expect(readFileSync(output('t.har'), 'utf8')).toBe('mine');

  await convert(from, output('t.har'), '--force');
  expect(exchangesOf(await read(output('t.har')))).toHaveLength(7);
  expect(readdirSync(output()).filter((name) => name.startsWith('.'))).toEqual([]);
});
