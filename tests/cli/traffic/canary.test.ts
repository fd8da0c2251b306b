// Secrets are planted in a profile, in requests and in answers. None of them, in any form, is in anything that a command writes or prints.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from '../../exchange/fixtures.ts';
import { plainLines } from '../../exchange/plain-lines.ts';
import { foundBelow, foundIn } from '../../exchange/redaction/canaries.ts';
import { assay, command, plainEnvironment, root, serve } from '../command.ts';
import {
  base64,
  canary,
  givenAway,
  harOf,
  headersGivenAway,
  planted,
  redactionRules,
  requestsGivingAway,
} from './planted.ts';

const output = (...parts: string[]) => test.info().outputPath(...parts);

const forwarded = async (to: string, request: http.IncomingMessage): Promise<http.IncomingMessage> => {
  const { method, url, headers } = request;
  const onwards = http.request(`${to}${url}`, { method, headers: { ...headers, host: new URL(to).host } });
  onwards.on('error', () => {});
  request.on('error', () => onwards.destroy()).pipe(onwards);
  const [answer] = (await once(onwards, 'response')) as [http.IncomingMessage];
  return answer;
};

/** A gateway in front of a target: it demands a key, repeats it in every answer, and adds secrets. */
const gateway = (to: string, key: string): http.RequestListener => {
  const [members, headersMore] = [givenAway(), headersGivenAway()];
  return async (request, response) => {
    if (request.headers['x-gateway-key'] !== key) {
      response.writeHead(403).end();
      return;
    }
    const answer = await forwarded(to, request).catch(() => undefined);
    if (!answer) {
      response.destroy();
      return;
    }
    const body = Buffer.concat(await answer.toArray()).toString();
    const { 'content-length': _, ...headers } = answer.headers;
    response.writeHead(answer.statusCode ?? 500, {
      ...headers,
      ...headersMore,
      'x-echo': `key ${key}, ${base64(`gateway:${key}`)}`,
    });
    response.end(/^\{/.test(body) ? JSON.stringify({ ...JSON.parse(body), ...members, gateway: key }) : body);
  };
};

const tunnel = () => {
  const seen: string[] = [];
  const server = http.createServer();
  server.on('connect', (request, socket: net.Socket) => {
    seen.push(request.headers['proxy-authorization'] ?? '');
    const [host, port] = (request.url ?? '').split(':');
    const onwards = net.connect(Number(port), host, () => socket.write('HTTP/1.1 200 OK\r\n\r\n'));
    socket.on('error', () => onwards.destroy());
    onwards.on('error', () => socket.destroy());
    socket.pipe(onwards).pipe(socket);
  });
  return { server, seen };
};

/** The reference service's profile, with secrets of every kind. */
const profileWith = (target: string): string => {
  const text = readFileSync(join(root, 'reference/profile.yaml'), 'utf8');
  const path = output('profile.yaml');
  writeFileSync(path, text.replace(/^users:/m, `${target}\n\nusers:`));
  planted.push('made-up-password-full', 'full.user@example.com', 'ASSAYREFERENCEAAMFAAAAAAAAAAAAAA');
  return path;
};

const running: ChildProcess[] = [];
const stops: (() => Promise<unknown>)[] = [];
test.afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  for (const child of running.splice(0)) child.kill('SIGKILL');
});

const record = async (upstream: string, file: string, ...more: string[]) => {
  const args = ['record', '--upstream', upstream, '--listen', '0', '--out', file, '--json', ...more];
  const child = spawn(process.execPath, [command, ...args], { cwd: root, env: plainEnvironment({}) });
  running.push(child);
  const ended = once(child, 'close');
  const [line] = (await once(createInterface({ input: child.stdout! }), 'line')) as [string];
  return {
    url: String((JSON.parse(line) as { url: string }).url),
    async end() {
      child.kill('SIGTERM');
      await ended;
    },
  };
};

