// The recorder's proxy: traffic passes through it unchanged, and it records what passed.
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import { createServer, type Socket } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { RecordedExchange } from '../../exchange/exchange.ts';
import { createAuthority } from '../exchange/client/certificates.ts';
import { answerOf, bodyText } from '../exchange/traffic/reading.ts';
import { expect, onRequests, response, speak, test } from './recorder.ts';

const get = (path: string, host = 'a') => `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
const failureOf = (exchange: RecordedExchange | undefined) =>
  exchange?.outcome?.kind === 'failed' ? exchange.outcome.failure : undefined;

test('the upstream gets the bytes that it would get without the recorder', async ({ raw, through }) => {
  const received: Buffer[] = [];
  const upstream = await raw((socket) => {
    socket.on('data', (chunk: Buffer) => received.push(chunk));
    setTimeout(() => socket.end(), 300);
  });
  const { port } = await through(upstream.url);
  const body = '3;ext="a b"\r\nabc\r\n0\r\nX-Trailer:  t \r\n\r\n';
  const request = (host: string) =>
    `POST /a//b/../c%2f?x=%zz&&y HTTP/1.1\r\nhOsT:   ${host}  \r\nX-Odd:\tv \r\nx-odd: V\r\nX-ODD:\r\nB: caf\xe9\r\n` +
    `Transfer-Encoding:  Chunked\r\nConnection: keep-alive, X-Odd\r\n\r\n${body}GET /next HTTP/1.0\r\n\r\n`;

  const { socket, ended } = speak(port);
  for (const byte of Buffer.from(request('client.example:1'), 'latin1')) socket.write(Buffer.from([byte]));
  await ended();

  expect(Buffer.concat(received).toString('latin1')).toBe(request(`127.0.0.1:${upstream.port}`));
});

test('the client gets the bytes that the upstream sends', async ({ raw, through }) => {
  const answer =
    'HTTP/1.1 200  Quite  Fine \r\nSet-Cookie: a\r\nset-cookie: b\r\nX:\t y \r\nTransfer-Encoding: chunked\r\n\r\n' +
    '00004;e\r\n\x00\xff\r\n\r\n2\r\nok\r\n0\r\nTrailer: x\r\n\r\nHTTP/1.0 404\r\nContent-Length: 2, 2\r\n\r\nno';
  const upstream = await raw((socket) => {
    socket.once('data', () => {
      for (const byte of Buffer.from(answer, 'latin1')) socket.write(Buffer.from([byte]));
      socket.end();
    });
  });
  const { port, seen } = await through(upstream.url);

  const said = await speak(port, get('/1') + get('/2')).ended();

  expect(said).toEqual({ text: answer, end: 'finished' });
  const [first, second] = await seen(2);
  expect(answerOf(first)).toEqual({
    status: 200,
    headers: [
      ['Set-Cookie', 'a'],
      ['set-cookie', 'b'],
      ['X', 'y'],
      ['Transfer-Encoding', 'chunked'],
    ],
    text: Buffer.from('\x00\xff\r\nok', 'latin1').toString(),
  });
  expect(answerOf(second)).toMatchObject({ status: 404, text: 'no' });
});

test('an exchange is recorded as the upstream saw it, with its moments and its connection', async ({
  raw,
  through,
}) => {
  const upstream = await raw((socket) => onRequests(socket, () => socket.write(response('{"a":1}'))));
  const { port, seen } = await through(upstream.url);
  const before = Date.now();
  const one = speak(port, `POST /v2/card HTTP/1.1\r\nHost: me\r\nContent-Length: 3\r\n\r\na=b${get('/v1/card')}`);
  await one.heard('{"a":1}');
  const two = speak(port, get('/other'));
  const [first, second, other] = await seen(3);
  one.socket.destroy();
  two.socket.destroy();

  expect(first?.request).toMatchObject({
    method: 'POST',
    url: `${upstream.url}/v2/card`,
    headers: [
      ['Host', `127.0.0.1:${upstream.port}`],
      ['Content-Length', '3'],
    ],
  });
  expect(bodyText(first?.request.body)).toBe('a=b');
  expect(second?.request.body).toBeUndefined();
  const { startedAt, sent, answered = -1, ended } = first!.times;
  expect(startedAt).toBeGreaterThan(before - 1);
  expect(startedAt).toBeLessThan(Date.now() + 1);
  expect([sent, answered, ended]).toEqual([sent, answered, ended].sort((a, b) => a - b));
  expect(second?.connection).toBe(first?.connection);
  expect(other?.connection).not.toBe(first?.connection);
  expect(new Set([first, second, other].map((exchange) => exchange?.id)).size).toBe(3);
});

