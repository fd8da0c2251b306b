// The client against servers that keep the rules, in all the ways that the rules allow.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import zlib from 'node:zlib';
import { fieldBytes, RequestError } from '../../../exchange/client/client.ts';
import type { Exchange } from '../../../exchange/exchange.ts';
import { expect, onRequests, response, test } from '../fixtures.ts';

const answer = (exchange: Exchange) => {
  if (exchange.outcome.kind !== 'answered') throw new Error(JSON.stringify(exchange.outcome));
  return exchange.outcome.response;
};
const textOf = (exchange: Exchange) => Buffer.from(answer(exchange).body).toString();

test('a request becomes an exchange with times in order and an id of its own', async ({ web, client }) => {
  const server = await web((_, reply) => setTimeout(() => reply.end('hello'), 20));
  const target = client(server.url);
  const before = Date.now();

  const [one, other] = await Promise.all([
    target.send({ method: 'GET', path: '/a', user: 'owner', purpose: 'CARD-01' }),
    target.send({ method: 'GET', path: '/b' }),
  ]);

  const { startedAt, sent, answered, ended } = one.times;
  expect(Math.abs(startedAt - before)).toBeLessThan(1_000);
  expect(sent).toBeGreaterThanOrEqual(0);
  expect(answered as number).toBeGreaterThanOrEqual(sent + 19);
  expect(ended).toBeGreaterThanOrEqual(answered as number);
  expect(one.id).not.toBe(other.id);
  expect([one.user, one.purpose, other.user]).toEqual(['owner', 'CARD-01', undefined]);
  expect(textOf(one)).toBe('hello');
});

test('ids of two clients never meet', async ({ web, client }) => {
  const server = await web((_, reply) => reply.end());
  const ids = new Set<string>();

  for (let i = 0; i < 5; i += 1) ids.add((await client(server.url).send({ method: 'GET', path: '/' })).id);

  expect(ids.size).toBe(5);
});

test('connections are kept for one request after the other', async ({ web, client }) => {
  const server = await web((_, reply) => reply.end());
  const target = client(server.url, { connections: 1 });

  for (let i = 0; i < 5; i += 1) await target.send({ method: 'GET', path: '/' });

  expect(server.connections()).toBe(1);
});

test('every exchange is handed to the listener', async ({ web, client }) => {
  const server = await web((_, reply) => reply.end());
  const heard: string[] = [];
  const target = client(server.url, { onExchange: (exchange) => heard.push(exchange.id) });

  const sent = [await target.send({ method: 'GET', path: '/' }), await target.send({ method: 'GET', path: '/' })];

  expect(heard).toEqual(sent.map((exchange) => exchange.id));
});

test('the path is appended to the base as it stands', async ({ raw, client }) => {
  const lines: (string | undefined)[] = [];
  const server = await raw((socket) =>
    onRequests(socket, (head) => {
      lines.push(head.split('\r\n')[0]);
      socket.write(response(''));
    }),
  );
  const path = `/v2/card/../%2e/a%00?x=[1]&x=${fieldBytes('é')}`;

  const exchange = await client(`${server.url}/api/`).send({ method: 'GET', path });

  expect(lines).toEqual([`GET /api${path} HTTP/1.1`]);
  expect(exchange.request.url).toBe(`${server.url}/api${path}`);
});

test('header names and values arrive as given, in order and repeated', async ({ web, client }) => {
  const seen: string[][] = [];
  const server = await web((request, reply) => {
    seen.push(request.rawHeaders);
    reply.end();
  });

  const exchange = await client(server.url).send({
    method: 'GET',
    path: '/',
    headers: [
      ['X-One', '1'],
      ['x-TWO', 'caf\xe9'],
      ['X-One', ''],
      ['x-three', fieldBytes('日本')],
    ],
  });

  const host = server.url.slice('http://'.length);
  expect(seen[0]?.filter((_, i, all) => !/^connection$/i.test(all[i - (i % 2)] as string))).toEqual([
    ...['host', host, 'X-One', '1', 'x-TWO', 'caf\xe9', 'X-One', '', 'x-three', Buffer.from('日本').toString('latin1')],
  ]);
  expect(exchange.request.headers).toEqual([
    ['host', host],
    ['X-One', '1'],
    ['x-TWO', 'caf\xe9'],
    ['X-One', ''],
    ['x-three', Buffer.from('日本').toString('latin1')],
  ]);
});