test('a certification, its report and a replay of its evidence hold none of the profile', async ({
  web,
  listening,
}) => {
  test.setTimeout(600_000);
  const key = canary('Gateway');
  const proxyPassword = canary('Proxy/pass word+');
  const reference = await serve('--fault', 'card-filter-blocked');
  stops.push(reference.stop);
  const { url } = await web(gateway(reference.url, key));
  const through = tunnel();
  const proxy = (await listening(through.server)).url.replace('//', `//somebody:${encodeURIComponent(proxyPassword)}@`);
  const headers = `{ X-Gateway-Key: ${key}, X-Tenant: demo, Accept-Language: en, Authorisation-Note: "Basic ${base64(`gw:${key}`)}" }`;
  const profile = profileWith(`target:\n  headers: ${headers}\n  proxy: ${proxy}`);
  const common = ['--target', url, '--profile', profile];

  const ids = ['CARD-14', 'ERR-28'];
  const certified = await assay(['certify', ...common, '--depth', 'quick', '--only', ...ids, '--out', output('c')]);
  const evidence = output('c', 'evidence.ndjson');
  const replayed = await assay(['replay', evidence, ...common, '--out', output('r')]);
  const elsewhere = ['--target', 'http://127.0.0.1:1', '--profile', profile];
  const refused = await assay(['certify', ...elsewhere, '--only', 'CARD-14', '--out', output('f')]);

  const said = [certified, replayed, refused].map(({ stdout, stderr }) => stdout + stderr).join('\n');
  expect([certified.code, replayed.code, refused.code], said).toEqual([1, 0, 3]);
  expect(through.seen.some((given) => given.includes(base64(`somebody:${proxyPassword}`)))).toBe(true);
  const lines = plainLines(readFileSync(evidence)).toString();
  expect(lines).toContain('X-Gateway-Key');
  expect(lines).not.toMatch(/\["X-Tenant","demo"\]/);
  expect(lines).toMatch(/\["Accept-Language","en"\]/);
  expect(readdirSync(output('c', 'allure-results')).length).toBeGreaterThan(0);
  expect(foundIn(Buffer.from(said), planted)).toEqual([]);
  for (const folder of ['c', 'r', 'f']) expect(foundBelow(output(folder), planted)).toEqual([]);
});

test('what was recorded and converted holds none of what names give away', async ({ web }) => {
  const upstream = await web((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'application/json', ...headersGivenAway() });
    response.end(JSON.stringify({ ok: true, ...givenAway() }));
  });
  const rules = output('redact.yaml');
  writeFileSync(rules, redactionRules);
  const recorder = await record(upstream.url, output('recording', 't.ndjson'), '--redact', rules);
  const sent = requestsGivingAway();
  for (const [path, type, body] of sent) {
    const headers = { ...headersGivenAway(), ...(type && { 'content-type': type }) };
    const method = body === '' ? 'GET' : 'POST';
    const request = http.request(`${recorder.url}${path}`, { method, headers: { ...headers, connection: 'close' } });
    request.end(body);
    const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
    await answer.resume().toArray();
  }
  await recorder.end();

  const raw = output('raw.har');
  writeFileSync(raw, harOf(sent));
  for (const [from, to] of [
    [raw, 'a.ndjson'],
    [raw, 'a.har'],
    [raw, 'a.js'],
    [raw, 'a.gor'],
    [output('recording', 't.ndjson'), 'b.har.gz'],
    [output('recording', 't.ndjson'), 'b.gor'],
  ] as const) {
    const converted = await assay(['convert', from, output('converted', to), '--redact', rules]);
    expect(converted.code, converted.stderr).toBe(0);
  }

  expect(readFileSync(output('recording', 't.ndjson'), 'utf8').split('\n').length).toBeGreaterThan(sent.length);
  expect(foundBelow(output('recording'), planted)).toEqual([]);
  expect(foundBelow(output('converted'), planted)).toEqual([]);
  expect(planted.length).toBeGreaterThan(100);
});