test('a base path is put before the path, and the host is kept on request', async ({ raw, through }) => {
  const heads: string[] = [];
  const upstream = await raw((socket) =>
    onRequests(socket, (head) => {
      heads.push(head);
      socket.write(response('x'));
    }),
  );
  const { port, seen } = await through(`${upstream.url}/api/`, { keepHost: true });
  const { socket } = speak(port, get('/v2/card?a=/b', 'kept.example') + get('http://kept.example/v1/card', 'kept'));
  const exchanges = await seen(2);
  socket.destroy();

  expect(heads.map((head) => head.split('\r\n').slice(0, 2))).toEqual([
    ['GET /api/v2/card?a=/b HTTP/1.1', 'Host: kept.example'],
    ['GET http://kept.example/v1/card HTTP/1.1', 'Host: kept'],
  ]);
  expect(exchanges.map(({ request }) => request.url)).toEqual([
    `${upstream.url}/api/v2/card?a=/b`,
    'http://kept.example/v1/card',
  ]);
});

for (const [coding, packed] of [
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
] as const) {
  test(`${coding} passes untouched and is decoded in the record`, async ({ raw, through }) => {
    const bytes = packed(JSON.stringify({ answer: 'é'.repeat(500) }));
    const head = `HTTP/1.1 200 OK\r\nContent-Encoding: ${coding}\r\nContent-Length: ${bytes.length}\r\n\r\n`;
    const upstream = await raw((socket) =>
      onRequests(socket, () => socket.end(Buffer.concat([Buffer.from(head), bytes]))),
    );
    const { port, seen } = await through(upstream.url);
    const speaker = speak(port, get('/'));
    await speaker.ended();

    expect(speaker.received().equals(Buffer.concat([Buffer.from(head), bytes]))).toBe(true);
    expect(answerOf((await seen(1))[0]).text).toBe(JSON.stringify({ answer: 'é'.repeat(500) }));
  });
}

test('a large body is bounded in the record and whole in the stream, both ways', async ({ web, through }) => {
  const upstream = await web((request, answer) => void request.pipe(answer));
  const { url, seen } = await through(upstream.url, { bodyLimit: 10_000 });
  const body = randomBytes(20 * 1024 * 1024);
  const hash = createHash('sha256');

  const request = http.request(url, { method: 'POST' });
  request.end(body);
  const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
  for await (const chunk of answer) hash.update(chunk as Buffer);

  expect(hash.digest('hex')).toBe(createHash('sha256').update(body).digest('hex'));
  const [exchange] = await seen(1);
  expect(exchange?.request.cut).toBe(true);
  expect(Buffer.from(exchange!.request.body!).equals(body.subarray(0, 10_000))).toBe(true);
  expect(exchange?.outcome).toMatchObject({ kind: 'answered', response: { cut: true } });
});

