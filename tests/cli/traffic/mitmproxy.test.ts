// `assay check` and `assay convert` read the HAR files that mitmproxy writes in its own version of the format.
import { writeFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { answerOf, bodyText, exchangesOf, read, troubleOf } from '../../exchange/traffic/reading.ts';
import { assay, verdictIn } from '../command.ts';

const output = (...parts: string[]) => test.info().outputPath(...parts);

const host = 'https://target.example';
type Pairs = readonly { readonly name: string; readonly value: string }[];
const field = (name: string, value: string): Pairs => [{ name, value }];
const json = field('Content-Type', 'application/json');

interface Flow {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Pairs;
  readonly post?: object;
  /** By default the connection was already open. */
  readonly connect?: number | null;
  readonly response: object;
  readonly more?: object;
}

const entryOf = ({ method = 'GET', path, headers = [], post, connect = -1.0, response, more }: Flow) => ({
  startedDateTime: '2026-11-03T09:15:27.104385+00:00',
  time: 41.7,
  request: {
    method,
    url: host + path,
    httpVersion: 'HTTP/2.0',
    cookies: [],
    headers: [...field('Authorization', 'Bearer made-up'), ...headers],
    queryString: [],
    headersSize: 60,
    bodySize: 0,
    ...(post && { postData: post }),
  },
  response,
  cache: {},
  timings: { connect, ssl: connect, send: 1.2, receive: 0.5, wait: 40.0 },
  serverIPAddress: '192.0.2.7',
  ...more,
});

const answered = (text: string | null, { status = 200, headers = json, content = {} } = {}) => ({
  status,
  statusText: '',
  httpVersion: 'HTTP/2.0',
  cookies: [],
  headers,
  content: { size: text?.length ?? 0, compression: 0, mimeType: 'application/json', text, ...content },
  redirectURL: '',
  headersSize: 40,
  bodySize: text?.length ?? 0,
});

const unanswered = {
  status: 0,
  statusText: '',
  httpVersion: '',
  headers: [],
  cookies: [],
  content: {},
  redirectURL: '',
  headersSize: -1,
  bodySize: -1,
  _transferSize: 0,
  _error: 'Client disconnected.',
};

const events = JSON.stringify([{ id: 'v1.card.updated', deprecated: false }]);

const flows: readonly Flow[] = [
  { path: '/v2/webhook/event', connect: 12.5, response: answered(events) },
  {
    path: '/v2/webhook/event',
    connect: null,
    response: answered(events, { headers: [...json, ...field('content-encoding', 'gzip')] }),
  },
  {
    path: '/logo.png',
    response: answered('AP/+AQ==', { headers: field('Content-Type', 'image/png'), content: { encoding: 'base64' } }),
  },
  {
    method: 'PUT',
    path: '/v3/auth/token',
    headers: field('Content-Type', 'application/x-www-form-urlencoded'),
    post: { mimeType: 'application/x-www-form-urlencoded', text: 'token=a+b%26c', params: field('token', 'a b&c') },
    response: unanswered,
  },
  // A streamed body is in no flow, and its size is given as 0.
  { path: '/v2/card', response: answered(null) },
  { method: 'CONNECT', path: ':443', response: answered('') },
  {
    path: '/notifications',
    response: answered('', { status: 101, headers: field('Upgrade', 'websocket') }),
    more: {
      _resourceType: 'websocket',
      _webSocketMessages: [{ type: 'send', time: 1762161327.2, opcode: 1, data: 'hello' }],
    },
  },
];

const harText = JSON.stringify({
  log: {
    version: '1.2',
    creator: { name: 'mitmproxy exporthar', version: '0.1', comment: 'mitmproxy version 11.0.2' },
    pages: [],
    entries: flows.map(entryOf),
  },
});

const written = (name: string, content: string | Buffer = harText): string => {
  writeFileSync(output(name), content);
  return output(name);
};

test('what mitmproxy writes of its flows is read as it was, and what is no exchange is named', async () => {
  const items = await read(written('flows.har'));
  const [first, packed, image, form, streamed] = exchangesOf(items);

  expect(first!.times.startedAt).toBeCloseTo(Date.UTC(2026, 10, 3, 9, 15, 27) + 104.385, 3);
  expect([first, packed].map((exchange) => exchange!.times.sent)).toEqual([13.7, 1.2]);
  expect([first, packed].map((exchange) => answerOf(exchange).text)).toEqual([events, events]);
  expect(image!.outcome).toMatchObject({ response: { body: Buffer.from([0, 255, 254, 1]) } });
  expect(bodyText(form!.request.body)).toBe('token=a+b%26c');
  expect(form!.outcome).toBeUndefined();
  expect(answerOf(streamed).cut).toBe(true);
  expect(exchangesOf(items)).toHaveLength(5);
  expect(troubleOf(items)).toEqual([
    'flows.har, entry 6: it opens a tunnel',
    'flows.har, entry 7: it became another protocol',
  ]);
});

test('the file that mitmproxy packs, a .zhar, is read as well', async () => {
  const items = await read(written('flows.zhar', deflateSync(harText, { level: 9 })));

  expect(exchangesOf(items)).toHaveLength(5);
});

test('assay check judges the flows of mitmproxy, and assay convert makes a recording of them', async () => {
  const har = written('flows.har');
  const [checked, converted] = [
    await assay(['check', har, '--json']),
    await assay(['convert', har, output('t.ndjson')]),
  ];

  expect([checked.code, converted.code]).toEqual([0, 0]);
  expect(verdictIn(output('report')).traffic).toMatchObject({
    judged: 3,
    unanswered: 1,
    elsewhere: 1,
    unusable: [
      { reason: 'it opens a tunnel', count: 1 },
      { reason: 'it became another protocol', count: 1 },
    ],
  });
  expect(exchangesOf(await read(output('t.ndjson')))).toHaveLength(5);
  expect(converted.stderr + converted.stdout).toContain('it became another protocol');
});
