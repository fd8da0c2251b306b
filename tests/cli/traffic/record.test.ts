// assay record as a process: what it writes, what it prints, and what is left when it is killed.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import type http from 'node:http';
import https from 'node:https';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import type { TLSSocket } from 'node:tls';
import { Pool } from 'undici';
import { createAuthority } from '../../exchange/client/certificates.ts';
import { expect, test } from '../../exchange/fixtures.ts';
import { exchangesOf, read, troubleOf } from '../../exchange/traffic/reading.ts';
import { assay, command, plainEnvironment, root, start } from '../command.ts';

const output = (...parts: string[]) => test.info().outputPath(...parts);

interface Running {
  readonly child: ChildProcess;
  readonly url: string;
  readonly events: Record<string, unknown>[];
  end(signal?: NodeJS.Signals): Promise<number | null>;
}

const running: ChildProcess[] = [];
test.afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});

const record = (upstream: string, file: string, ...more: string[]): Promise<Running> =>
  recordWith([process.execPath], upstream, file, ...more);

/** Started by another program, such as a shell that sets limits. */
const recordWith = async (program: string[], upstream: string, file: string, ...more: string[]): Promise<Running> => {
  const [name = '', ...before] = program;
  const options = ['record', '--upstream', upstream, '--listen', '0', '--out', file, '--json', ...more];
  const child = spawn(name, [...before, command, ...options], { cwd: root, env: plainEnvironment({}) });
  running.push(child);
  const events: Record<string, unknown>[] = [];
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const lines = createInterface({ input: child.stdout! });
  lines.on('line', (line) => events.push(JSON.parse(line) as Record<string, unknown>));
  await Promise.race([once(lines, 'line'), ended]);
  return {
    child,
    url: String(events[0]?.['url']),
    events,
    end(signal = 'SIGTERM') {
      child.kill(signal);
      return ended;
    },
  };
};

const echo: http.RequestListener = (request, response) => {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ at: request.url }));
};

const answered = async (url: string, path: string, headers: Record<string, string> = {}): Promise<string> =>
  (await fetch(url + path, { headers: { connection: 'close', ...headers } })).text();

test('traffic goes through and into the file, and a signal ends it with a summary', async ({ web }) => {
  const upstream = await web(echo);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    const file = output(`${signal}.ndjson`);
    const recorder = await record(upstream.url, file);
    expect(await answered(recorder.url, '/v2/card?status=ACTIVE')).toBe('{"at":"/v2/card?status=ACTIVE"}');
    expect(await recorder.end(signal)).toBe(0);

    expect(recorder.events[0]).toMatchObject({ event: 'listening', torn: 0 });
    expect(new URL(recorder.url).hostname).toBe('127.0.0.1');
    expect(recorder.events.at(-1)).toMatchObject({ event: 'finished', recorded: 1, dropped: 0, lost: 0, segments: 0 });
    const items = await read(file);
    expect(troubleOf(items)).toEqual([]);
    expect(exchangesOf(items)).toMatchObject([
      { request: { method: 'GET', url: `${upstream.url}/v2/card?status=ACTIVE` } },
    ]);
  }
});

test('in words it says where it listens and what it has recorded', async ({ web }) => {
  const upstream = await web(echo);
  const child = start(['record', '--upstream', upstream.url, '--listen', '0', '--out', output('t.ndjson')]);
  running.push(child);
  let said = '';
  child.stdout!.on('data', (text: Buffer) => {
    said += text.toString();
  });
  await expect.poll(() => said, { timeout: 30_000 }).toContain('Ctrl-C ends it');
  const [, url = ''] = /records (http:\S+) -> /.exec(said) ?? [];
  await answered(url, '/');
  child.kill('SIGINT');
  await once(child, 'close');

  expect(said).toContain('1 exchange recorded in');
});