test('nothing is added to a request that it does not need', async ({ raw, client }) => {
  const heads: string[] = [];
  const server = await raw((socket) =>
    onRequests(socket, (head) => {
      heads.push(head);
      socket.write(response(''));
    }),
  );
  const target = client(server.url);

  await target.send({ method: 'POST', path: '/', body: 'abc' });
  await target.send({ method: 'POST', path: '/' });

  const host = `host: 127.0.0.1:${server.port}`;
  expect(heads).toEqual([
    `POST / HTTP/1.1\r\n${host}\r\nconnection: keep-alive\r\ncontent-length: 3`,
    `POST / HTTP/1.1\r\n${host}\r\nconnection: keep-alive\r\ncontent-length: 0`,
  ]);
});

test('default headers yield to those of the request', async ({ web, client }) => {
  const seen: unknown[] = [];
  const server = await web((request, reply) => {
    seen.push([request.headers['user-agent'], request.headers['x-run']]);
    reply.end();
  });
  const target = client(server.url, {
    headers: [
      ['User-Agent', 'assay'],
      ['X-Run', '7'],
    ],
  });

  await target.send({ method: 'GET', path: '/', headers: [['user-agent', 'other']] });

  expect(seen).toEqual([['other', '7']]);
});

test('odd methods, raw bodies and long heads are sent', async ({ listening, client }) => {
  const seen: unknown[] = [];
  const server = await listening(
    http.createServer({ maxHeaderSize: 1_000_000 }, (request, reply) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { method, url = '', headers } = request;
        seen.push([method, url.length, headers['x-long']?.length, headers['content-type'], Buffer.concat(chunks)]);
        reply.end();
      });
    }),
  );
  const body = Buffer.from([0, 255, 128, 10]);

  await client(server.url).send({
    method: 'SEARCH',
    path: `/${'a'.repeat(60_000)}`,
    headers: [['x-long', 'b'.repeat(100_000)]],
    body,
  });

  expect(seen).toEqual([['SEARCH', 60_001, 100_000, undefined, body]]);
});

for (const [what, request] of Object.entries({
  'a line break in a header': { method: 'GET', path: '/', headers: [['x', 'a\r\nb']] as const },
  'a header beyond bytes': { method: 'GET', path: '/', headers: [['x', '日本']] as const },
  'a space in the path': { method: 'GET', path: '/a b' },
  'a path without a slash': { method: 'OPTIONS', path: '*' },
  'a method that is no token': { method: 'G T', path: '/' },
  'an expectation': { method: 'POST', path: '/', headers: [['expect', '100-continue']] as const, body: 'x' },
  'a wrong content-length': { method: 'POST', path: '/', headers: [['content-length', '9']] as const, body: 'x' },
  'a tunnel': { method: 'CONNECT', path: '/' },
}))
  test(`${what} is refused before anything is sent`, async ({ raw, client }) => {
    let heard = 0;
    const server = await raw((socket) => socket.on('data', () => (heard += 1)));

    const refusal = client(server.url).send(request);

    await expect(refusal).rejects.toBeInstanceOf(RequestError);
    expect(heard).toBe(0);
  });

test('response headers keep their names, order and repetition', async ({ raw, client }) => {
  const server = await raw((socket) =>
    onRequests(socket, () => {
      socket.write('HTTP/1.1 200 OK\r\nX-b: 1\r\nx-A: caf\xe9\r\nX-b:  2 \r\nSet-Cookie: a=1\r\n', 'latin1');
      socket.write('Set-Cookie: b=2\r\nContent-Length: 0\r\n\r\n');
    }),
  );

  const exchange = await client(server.url).send({ method: 'GET', path: '/' });

  expect(answer(exchange).headers).toEqual([
    ['X-b', '1'],
    ['x-A', 'caf\xe9'],
    ['X-b', '2'],
    ['Set-Cookie', 'a=1'],
    ['Set-Cookie', 'b=2'],
    ['Content-Length', '0'],
  ]);
});

