// Curl lines: what they contain, how a shell reads them, and what arrives.
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter } from 'node:path';
import type { Headers } from '../../contract/wire.ts';
import { curlOf } from '../../exchange/curl.ts';
import type { RecordedExchange } from '../../exchange/exchange.ts';
import { createRedaction } from '../../exchange/redaction/redaction.ts';
import { bareWord, octal, word } from '../../exchange/shell.ts';
import { expect, onRequests, response, test } from './fixtures.ts';

interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Headers;
  readonly body?: string | Uint8Array;
}

const base = 'http://127.0.0.1:8080';

const exchangeOf = ({ method = 'GET', path = '/v2/card', headers = [], body }: Sent, url = base): RecordedExchange => ({
  id: 'x-1',
  request: {
    method,
    url: url + path,
    headers: [['host', url.slice('http://'.length)], ...headers],
    ...(body === undefined ? {} : { body: Buffer.from(body as string) }),
  },
  times: { startedAt: 0, sent: 0, ended: 1 },
});

const redaction = createRedaction();
const lineOf = (sent: Sent, url?: string) => curlOf(exchangeOf(sent, url), redaction).line;
const json = [['content-type', 'application/json']] as const;

for (const [what, sent, line] of [
  ['a plain request', {}, `curl -isS '${base}/v2/card'`],
  [
    'a query',
    { path: '/v2/card?status=BLOCKED&x=1', headers: [['Authorization', 'Bearer secret-token']] },
    `curl -isS '${base}/v2/card?status=BLOCKED&x=1' -H "Authorization: Bearer $TOKEN"`,
  ],
  [
    'Basic credentials',
    { method: 'POST', headers: [['Authorization', 'Basic dXNlcjpwdw==']] },
    `curl -isS -X POST '${base}/v2/card' -H "Authorization: Basic $BASIC" -H 'Content-Length: 0'`,
  ],
  [
    'a JSON body',
    { method: 'POST', headers: json, body: `{"name":"O'Neill"}` },
    `curl -isS '${base}/v2/card' -H 'content-type: application/json' --data-binary '{"name":"O'\\''Neill"}'`,
  ],
  [
    'secrets in a JSON body, named after their members',
    { method: 'POST', path: '/v2/member', headers: json, body: '{"signToken":"abc-def","x":1,"email":"a@b.example"}' },
    `curl -isS '${base}/v2/member' -H 'content-type: application/json' --data-binary '{"signToken":"'"$SIGN_TOKEN"'","x":1,"email":"'"$EMAIL"'"}'`,
  ],
  [
    'secrets in a query and a form',
    {
      method: 'POST',
      path: '/v2/card?token=abcdef',
      body: 'phone=%2B447700900123&a=1',
      headers: [['content-type', 'application/x-www-form-urlencoded']],
    },
    `curl -isS "${base}/v2/card?token=$TOKEN" -H 'content-type: application/x-www-form-urlencoded' --data-binary "phone=$PHONE&a=1"`,
  ],
  [
    'a body without a type',
    { method: 'POST', body: 'x' },
    `curl -isS '${base}/v2/card' -H 'Content-Type:' --data-binary 'x'`,
  ],
  ['another method', { method: 'DELETE' }, `curl -isS -X DELETE '${base}/v2/card'`],
  [
    'a body with GET',
    { body: 'x', headers: json },
    `curl -isS -X GET '${base}/v2/card' -H 'content-type: application/json' --data-binary 'x'`,
  ],
  ['HEAD', { method: 'HEAD' }, `curl -isS --head '${base}/v2/card'`],
  ['dot segments', { path: '/v2/../card/.' }, `curl -isS --path-as-is '${base}/v2/../card/.'`],
  ['brackets', { path: '/v2/card?a[]=1' }, `curl -isS -g '${base}/v2/card?a[]=1'`],
  ['an empty header', { headers: [['X-Empty', '']] }, `curl -isS '${base}/v2/card' -H 'X-Empty;'`],
  ['another host', { headers: [['Host', 'x.example']] }, `curl -isS '${base}/v2/card' -H 'Host: x.example'`],
  [
    'a body that looks like a file name',
    { method: 'POST', headers: json, body: '@/etc/passwd' },
    `printf '@/etc/passwd' | curl -isS '${base}/v2/card' -H 'content-type: application/json' --data-binary @-`,
  ],
] as const)
  test(`the line of ${what}`, () => {
    expect(lineOf(sent as Sent)).toBe(line);
  });

test('a line is one line, and shows what it holds, whatever was sent', () => {
  const line = lineOf({
    method: 'POST',
    headers: [['x-name', 'a\xe2\x80\xaeb'], ...json],
    body: 'first\nsecond\u0007\u200b',
  });

  expect(line).toMatch(/^[\x20-\x7e]+$/);
});