test('secrets do not reach the file, and equal ones stay equal', async ({ web }) => {
  const upstream = await web((request, response) => {
    request.resume();
    response.setHeader('set-cookie', 'session=hunter2-cookie; Path=/');
    response.end(JSON.stringify({ access: { token: 'hunter2-token-of-access' }, email: 'person@example.com' }));
  });
  const file = output('t.ndjson');
  const recorder = await record(upstream.url, file);
  for (const path of ['/v2/card', '/v2/payment/1'])
    await answered(recorder.url, path, { authorization: 'Bearer hunter2-token-of-access' });
  await recorder.end();

  const written = readFileSync(file, 'utf8');
  expect(written).not.toContain('hunter2');
  expect(written).not.toContain('person@example.com');
  const tokens = exchangesOf(await read(file)).map(
    ({ request }) => Object.fromEntries(request.headers)['authorization'],
  );
  expect(tokens[0]).toMatch(/^Bearer ~/);
  expect(tokens[1]).toBe(tokens[0]);
});

test('both sides may speak TLS, with a certificate of the client towards the upstream', async ({ listening }) => {
  const authority = createAuthority('an authority');
  const file = (name: string, text: string) => {
    writeFileSync(output(name), text);
    return output(name);
  };
  const ca = file('ca.pem', authority.certificate);
  const [atUpstream, own, client] = ['localhost', 'localhost', 'a client'].map((name) => authority.issue(name));
  const server = https.createServer(
    { cert: atUpstream!.certificate, key: atUpstream!.key, ca: authority.certificate, requestCert: true },
    (request, response) => {
      const { subject } = (request.socket as TLSSocket).getPeerCertificate();
      if (request.url === '/reset') return request.socket.destroy();
      response.end(`${subject?.CN} asks ${request.url}`);
    },
  );
  const { port } = await listening(server as never, 'https');
  const pair = [file('own.pem', own!.certificate), file('own.key', own!.key)] as const;
  const shown = [file('client.pem', client!.certificate), file('client.key', client!.key)] as const;
  const recording = output('t.ndjson');
  const recorder = await record(
    `https://localhost:${port}`,
    recording,
    ...['--tls-cert', pair[0], '--tls-key', pair[1]],
    ...['--ca', ca, '--client-cert', shown[0], '--client-key', shown[1]],
  );
  expect(recorder.url).toMatch(/^https:/);
  const asked = (path: string): Promise<string> =>
    new Promise((resolve) => {
      const to = { ca: authority.certificate, servername: 'localhost', agent: false };
      const request = https.get(`${recorder.url}${path}`, to, async (response) => {
        let text = '';
        for await (const chunk of response) text += chunk;
        resolve(text);
      });
      request.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    });

  expect(await asked('/v2/card')).toBe('a client asks /v2/card');
  expect(await asked('/reset')).toBe('ECONNRESET');
  // A connection without TLS gets no answer.
  await expect(answered(recorder.url.replace('https', 'http'), '/')).rejects.toThrow();
  // A client that never begins TLS does not keep the recorder from ending.
  const silent = connect(Number(new URL(recorder.url).port), '127.0.0.1');
  await once(silent, 'connect');
  expect(await recorder.end()).toBe(0);

  expect(recorder.events.at(-1)).toMatchObject({ recorded: 2, unreadable: 1 });
  expect(exchangesOf(await read(recording)).map(({ request, outcome }) => [request.url, outcome?.kind])).toEqual([
    [`https://localhost:${port}/v2/card`, 'answered'],
    [`https://localhost:${port}/reset`, 'failed'],
  ]);
});

test('a certificate without its own key stops it before it listens', async () => {
  const authority = createAuthority('an authority');
  writeFileSync(output('c.pem'), authority.issue('localhost').certificate);
  writeFileSync(output('other.key'), authority.issue('localhost').key);
  const given = (...more: string[]) =>
    assay(['record', '--upstream', 'http://127.0.0.1:9', '--listen', '0', '--out', output('t.ndjson'), ...more]);

  for (const [options, cause] of [
    [['--tls-cert', output('c.pem')], /--tls-cert and --tls-key go together/],
    [['--client-cert', output('c.pem'), '--client-key', output('other.key')], /--client-cert and --client-key: no/],
    [['--tls-cert', output('c.pem'), '--tls-key', output('none.key')], /ENOENT.*none\.key/],
    [['--sample', '120%'], /a share such as 10%/],
    [['--sample-by', 'X-User'], /--sample-by needs --sample/],
    [['--sample', '10%', '--sample-by', 'Authorization'], /one value of it at its login and others afterwards/],
    [['--sample', '10%', '--sample-by', 'cookie'], /name a header that is the same in all requests of a caller/],
  ] as const) {
    const { code, stderr } = await given(...options);
    expect([code, stderr]).toEqual([2, expect.stringMatching(cause)]);
  }
});