test('a redirection is an answer and is not followed', async ({ web, client }) => {
  const server = await web((_, reply) => reply.writeHead(302, { location: '/elsewhere' }).end());

  const exchange = await client(server.url).send({ method: 'GET', path: '/' });

  expect(answer(exchange).status).toBe(302);
  expect(server.connections()).toBe(1);
});

const codings: Record<string, (text: string) => Buffer> = {
  gzip: (text) => zlib.gzipSync(text),
  'X-GZIP': (text) => zlib.gzipSync(text),
  deflate: (text) => zlib.deflateSync(text),
  'deflate without its frame': (text) => zlib.deflateRawSync(text),
  br: (text) => zlib.brotliCompressSync(text),
  'deflate, gzip': (text) => zlib.gzipSync(zlib.deflateSync(text)),
  identity: (text) => Buffer.from(text),
};
for (const [coding, encode] of Object.entries(codings))
  test(`a body coded as ${coding.toLowerCase()} is decoded`, async ({ web, client }) => {
    const server = await web((request, reply) => {
      expect(request.headers['accept-encoding']).toBeUndefined();
      reply.setHeader('content-encoding', coding.replace(/ without.*/, '')).end(encode('{"id":"ä"}'));
    });

    const exchange = await client(server.url).send({ method: 'GET', path: '/' });

    expect(textOf(exchange)).toBe('{"id":"ä"}');
  });

test('zstd is decoded where node can', async ({ web, client }) => {
  const compress = (zlib as { zstdCompressSync?: (text: string) => Buffer }).zstdCompressSync;
  const server = await web((_, reply) =>
    reply.setHeader('content-encoding', 'zstd').end(compress ? compress('plain') : 'coded'),
  );

  const { outcome } = await client(server.url).send({ method: 'GET', path: '/' });

  if (compress) expect(outcome).toMatchObject({ kind: 'answered' });
  else expect(outcome).toMatchObject({ kind: 'failed', failure: { kind: 'malformed' } });
});

test('no body needs no decoding', async ({ web, client }) => {
  const server = await web((request, reply) => {
    reply.setHeader('content-encoding', 'gzip');
    reply.writeHead(request.url === '/204' ? 204 : 200).end();
  });
  const target = client(server.url);

  const exchanges = [
    await target.send({ method: 'HEAD', path: '/' }),
    await target.send({ method: 'GET', path: '/204' }),
    await target.send({ method: 'GET', path: '/' }),
  ];

  expect(exchanges.map((exchange) => [answer(exchange).status, answer(exchange).body.length])).toEqual([
    [200, 0],
    [204, 0],
    [200, 0],
  ]);
});

test('a body longer than is kept is cut and says so', async ({ web, client }) => {
  const server = await web((_, reply) => reply.end('x'.repeat(1_000_000)));
  const target = client(server.url, { bodyLimit: 1_000 });

  const exchange = await target.send({ method: 'GET', path: '/' });
  const next = await target.send({ method: 'GET', path: '/' });

  expect(answer(exchange)).toMatchObject({ status: 200, cut: true });
  expect(textOf(exchange)).toBe('x'.repeat(1_000));
  expect(answer(next).cut).toBe(true);
});

test('a body of exactly the limit is whole', async ({ web, client }) => {
  const server = await web((_, reply) => reply.end('x'.repeat(1_000)));

  const exchange = await client(server.url, { bodyLimit: 1_000 }).send({ method: 'GET', path: '/' });

  expect(answer(exchange).cut).toBeUndefined();
  expect(answer(exchange).body.length).toBe(1_000);
});

