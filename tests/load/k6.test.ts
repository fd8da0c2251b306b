// Traffic as a k6 script: it parses, it keeps the schedule, and credentials come from the environment alone.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, type TestInfo, test } from '@playwright/test';
import type { RecordedExchange } from '../../exchange/exchange.ts';
import { k6Script } from '../../load/k6.ts';

const exchange = (at: number, method: string, path: string, more: Partial<RecordedExchange['request']> = {}) =>
  ({
    id: `${at}`,
    request: { method, url: `https://recorded.example${path}`, headers: [], ...more },
    times: { startedAt: 1_000_000 + at, sent: 0, ended: 1 },
  }) satisfies RecordedExchange;

const recorded: readonly RecordedExchange[] = [
  exchange(0, 'POST', '/v3/auth/token', {
    headers: [['Authorization', 'Basic «basic-1»']],
    body: Buffer.from('{"fingerprint":"a\u2028b"}'),
  }),
  exchange(150, 'GET', '/v2/card?status=ACTIVE', {
    headers: [
      ['authorization', 'Bearer «token-1»'],
      ['accept', 'application/json'],
      ['host', 'recorded.example'],
    ],
  }),
  exchange(150.4, 'GET', '/v2/card/`\'"$x'),
];

const scriptOf = async (): Promise<string> => {
  const pieces: string[] = [];
  for await (const piece of k6Script(recorded)) pieces.push(piece);
  return pieces.join('');
};

test('the script parses as a module', async ({}, info) => {
  const file = written(info, 'script.mjs', await scriptOf());

  const { status, stderr } = spawnSync(process.execPath, ['--check', file], { encoding: 'utf8' });

  expect(stderr).toBe('');
  expect(status).toBe(0);
});

test('nothing of the recorded credentials is in the script', async () => {
  const script = await scriptOf();

  expect(script).not.toContain('token-1');
  expect(script).not.toContain('basic-1');
  expect(script).not.toContain('recorded.example');
});

/** k6's modules, as far as the script uses them: what it sends is noted with its time. */
const stand = {
  'index.js': 'export const sleep = (s) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, s * 1000);',
  'encoding.js': 'export default { b64encode: (text) => Buffer.from(text).toString("base64") };',
  'metrics.js': 'export class Counter { add() {} }',
  'http.js':
    'export default { batch: (all) => all.map((one) => { globalThis.sent.push({ at: Date.now() - globalThis.began, ...one }); return { status: 200 }; }) };',
  'package.json': '{ "name": "k6", "type": "module", "exports": { ".": "./index.js", "./*": "./*.js" } }',
};

test('it sends what was recorded when it is due, with credentials of the environment', async ({}, info) => {
  for (const [name, text] of Object.entries(stand)) written(info, join('node_modules/k6', name), text);
  written(info, 'script.mjs', await scriptOf());
  const driver = written(
    info,
    'driver.mjs',
    `globalThis.__ENV = { ASSAY_TARGET: 'http://target', ASSAY_TOKEN: 't', ASSAY_USERNAME: 'u', ASSAY_PASSWORD: 'p' };
     globalThis.sent = [];
     const { default: run } = await import('./script.mjs');
     globalThis.began = Date.now();
     run();
     console.log(JSON.stringify(globalThis.sent));`,
  );

  const { stdout, stderr } = spawnSync(process.execPath, [driver], { encoding: 'utf8' });

  expect(stderr).toBe('');
  const [login, cards, odd] = JSON.parse(stdout);
  expect(login).toMatchObject({
    method: 'POST',
    url: 'http://target/v3/auth/token',
    body: '{"fingerprint":"a\u2028b"}',
    params: { headers: { authorization: `Basic ${Buffer.from('u:p').toString('base64')}` } },
  });
  expect(cards).toMatchObject({
    url: 'http://target/v2/card?status=ACTIVE',
    params: { headers: { authorization: 'Bearer t', accept: 'application/json' } },
  });
  expect(odd.url).toBe('http://target/v2/card/`\'"$x');
  expect(cards.at).toBeGreaterThanOrEqual(149);
});

const k6 = spawnSync('k6', ['version']).status === 0;

test('k6 itself runs it', async ({}, info) => {
  test.skip(!k6, 'there is no k6 on this machine');
  const paths: string[] = [];
  const server = createServer((request, response) => {
    paths.push(`${request.method} ${request.url}`);
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const target = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const file = written(info, 'script.js', await scriptOf());

  const { spawn } = await import('node:child_process');
  const child = spawn('k6', ['run', '--quiet', file], {
    env: { ...process.env, ASSAY_TARGET: target, ASSAY_TOKEN: 't' },
  });
  const code = await new Promise((resolve) => child.once('exit', resolve));
  server.close();

  expect(code).toBe(0);
  expect(paths).toContain('GET /v2/card?status=ACTIVE');
});

function written(info: TestInfo, name: string, text: string): string {
  const file = info.outputPath(name);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, text);
  return file;
}