test('paths and a share of the callers are recorded, and everything passes', async ({ web }) => {
  const upstream = await web(echo);
  const chosen = async (name: string, ...options: string[]) => {
    const recorder = await record(`${upstream.url}/base`, output(name), ...options);
    for (let user = 0; user < 40; user += 1)
      for (const path of ['/v2/card?x=1', '/v2/payment/7', '/v1/card'])
        expect(await answered(recorder.url, path, { 'x-user': `user ${user}` })).toContain(path);
    expect(await recorder.end()).toBe(0);
    const exchanges = exchangesOf(await read(output(name)));
    expect(recorder.events.at(-1)).toMatchObject({ recorded: exchanges.length, passedOver: 120 - exchanges.length });
    return exchanges.map(({ request }) => ({
      path: new URL(request.url).pathname,
      user: Object.fromEntries(request.headers)['x-user'],
    }));
  };

  const below = await chosen('paths.ndjson', '--path', '/v2/card', '/*/payment');
  expect(below).toHaveLength(80);
  expect(new Set(below.map(({ path }) => path))).toEqual(new Set(['/base/v2/card', '/base/v2/payment/7']));

  const first = await chosen('callers.ndjson', '--sample', '25%', '--sample-by', 'X-User');
  const users = new Set(first.map(({ user }) => user));
  expect(first).toHaveLength(users.size * 3);
  expect(users.size).toBeGreaterThan(0);
  expect(users.size).toBeLessThan(40);
  // The same callers are chosen in every run.
  const again = await chosen('again.ndjson', '--sample', '0.25', '--sample-by', 'X-User');
  expect(new Set(again.map(({ user }) => user))).toEqual(users);
  expect(readFileSync(output('again.ndjson'), 'utf8')).toContain('25 % of the values of X-User');
});