test('a small coded body that unpacks to a huge one is cut', async ({ web, client }) => {
  const packed = zlib.gzipSync(Buffer.alloc(20_000_000, 'x'));
  const server = await web((_, reply) => reply.setHeader('content-encoding', 'gzip').end(packed));

  const exchange = await client(server.url, { bodyLimit: 100_000 }).send({ method: 'GET', path: '/' });

  expect(answer(exchange)).toMatchObject({ cut: true });
  expect(textOf(exchange)).toBe('x'.repeat(100_000));
});

test('a coded body that is cut shows its beginning', async ({ web, client }) => {
  const text = Array.from({ length: 50_000 }, (_, i) => `${(i * 7919) % 100_003}`).join();
  const server = await web((_, reply) => reply.setHeader('content-encoding', 'gzip').end(zlib.gzipSync(text)));

  const exchange = await client(server.url, { bodyLimit: 50_000 }).send({ method: 'GET', path: '/' });

  expect(answer(exchange).cut).toBe(true);
  expect(text.startsWith(textOf(exchange).slice(0, 10_000))).toBe(true);
  expect(textOf(exchange).length).toBeGreaterThan(10_000);
});

test('a server that closes after each response is served on new connections', async ({ web, client }) => {
  const server = await web((_, reply) => reply.setHeader('connection', 'close').end('ok'));
  const target = client(server.url, { connections: 1 });

  const exchanges = [];
  for (let i = 0; i < 4; i += 1) exchanges.push(await target.send({ method: 'POST', path: '/', body: '{}' }));

  expect(exchanges.map(textOf)).toEqual(['ok', 'ok', 'ok', 'ok']);
  expect(server.connections()).toBe(4);
});

test('a server of HTTP/1.0 whose body ends with the connection is understood', async ({ raw, client }) => {
  const server = await raw((socket) =>
    onRequests(socket, () => socket.end('HTTP/1.0 200 OK\r\nContent-Type: text/plain\r\n\r\nold times')),
  );
  const target = client(server.url, { connections: 1 });

  const exchanges = [
    await target.send({ method: 'GET', path: '/' }),
    await target.send({ method: 'POST', path: '/', body: 'x' }),
  ];

  expect(exchanges.map(textOf)).toEqual(['old times', 'old times']);
});

test('a slow server is waited for', async ({ raw, client }) => {
  const server = await raw((socket) =>
    onRequests(socket, () => {
      const whole = response('slowly but surely');
      const send = (at: number) => {
        if (at >= whole.length) return;
        socket.write(whole.slice(at, at + 3));
        setTimeout(send, 10, at + 3);
      };
      send(0);
    }),
  );

  const exchange = await client(server.url).send({ method: 'GET', path: '/' });

  expect(textOf(exchange)).toBe('slowly but surely');
  expect(exchange.times.ended).toBeGreaterThan((exchange.times.answered as number) + 10);
});

for (const interim of ['100 Continue', '102 Processing', '103 Early Hints'])
  test(`an interim ${interim} is read past`, async ({ raw, client }) => {
    const server = await raw((socket) =>
      onRequests(socket, () => {
        socket.write(`HTTP/1.1 ${interim}\r\nLink: </style.css>\r\n\r\n`);
        setTimeout(() => socket.write(`HTTP/1.1 ${interim}\r\n\r\n${response('final')}`), 10);
      }),
    );
    const target = client(server.url, { connections: 1 });

    const exchanges = [
      await target.send({ method: 'POST', path: '/', body: 'x' }),
      await target.send({ method: 'GET', path: '/' }),
    ];

    expect(exchanges.map(textOf)).toEqual(['final', 'final']);
    expect(exchanges.map((exchange) => answer(exchange).status)).toEqual([200, 200]);
    expect(server.connections()).toBe(1);
  });

test('an interim 100 Continue in single bytes is read past', async ({ raw, client }) => {
  const server = await raw((socket) => {
    socket.setNoDelay(true);
    onRequests(socket, () => {
      const whole = `HTTP/1.1 100 Continue\r\n\r\n${response('final')}`;
      const send = (at: number) => {
        if (at >= whole.length) return;
        socket.write(whole[at] as string);
        setTimeout(send, 1, at + 1);
      };
      send(0);
    });
  });

  const exchange = await client(server.url).send({ method: 'POST', path: '/', body: 'x' });

  expect([answer(exchange).status, textOf(exchange)]).toEqual([200, 'final']);
});