test('equal secrets have one variable, different ones have several', () => {
  const line = lineOf({
    method: 'POST',
    headers: [['Authorization', 'Bearer token-one'], ...json],
    body: '{"token":"token-one","refresh":{"token":"token-two"}}',
  });

  expect(line).toContain('Bearer $TOKEN"');
  expect(line).toContain('{"token":"\'"$TOKEN"\'"');
  expect(line).toContain('"$TOKEN_2"');
  expect(line).not.toMatch(/token-(one|two)|~/);
});

test('each variable says what it stands for', () => {
  const { placeholders } = curlOf(
    exchangeOf({
      method: 'POST',
      path: '/v2/member?phone=%2B447700900123',
      headers: [['Authorization', 'Bearer token-one'], ['Proxy-Authorization', 'Basic dXNlcjpwdw=='], ...json],
      body: '{"signToken":"abc-def"}',
    }),
    redaction,
  );

  expect(placeholders).toEqual([
    { variable: 'PHONE', holds: 'other' },
    { variable: 'TOKEN', holds: 'bearer' },
    { variable: 'BASIC', holds: 'basic' },
    { variable: 'SIGN_TOKEN', holds: 'other' },
  ]);
});

test('the line of a redacted exchange and of the original are the same', () => {
  const exchange = exchangeOf({ headers: [['Authorization', 'Bearer token-one']], body: '{"pan":"4111111111111111"}' });

  expect(curlOf(redaction.exchange(exchange), createRedaction())).toEqual(curlOf(exchange, redaction));
});

const everything = Buffer.from(Array.from({ length: 255 }, (_, i) => i + 1));
const awkward = [
  "it's",
  '"quoted"',
  '$HOME `id` $(id) $' + '{x}',
  'back\\slash\\',
  'new\nline\n',
  '!history !!',
  '-n',
  '',
  ' ',
  '*?[a]~{b,c}',
  '%s%%d',
  'ünï☕',
  '\t',
  '#no',
  ';&|<>()',
];

test('a shell reads each word as it was meant', () => {
  for (const text of awkward) {
    const read = spawnSync('sh', ['-c', `printf '%s.' ${word({ text })} ${bareWord(text) || "''"}`], {
      encoding: 'utf8',
    }).stdout;
    expect(read).toBe(`${text}.${text}.`);
  }
});

test('a shell puts variables where they belong', () => {
  for (const before of awkward)
    for (const after of ['', 'after', '_x', ' y', '"', "'"]) {
      const pieces = [{ text: before }, { variable: 'TOKEN' }, { text: after }];
      const environment = { ...process.env, TOKEN: 'a b"$HOME\'`' };
      const { stdout } = spawnSync('sh', ['-c', `printf '%s.' ${word(...pieces)}`], {
        encoding: 'utf8',
        env: environment,
      });
      expect(stdout).toBe(`${before}a b"$HOME'\`${after}.`);
    }
});

test('printf gives back every byte', () => {
  const bytes = Buffer.concat([Buffer.from('-%d\\n'), Buffer.from([0]), everything, Buffer.from('123\n')]);

  expect(spawnSync('sh', ['-c', `printf ${octal(bytes)}`]).stdout).toEqual(bytes);
});

test('a shell hands curl what the line says', () => {
  // Replaces curl: writes down its arguments and its standard input.
  const directory = test.info().outputPath('bin');
  const taken = test.info().outputPath('taken.json');
  mkdirSync(directory);
  writeFileSync(
    `${directory}/taker.cjs`,
    `const { readFileSync, writeFileSync } = require('node:fs');
     const fed = process.argv.includes('@-') ? readFileSync(0, 'latin1') : '';
     writeFileSync(${JSON.stringify(taken)}, JSON.stringify([process.argv.slice(2), fed]));`,
  );
  writeFileSync(`${directory}/curl`, `#!/bin/sh\nexec "${process.execPath}" "${directory}/taker.cjs" "$@"\n`);
  chmodSync(`${directory}/curl`, 0o755);
  const env = { ...process.env, PATH: `${directory}${delimiter}${process.env.PATH}`, TOKEN: 'real"token' };
  const run = (sent: Sent) => {
    spawnSync('sh', ['-c', lineOf(sent)], { env });
    return JSON.parse(readFileSync(taken, 'utf8'));
  };

  const readable = awkward.filter((text) => !/[\n\t]/.test(text)).join('|');
  const text = run({ method: 'POST', headers: [['Authorization', 'Bearer abcdef'], ...json], body: readable });
  const invisible = `one\ntwo\u200b{"token":"abcdef"}\u202e`;
  const hidden = run({ method: 'POST', headers: [['Authorization', 'Bearer abcdef'], ...json], body: invisible });
  const binary = run({
    method: 'PUT',
    headers: json,
    body: Buffer.concat([Buffer.from('{"readable":"'.repeat(60)), everything.subarray(120)]),
  });

  expect(text[0]).toEqual([
    ...['-isS', `${base}/v2/card`, '-H', 'Authorization: Bearer real"token', '-H', 'content-type: application/json'],
    ...['--data-binary', readable],
  ]);
  expect(hidden[0].slice(-2)).toEqual(['--data-binary', '@-']);
  expect(Buffer.from(hidden[1], 'latin1').toString()).toBe(invisible.replace('abcdef', 'real"token'));
  expect(binary[0].slice(-2)).toEqual(['--data-binary', '@-']);
  expect(Buffer.from(binary[1], 'latin1').subarray(-135)).toEqual(everything.subarray(120));
});