test('segments are closed at their size and packed, and read as one recording', async ({ web }) => {
  const upstream = await web((request, response) => response.end(`${request.url} ${'x'.repeat(5_000)}`));
  const file = output('t.ndjson');
  const recorder = await record(upstream.url, file, '--rotate', '64k');
  for (let index = 0; index < 60; index += 1) {
    await answered(recorder.url, `/${index}`);
    // Exchanges that are written at the same time go into one segment.
    if (index % 6 === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  }
  expect(await recorder.end()).toBe(0);

  const names = readdirSync(output()).sort();
  expect(names.length).toBeGreaterThan(3);
  expect(names.at(0)).toBe('t.0001.ndjson.gz');
  expect(names.filter((name) => !/^t(?:\.\d{4}\.ndjson\.gz|\.ndjson)$/.test(name))).toEqual([]);
  for (const named of [file, output('t.*')]) {
    const items = await read(named);
    expect(troubleOf(items)).toEqual([]);
    expect(exchangesOf(items).map(({ request }) => request.url.split('/').pop())).toEqual(
      Array.from({ length: 60 }, (_, index) => `${index}`),
    );
  }
  expect(recorder.events.at(-1)).toMatchObject({ recorded: 60, segments: names.length - 1 });
});

test('a torn tail is cut and reported, and the recording goes on behind it', async ({ web }) => {
  const upstream = await web(echo);
  const file = output('t.ndjson');
  const first = await record(upstream.url, file);
  await answered(first.url, '/first');
  await first.end();
  appendFileSync(file, '{"assay":"exchange","id":"torn');

  const second = await record(upstream.url, file);
  await answered(second.url, '/second');
  await second.end();

  expect(second.events[0]).toMatchObject({ event: 'listening', torn: 30 });
  const items = await read(file);
  expect(troubleOf(items)).toEqual([]);
  expect(exchangesOf(items).map(({ request }) => new URL(request.url).pathname)).toEqual(['/first', '/second']);
});

test('a segment that was being packed when the recorder was killed is packed by the next one', async ({ web }) => {
  const upstream = await web(echo);
  const file = output('t.ndjson');
  const first = await record(upstream.url, file);
  await answered(first.url, '/first');
  await first.end();
  writeFileSync(output('t.0001.ndjson'), readFileSync(file));
  writeFileSync(output('t.0001.ndjson.gz'), 'torn');
  writeFileSync(output('.t.ndjson.part-t.0001.ndjson.gz'), 'torn');

  const second = await record(upstream.url, file);
  expect(await second.end()).toBe(0);

  expect(readdirSync(output()).sort()).toEqual(['t.0001.ndjson.gz', 't.ndjson']);
  expect(exchangesOf(await read(file))).toHaveLength(2);
});

test('what it cannot do is a usage error, and leaves other files alone', async ({ web }) => {
  const upstream = await web(echo);
  writeFileSync(output('notes.txt'), 'my notes\n');
  const base = ['record', '--upstream', upstream.url];
  const cases: [string[], string][] = [
    [['record', '--listen', '0', '--out', output('a')], '--upstream'],
    [['record', '--upstream', 'ftp://x', '--listen', '0', '--out', output('a')], 'an http:// or https:// address'],
    [[...base, '--listen', '70000', '--out', output('a')], 'whole number'],
    [[...base, '--listen', '0'], '--out'],
    [[...base, '--listen', '0', '--out', output('notes.txt')], 'is there already, and is no recording'],
    [[...base, '--listen', '0', '--out', output()], 'EISDIR'],
    [[...base, '--listen', '0', '--out', output('notes.txt', 'x')], 'EEXIST'],
    [
      [...base, '--listen', String(upstream.port), '--out', output('a')],
      `port ${upstream.port} of 127.0.0.1 is taken; --listen 0 takes any free one`,
    ],
    [[...base, '--listen', '0', '--out', '/proc/a.ndjson'], '/proc/a.ndjson cannot be written: ENOENT'],
    [[...base, '--listen', '0', '--out', output('a'), '--rotate', 'much'], 'a number of bytes'],
    [[...base, '--listen', '0', '--out', output('a'), '--ca', output('none.pem')], 'none.pem'],
  ];
  for (const [args, words] of cases) {
    const { code, stderr } = await assay(args);
    expect(stderr, args.join(' ')).toContain(words);
    expect(code, args.join(' ')).toBe(2);
  }
  expect(readFileSync(output('notes.txt'), 'utf8')).toBe('my notes\n');
  expect(readdirSync(output())).toEqual(['notes.txt']);
});

test('a recording has one writer', async ({ web }) => {
  const upstream = await web(echo);
  const file = output('t.ndjson');
  const first = await record(upstream.url, file);
  const { code, stderr } = await assay(['record', '--upstream', upstream.url, '--listen', '0', '--out', file]);
  expect(code).toBe(2);
  expect(stderr).toContain(`is being written by process ${first.child.pid}`);

  await first.end('SIGKILL');
  const second = await record(upstream.url, file);
  expect(await second.end()).toBe(0);
  expect(existsSync(output('.t.ndjson.lock'))).toBe(false);
});

test('a file that takes no more costs the record and no client, and it is told and counted', async ({ web }) => {
  const upstream = await web((request, response) => response.end(`${request.url} ${'x'.repeat(2_000)}`));
  const file = output('t.ndjson');
  const recorder = await recordWith(
    ['sh', '-c', 'ulimit -f 128; exec "$0" "$@"', process.execPath],
    upstream.url,
    file,
  );
  for (let index = 0; index < 200; index += 1)
    expect(await answered(recorder.url, `/${index}`)).toContain(`/${index} xx`);

  expect(await recorder.end()).toBe(3);
  const troubles = recorder.events.filter(({ event }) => event === 'trouble');
  expect(troubles.length).toBeGreaterThan(0);
  for (const { message } of troubles) expect(message).toContain('EFBIG');
  const { recorded, dropped, lost } = recorder.events.at(-1) as Record<string, number>;
  expect(recorded! + lost!).toBe(200);
  expect(dropped).toBe(0);
  const items = await read(file);
  expect(exchangesOf(items).length).toBe(recorded);
  expect(recorded).toBeGreaterThan(10);
  expect(troubleOf(items).length).toBeLessThanOrEqual(1);
});

test('a recorder that cannot keep up leaves exchanges out, counts every one, and slows no client', async ({ web }) => {
  const body = JSON.stringify(
    Array.from({ length: 20_000 }, (_, id) => ({ id, status: 'ACTIVE', name: 'x'.repeat(30) })),
  );
  const upstream = await web((_, response) => response.end(body));
  const file = output('t.ndjson');
  const recorder = await record(upstream.url, file);
  const pool = new Pool(recorder.url, { connections: 16 });
  let left = 240;
  const client = async () => {
    while (left-- > 0) {
      const answer = await pool.request({ method: 'GET', path: '/v2/card' });
      expect((await answer.body.arrayBuffer()).byteLength).toBe(body.length);
    }
  };
  await Promise.all(Array.from({ length: 16 }, client));
  await pool.close();
  const code = await recorder.end();

  const { recorded, dropped, lost } = recorder.events.at(-1) as Record<string, number>;
  expect(recorded! + dropped!).toBe(240);
  expect(lost).toBe(0);
  expect(code).toBe(dropped === 0 ? 0 : 3);
  const told = recorder.events.filter(({ message }) => String(message).includes('does not keep up'));
  expect(told).toHaveLength(dropped === 0 ? 0 : 1);
  expect(exchangesOf(await read(file))).toHaveLength(recorded!);
});

test('a recorder that is killed at any moment has everything that it has acknowledged', async ({ web }) => {
  test.slow();
  const upstream = await web(echo);
  const file = output('t.ndjson');
  let acknowledged = 0;
  let before = 0;
  for (let kill = 0; kill < 8; kill += 1) {
    const recorder = await record(upstream.url, file, '--rotate', '200k');
    const pool = new Pool(recorder.url, { connections: 8 });
    let going = true;
    const clients = Array.from({ length: 8 }, async (_, client) => {
      for (let index = 0; going; index += 1) {
        const path = `/${kill}-${client}-${index}?x=${'x'.repeat(index % 300)}`;
        const answer = await pool.request({ method: 'GET', path }).catch(() => undefined);
        await answer?.body.dump().catch(() => {});
      }
    });
    await new Promise((resolve) => setTimeout(resolve, 300 + Math.random() * 400));
    await recorder.end('SIGKILL');
    going = false;
    await Promise.all(clients);
    await pool.destroy();
    const progress = recorder.events.filter(({ event }) => event === 'progress').at(-1);
    acknowledged = Number(progress?.['recorded'] ?? 0);

    const items = await read(file);
    const exchanges = exchangesOf(items);
    expect(exchanges.length - before).toBeGreaterThanOrEqual(acknowledged);
    // At worst the last line is torn, or the end of the segment that was being closed.
    expect(troubleOf(items).length).toBeLessThanOrEqual(1);
    const wrong = exchanges.filter(({ request, outcome }) => {
      const { pathname, search } = new URL(request.url);
      const answer = outcome?.kind === 'answered' ? Buffer.from(outcome.response.body).toString() : undefined;
      return answer !== undefined && answer !== JSON.stringify({ at: pathname + search });
    });
    expect(wrong).toEqual([]);
    expect(new Set(exchanges.map(({ id }) => id)).size).toBe(exchanges.length);
    before = exchanges.length;
  }
  // Eight times half a second of traffic give at least this many, however busy the machine is.
  expect(before).toBeGreaterThan(80);
  expect(statSync(file).size).toBeGreaterThan(0);
});

test('an upstream whose address holds credentials is refused, and they are not shown', async () => {
  const address = 'https://somebody:made-up-word@upstream.example';

  const { code, stdout, stderr } = await assay(['record', '--upstream', address, '--listen', '0']);

  expect(code).toBe(2);
  expect(stderr).toContain('the address holds credentials');
  expect(stdout + stderr).not.toContain('made-up-word');
});