test('a body that begins like an interim response stays whole', async ({ raw, client }) => {
  const body = 'HTTP/1.1 100 Continue\r\n\r\nnot at all';
  const server = await raw((socket) =>
    onRequests(socket, () => {
      const whole = response(body);
      socket.write(whole.slice(0, -body.length));
      setTimeout(() => socket.write(body), 20);
    }),
  );

  const exchange = await client(server.url).send({ method: 'GET', path: '/' });

  expect(textOf(exchange)).toBe(body);
});

test('a response that comes before the request body is read counts', async ({ raw, client }) => {
  const server = await raw((socket) => {
    socket.once('data', () => {
      socket.write(response('too large', '413 Content Too Large', 'connection: close\r\n'));
      socket.resume();
      setTimeout(() => socket.end(), 200);
    });
  });

  const exchange = await client(server.url).send({ method: 'POST', path: '/', body: Buffer.alloc(20_000_000) });

  expect([answer(exchange).status, textOf(exchange)]).toEqual([413, 'too large']);
});

test('an answer that comes while a large body is still being sent is heard, though the server closes', async ({
  client,
}) => {
  const code = `require('node:http').createServer((request, reply) => {
    reply.writeHead(413, { connection: 'close', 'content-length': 3 }).end('no\\n');
  }).listen(0, '127.0.0.1', function () { process.stdout.write(String(this.address().port)); })`;
  const server = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = (await once(server.stdout, 'data')) as [Buffer];
  const target = client(`http://127.0.0.1:${Number(port)}`);
  const body = 'a'.repeat(4_000_000);

  const sent = await Promise.all(Array.from({ length: 60 }, () => target.send({ method: 'POST', path: '/', body })));

  server.kill();
  const outcomes = sent.map(({ outcome }) => (outcome.kind === 'answered' ? outcome.response.status : outcome.failure));
  expect(outcomes).toEqual(sent.map(() => 413));
});

test('chunked bodies with trailers are put together', async ({ raw, client }) => {
  const server = await raw((socket) =>
    onRequests(socket, () =>
      socket.write(
        'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n6;x=y\r\n world\r\n0\r\nX-Sum: 1\r\n\r\n',
      ),
    ),
  );

  const exchange = await client(server.url).send({ method: 'GET', path: '/' });

  expect(textOf(exchange)).toBe('hello world');
});

test('the caller may give up, and only that request is given up', async ({ web, client }) => {
  const server = await web((request, reply) => void (request.url === '/never' ? undefined : reply.end('ok')));
  const target = client(server.url);
  const abort = new AbortController();

  const given = target.send({ method: 'GET', path: '/never', signal: abort.signal });
  setTimeout(() => abort.abort(new Error('enough')), 50);

  await expect(given).rejects.toThrow('enough');
  await expect(target.send({ method: 'GET', path: '/', signal: abort.signal })).rejects.toThrow('enough');
  expect(textOf(await target.send({ method: 'GET', path: '/' }))).toBe('ok');
});

test('a request that waits for a connection is not late before it is sent', async ({ web, client }) => {
  const server = await web((_, reply) => setTimeout(() => reply.end('ok'), 150));
  const target = client(server.url, { connections: 1, timeouts: { connect: 1_000, response: 400 } });

  const exchanges = await Promise.all([1, 2, 3, 4].map(() => target.send({ method: 'GET', path: '/' })));

  expect(exchanges.map(textOf)).toEqual(['ok', 'ok', 'ok', 'ok']);
  expect(exchanges[3]?.times.sent).toBeGreaterThan(400);
});

test('a closed client refuses', async ({ web, client }) => {
  const server = await web((_, reply) => reply.end());
  const target = client(server.url);
  await target.close();

  await expect(target.send({ method: 'GET', path: '/' })).rejects.toBeInstanceOf(RequestError);
});