test('a slow reader slows the sender, and nothing piles up between them', async ({ raw, through }) => {
  let sent = 0;
  const upstream = await raw((socket) => {
    socket.on('data', () => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${1e12}\r\n\r\n`);
      const chunk = Buffer.alloc(256 * 1024);
      const more = () => {
        while (socket.write(chunk)) sent += chunk.length;
        sent += chunk.length;
      };
      socket.on('drain', more);
      more();
    });
  });
  const { port } = await through(upstream.url);
  const { socket } = speak(port, get('/'));
  await once(socket, 'data');
  socket.pause();
  let last = -1;
  await expect
    .poll(
      () => {
        const still = sent === last;
        last = sent;
        return still;
      },
      { intervals: [300] },
    )
    .toBe(true);
  socket.destroy();

  // What the buffers of four sockets can hold.
  expect(sent).toBeLessThan(40e6);
});

test('100-continue goes to the client before it sends its body', async ({ web, through }) => {
  const upstream = await web((request, answer) => void request.pipe(answer));
  const { url, seen } = await through(upstream.url);
  const request = http.request(url, { method: 'PUT', headers: { expect: '100-continue', 'content-length': 5 } });
  request.flushHeaders();
  await once(request, 'continue');
  request.end('hello');
  const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
  answer.resume();

  const [exchange] = await seen(1);
  expect(bodyText(exchange?.request.body)).toBe('hello');
  expect(answerOf(exchange)).toMatchObject({ status: 200, text: 'hello' });
});

test('answers without bodies end with their heads, whatever length they name', async ({ raw, through }) => {
  const answers = [
    'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n',
    'HTTP/1.1 204 No Content\r\nTransfer-Encoding: chunked\r\n\r\n',
    'HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n',
    'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nlast',
  ];
  const upstream = await raw((socket) =>
    onRequests(socket, (_, __, count) => socket.write(answers[count - 1] as string)),
  );
  const { port, seen } = await through(upstream.url);
  const { socket, heard, received } = speak(
    port,
    `HEAD / HTTP/1.1\r\nHost: a\r\n\r\n${get('/') + get('/') + get('/')}`,
  );
  await heard('last');
  socket.destroy();

  expect(received().toString()).toBe(answers.join(''));
  expect((await seen(4)).map((exchange) => [answerOf(exchange).status, answerOf(exchange).text])).toEqual([
    [200, ''],
    [204, ''],
    [304, ''],
    [200, 'last'],
  ]);
});

test('another protocol passes through once the two sides have switched to it', async ({ raw, through }) => {
  const upstream = await raw((socket) => {
    socket.once('data', () => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: echo\r\n\r\n');
      socket.on('data', (chunk: Buffer) => socket.write(chunk));
      socket.on('end', () => socket.end());
    });
  });
  const { port, seen, unreadable } = await through(upstream.url);
  const speaker = speak(port, 'GET /s HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n');
  await speaker.heard('\r\n\r\n');
  const frames = randomBytes(300_000);
  speaker.socket.end(frames);
  await speaker.ended();

  expect(speaker.received().subarray(-frames.length).equals(frames)).toBe(true);
  expect(answerOf((await seen(1))[0])).toMatchObject({ status: 101, text: '' });
  expect(unreadable).toEqual([]);
});

test('bytes that the client sends right behind its wish to switch are passed on', async ({ raw, through }) => {
  const upstream = await raw((socket) => {
    socket.once('data', (chunk: Buffer) => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n');
      socket.write(chunk.subarray(chunk.indexOf('\r\n\r\n') + 4));
      socket.on('data', (more: Buffer) => socket.write(more));
    });
  });
  const { port } = await through(upstream.url);
  const { socket, heard } = speak(port, 'GET / HTTP/1.1\r\nHost: a\r\nUpgrade: echo\r\n\r\n\x81early');
  await heard('early');
  socket.destroy();
});

test('an upstream that is down gives 502 and is recorded', async ({ through }) => {
  const { port, seen } = await through('http://127.0.0.1:1');
  const said = await speak(port, `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc`).ended();

  expect(said.text).toMatch(/^HTTP\/1\.1 502 Bad Gateway\r\n/);
  expect(said.text).toContain('assay record: the upstream cannot be reached (ECONNREFUSED)');
  expect(said.end).toBe('finished');
  const [exchange] = await seen(1);
  expect(failureOf(exchange)).toEqual({ kind: 'refused', message: 'ECONNREFUSED' });
  expect(bodyText(exchange?.request.body)).toBe('abc');
});

test('a connection that was opened while the upstream was down serves once it is up', async ({ through }) => {
  const server = http.createServer((_, answer) => answer.end('up'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port: upstreamPort } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  const { port } = await through(`http://127.0.0.1:${upstreamPort}`);
  const { socket, heard } = speak(port);
  await once(socket, 'connect');
  await new Promise((resolve) => setTimeout(resolve, 100));
  const again = http.createServer((_, answer) => answer.end('up'));
  await new Promise<void>((resolve) => again.listen(upstreamPort, '127.0.0.1', resolve));
  socket.write(get('/'));
  await heard('up');
  socket.destroy();
  again.close();
  again.closeAllConnections();
});

test('an upstream that breaks off is seen to break off, by the client and in the record', async ({ raw, through }) => {
  const acts: ((socket: Socket) => void)[] = [
    (socket) => socket.end(),
    (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf'),
    (socket) => socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nha'),
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf');
      setTimeout(() => socket.resetAndDestroy(), 50);
    },
    (socket) => socket.end('HTTP/1.1 200 OK\r\n\r\nuntil the end'),
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\nuntil the');
      setTimeout(() => socket.resetAndDestroy(), 50);
    },
    (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Le'),
  ];
  const upstream = await raw((socket, count) => socket.once('data', () => acts[count - 1]?.(socket)));
  const { port, seen } = await through(upstream.url);
  const ends: string[] = [];
  for (let act = 1; act <= acts.length; act += 1) {
    const direct = await speak(port, get('/')).ended();
    ends.push(`${direct.text.slice(-4).trim()} ${direct.end}`);
    await seen(act);
  }

  expect(ends).toEqual([
    ' finished',
    'half finished',
    'ha finished',
    'half reset',
    'end finished',
    'the reset',
    't-Le finished',
  ]);
  const exchanges = await seen(acts.length);
  expect(exchanges.map((exchange) => failureOf(exchange)?.kind ?? answerOf(exchange).text)).toEqual([
    'dropped',
    'dropped',
    'dropped',
    'dropped',
    'until the end',
    'dropped',
    'malformed',
  ]);
  const beginnings = exchanges.map(({ outcome }) => (outcome?.kind === 'failed' ? outcome.beginning : undefined));
  expect(beginnings.map((came) => came && `${came.status} ${bodyText(came.body)}`)).toEqual([
    undefined,
    '200 half',
    '200 ha',
    '200 half',
    undefined,
    '200 until the',
    undefined,
  ]);
  expect(failureOf(exchanges[0])?.message).toBe('the connection ended before a response came');
  expect(failureOf(exchanges[3])?.message).toBe('the connection ended before the body was whole (ECONNRESET)');
});

test('a client that goes away is no failure of the upstream, which learns of it', async ({ raw, through }) => {
  const closed: Promise<unknown>[] = [];
  const upstream = await raw((socket, count) => {
    closed.push(new Promise((resolve) => socket.on('close', resolve)));
    socket.once('data', () => count === 2 && socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf'));
  });
  const { port, seen } = await through(upstream.url);
  const waiting = speak(port, get('/1'));
  await expect.poll(upstream.connections).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 50));
  waiting.socket.resetAndDestroy();
  const reading = speak(port, get('/2'));
  await reading.heard('half');
  reading.socket.destroy();
  const sending = speak(port, 'POST /3 HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nhalf');
  await expect.poll(upstream.connections).toBe(3);
  await new Promise((resolve) => setTimeout(resolve, 50));
  sending.socket.resetAndDestroy();

  const [first, second, third] = (await seen(3)).sort((a, b) => (a.request.url < b.request.url ? -1 : 1));
  expect(first?.outcome).toBeUndefined();
  expect(answerOf(second)).toMatchObject({ text: 'half', cut: true });
  expect(third).toMatchObject({ request: { cut: true } });
  expect(third?.outcome).toBeUndefined();
  await Promise.all(closed);
});

test('half a connection may be closed', async ({ listening, through }) => {
  const upstream = await listening(
    createServer({ allowHalfOpen: true }, (socket) => {
      socket.resume();
      socket.on('end', () => socket.end(response('after the end')));
    }),
  );
  const { port, seen } = await through(upstream.url);
  const speaker = speak(port);
  speaker.socket.end(get('/'));

  expect((await speaker.ended()).text).toContain('after the end');
  expect(answerOf((await seen(1))[0]).text).toBe('after the end');
});

test('an answer that comes before the request is over gets through', async ({ raw, through }) => {
  const upstream = await raw((socket) => {
    socket.once('data', () => {
      socket.end(response('too large', '413 Payload Too Large', 'connection: close\r\n'));
      socket.pause();
      setTimeout(() => socket.destroy(), 100);
    });
  });
  const { port, seen } = await through(upstream.url);
  const { socket, heard } = speak(port, 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000000\r\n\r\n');
  const timer = setInterval(() => socket.writable && socket.write(Buffer.alloc(100_000)), 5);
  await heard('too large');
  clearInterval(timer);
  socket.destroy();

  const [exchange] = await seen(1);
  expect(answerOf(exchange)).toMatchObject({ status: 413, text: 'too large' });
  expect(exchange?.request.cut).toBe(true);
});

test('a certificate of the upstream is checked', async ({ listening, through }) => {
  const authority = createAuthority('an authority');
  const { certificate, key } = authority.issue('localhost');
  const server = https.createServer({ cert: certificate, key }, (request, answer) =>
    answer.end(`${request.headers.host} ${request.url}`),
  );
  const { port } = await listening(server as never, 'https');
  const address = `https://localhost:${port}/base`;
  const trusting = await through(address, { tls: { ca: authority.certificate } });
  const wary = await through(address);

  const { heard, socket } = speak(trusting.port, get('/v2/card'));
  await heard(`localhost:${port} /base/v2/card`);
  socket.destroy();
  expect((await speak(wary.port, get('/v2/card')).ended()).text).toMatch(/^HTTP\/1\.1 502 /);
  expect((await trusting.seen(1))[0]?.request.url).toBe(`${address}/v2/card`);
  expect(failureOf((await wary.seen(1))[0])?.kind).toBe('tls');
});

test('what is no HTTP passes through, and is said not to be recorded', async ({ raw, through }) => {
  const upstream = await raw((socket) => socket.pipe(socket));
  const { port, unreadable } = await through(upstream.url);
  const words = [
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    'POST / HTTP/1.1\r\nContent-Length: x\r\n\r\nab',
    '\x16\x03\x01 hello',
  ];
  for (const [index, sent] of words.entries()) {
    const speaker = speak(port);
    speaker.socket.end(Buffer.from(sent, 'latin1'));
    expect((await speaker.ended()).text).toBe(sent);
    expect(unreadable).toHaveLength(index + 1);
  }
});

test('an answer that is no HTTP reaches the client and is recorded as one', async ({ raw, through }) => {
  const answers = [
    'HTTP/2 200\r\n\r\n',
    'hello there\r\n\r\n',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
  ];
  const upstream = await raw((socket, count) => socket.once('data', () => socket.end(answers[count - 1] as string)));
  const { port, seen } = await through(upstream.url);
  for (const answer of answers) expect((await speak(port, get('/')).ended()).text).toBe(answer);

  expect((await seen(3)).map((exchange) => failureOf(exchange)?.kind)).toEqual(Array(3).fill('malformed'));
});

test('a head without an end is passed on once it is too long to be one', async ({ raw, through }) => {
  let received = 0;
  const upstream = await raw((socket) => socket.on('data', (chunk: Buffer) => (received += chunk.length)));
  const { port, unreadable } = await through(upstream.url);
  const { socket } = speak(port, `GET / HTTP/1.1\r\n${'X: y\r\n'.repeat(60_000)}`);
  await expect.poll(() => received).toBe(360_016);
  socket.destroy();

  expect(unreadable).toEqual(['the head is longer than 262144 bytes']);
});

test('it stops when what is under way is over, or when patience ends', async ({ raw, through }) => {
  const upstream = await raw((socket) =>
    onRequests(socket, (head) => {
      if (head.includes('/slow')) setTimeout(() => socket.write(response('slow')), 200);
    }),
  );
  const { port, seen, stop } = await through(upstream.url);
  const [slow, stuck, idle] = [speak(port, get('/slow')), speak(port, get('/stuck')), speak(port)];
  await once(idle.socket, 'connect');
  await expect.poll(upstream.connections).toBe(3);
  await new Promise((resolve) => setTimeout(resolve, 50));
  await stop(1_000);

  expect((await slow.ended()).text).toContain('slow');
  expect((await stuck.ended()).text).toBe('');
  expect((await idle.ended()).text).toBe('');
  const outcomes = (await seen(2)).map(({ request, outcome }) => [request.url.split('/').pop(), outcome?.kind]);
  expect(outcomes).toEqual([
    ['slow', 'answered'],
    ['stuck', undefined],
  ]);
});