const long: Sent[] = [
  { path: `/v2/card/${'a'.repeat(32_000)}`, headers: [['Authorization', 'Bearer abcdef']] },
  { path: `/v2/card?${'a=1&'.repeat(2_000)}b=$2` },
  { headers: [['X-Long', '0'.repeat(3_000)]] },
  { method: 'POST', headers: json, body: `{"iban":"${'a'.repeat(100_000)}","name":"O'Neill $HOME","signToken":"abc"}` },
  { method: 'POST', headers: json, body: `{"iban":"${'A1'.repeat(600_000)}","share":"100 %"}` },
  { method: 'POST', headers: json, body: `${'['.repeat(20_000)}${']'.repeat(20_000)}` },
  { method: 'POST', headers: json, body: `${'{"a":'.repeat(3_000)}1${'}'.repeat(3_000)}` },
  { method: 'POST', headers: json, body: `{"name":"${'a'.repeat(9_000)}\n${'é'.repeat(3)}"}` },
];

test('what is long by repetition makes a line that can be read and pasted', () => {
  for (const sent of long) expect(lineOf(sent).length).toBeLessThan(400);
  expect(lineOf({ path: `/v2/card/${'a'.repeat(300)}` })).toContain('a'.repeat(300));
});

/** Shortens repetitions, so that a difference can be read. */
const inShort = (seen: unknown) =>
  JSON.stringify(seen).replaceAll(/(.{1,5}?)\1{49,}/g, (run, unit) => `${unit} × ${run.length / unit.length}`);

test('curl sends what the client sent', async ({ raw, client }) => {
  test.skip(spawnSync('curl', ['--version']).status !== 0, 'curl is not installed');
  const seen: { line: string | undefined; fields: string[]; body: string }[] = [];
  const ignored = /^(user-agent|accept|connection|host|content-length):/i;
  const server = await raw((socket) =>
    onRequests(socket, (head, body) => {
      const [line, ...fields] = head.split('\r\n');
      seen.push({
        line,
        fields: fields.filter((field) => !ignored.test(field)).map((field) => field.trim()),
        body: body.toString('latin1'),
      });
      socket.end(response('', '200 OK', 'connection: close\r\n'));
    }),
  );
  const target = client(server.url);
  const requests: Sent[] = [
    { headers: [['Authorization', 'Bearer abcdef']] },
    {
      path: '/v2/../card/%2e?a[]=1&b={x}&c=~',
      headers: [
        ['X-Empty', ''],
        ['X-A', '1'],
        ['X-A', "it's"],
      ],
    },
    {
      path: '/caf\xc3\xa9?x=\xe9',
      headers: [
        ['x-latin', 'caf\xe9'],
        ['x-utf', '\xc3\xa9'],
      ],
    },
    { method: 'POST', headers: json, body: `{"a":"${awkward.join('').replaceAll('"', '')}"}` },
    { method: 'POST', body: 'no type' },
    { method: 'POST' },
    { method: 'PUT', headers: json, body: '@name' },
    {
      method: 'PATCH',
      headers: [['content-type', 'x/y']],
      body: Buffer.from('{"readable":"text","odd":"\0\xff"}', 'latin1'),
    },
    { method: 'GET', headers: json, body: '{}' },
    { method: 'DELETE' },
    { method: 'HEAD' },
    { method: 'OPTIONS' },
    ...long,
  ];

  for (const { method = 'GET', path = '/v2/card', headers = [], body } of requests) {
    const exchange = await target.send({ method, path, headers, ...(body === undefined ? {} : { body }) });
    const child = spawn('sh', ['-c', curlOf(exchange, redaction).line], {
      env: { ...process.env, TOKEN: 'abcdef', SIGN_TOKEN: 'abc' },
      stdio: 'ignore',
    });
    await new Promise((resolve) => child.once('exit', resolve));
  }

  expect(seen.length).toBe(requests.length * 2);
  for (let i = 0; i < seen.length; i += 2) expect(inShort(seen[i + 1])).toEqual(inShort(seen[i]));
});
