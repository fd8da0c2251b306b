// The client against servers that break the rules, and connections that break or only seem to.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import zlib from 'node:zlib';
import type { FailureKind } from '../../../contract/wire.ts';
import type { Exchange } from '../../../exchange/exchange.ts';
import { expect, onRequests, response, test } from '../fixtures.ts';

const failure = ({ outcome }: Exchange) => {
  if (outcome.kind !== 'failed') throw new Error(`answered ${outcome.response.status}`);
  return outcome.failure;
};
const statusOf = ({ outcome }: Exchange) => (outcome.kind === 'answered' ? outcome.response.status : outcome.failure);

const broken: Record<string, readonly [kind: FailureKind, bytes: string]> = {
  'something that is no HTTP': ['malformed', 'SSH-2.0-OpenSSH\r\n\r\n'],
  'a status line without a status': ['malformed', 'HTTP/1.1 \r\n\r\n'],
  'a header line without a colon': ['malformed', 'HTTP/1.1 200 OK\r\nnonsense\r\n\r\n'],
  'a chunk size that is none': ['malformed', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n'],
  'two different lengths': ['malformed', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab'],
  'an upgrade nobody asked for': [
    'malformed',
    'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
  ],
  'a head without end': ['malformed', `HTTP/1.1 200 OK\r\n${'x-fill: 0123456789\r\n'.repeat(20_000)}`],
  'nothing at all': ['dropped', ''],
  'half a head': ['dropped', 'HTTP/1.1 200 OK\r\ncontent-le'],
  'a body shorter than its length': ['dropped', 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n12345'],
  'a closing body shorter than its length': [
    'dropped',
    'HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 10\r\n\r\n1',
  ],
  'chunks without the last': ['dropped', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n'],
  'a chunk that is cut': ['dropped', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhe'],
  'an interim response only': ['dropped', 'HTTP/1.1 100 Continue\r\n\r\n'],
};
for (const [what, [kind, bytes]] of Object.entries(broken))
  test(`${what} is a failure: ${kind}`, async ({ raw, client }) => {
    const server = await raw((socket) => onRequests(socket, () => socket.end(bytes)));

    const exchange = await client(server.url).send({ method: 'GET', path: '/' });

    expect(failure(exchange).kind).toBe(kind);
    expect(failure(exchange).message).not.toBe('');
    expect(server.connections()).toBe(1);
  });

test('a fresh connection that is reset is dropped and not tried again', async ({ raw, client }) => {
  const server = await raw((socket) => onRequests(socket, () => socket.resetAndDestroy()));

  const exchange = await client(server.url).send({ method: 'GET', path: '/' });

  expect(failure(exchange).kind).toBe('dropped');
  expect(server.connections()).toBe(1);
});

for (const coding of ['gzip', 'deflate', 'br'])
  test(`a body that does not decode as ${coding} is malformed`, async ({ web, client }) => {
    const server = await web((_, reply) => reply.setHeader('content-encoding', coding).end('{"id":"plain as day"}'));

    expect(failure(await client(server.url).send({ method: 'GET', path: '/' })).kind).toBe('malformed');
  });

test('a coded body that lacks its end is malformed', async ({ web, client }) => {
  const half = zlib.gzipSync('a'.repeat(1_000)).subarray(0, 20);
  const server = await web((_, reply) => reply.setHeader('content-encoding', 'gzip').end(half));

  expect(failure(await client(server.url).send({ method: 'GET', path: '/' })).kind).toBe('malformed');
});

test('an unknown content coding is malformed and named', async ({ web, client }) => {
  const server = await web((_, reply) => reply.setHeader('content-encoding', 'rot13').end('uryyb'));

  const exchange = await client(server.url).send({ method: 'GET', path: '/' });

  expect(failure(exchange)).toMatchObject({ kind: 'malformed', message: expect.stringContaining('rot13') });
});

const hanging: Record<string, (socket: net.Socket) => void> = {
  'a server that never answers': () => {},
  'a server that sends half a head': (socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-'),
  'a server that sends half a body': (socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n12345'),
  'a server that dribbles bytes for ever': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
    const timer = setInterval(() => socket.write('1\r\nx\r\n'), 10);
    socket.on('close', () => clearInterval(timer));
  },
  'a server that dribbles headers for ever': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    const timer = setInterval(() => socket.write('x: y\r\n'), 10);
    socket.on('close', () => clearInterval(timer));
  },
  'a server that sends interim responses for ever': (socket) => {
    const timer = setInterval(() => socket.write('HTTP/1.1 100 Continue\r\n\r\n'), 10);
    socket.on('close', () => clearInterval(timer));
  },
};
for (const [what, hang] of Object.entries(hanging))
  test(`${what} is given up in time`, async ({ raw, client }) => {
    const server = await raw((socket) => onRequests(socket, () => hang(socket)));
    const target = client(server.url, { timeouts: { connect: 1_000, response: 300 }, connections: 1 });

    const exchange = await target.send({ method: 'GET', path: '/' });

    expect(failure(exchange)).toMatchObject({ kind: 'timeout', message: expect.stringContaining('300 ms') });
    expect(exchange.times.ended - exchange.times.sent).toBeGreaterThanOrEqual(299);
    expect(exchange.times.ended - exchange.times.sent).toBeLessThan(3_000);
  });

const brokenOff: Record<string, { readonly sent: Buffer; readonly body: string }> = {
  'half a body': {
    sent: Buffer.from('HTTP/1.1 404 Not Found\r\nX: y\r\ncontent-length: 10\r\n\r\n{"a":'),
    body: '{"a":',
  },
  'half a coded body': {
    sent: Buffer.concat([
      Buffer.from('HTTP/1.1 404 Not Found\r\nX: y\r\ncontent-encoding: gzip\r\ncontent-length: 900\r\n\r\n'),
      zlib.gzipSync('{"a":1}').subarray(0, -8),
    ]),
    body: '{"a":1}',
  },
  'a body in a coding that is none': {
    sent: Buffer.from('HTTP/1.1 404 Not Found\r\nX: y\r\ncontent-encoding: gzip\r\ncontent-length: 3\r\n\r\nabc'),
    body: '',
  },
};
for (const [what, { sent, body }] of Object.entries(brokenOff))
  test(`of an answer that breaks off is kept what came: ${what}`, async ({ raw, client }) => {
    const server = await raw((socket) => onRequests(socket, () => socket.end(sent)));

    const { outcome } = await client(server.url).send({ method: 'GET', path: '/' });

    expect(outcome).toMatchObject({ kind: 'failed', beginning: { status: 404 } });
    const came = outcome.kind === 'failed' ? outcome.beginning : undefined;
    expect(came?.headers[0]).toEqual(['X', 'y']);
    expect(Buffer.from(came?.body ?? []).toString()).toBe(body);
  });

test('nothing is kept of an answer that never began', async ({ raw, client }) => {
  const server = await raw((socket) => onRequests(socket, () => socket.end('HTTP/1.1 2')));

  expect((await client(server.url).send({ method: 'GET', path: '/' })).outcome).not.toHaveProperty('beginning');
});

test('after a hang the client goes on', async ({ raw, client }) => {
  const server = await raw((socket, count) =>
    onRequests(socket, () => void (count > 1 && socket.write(response('ok')))),
  );
  const target = client(server.url, { timeouts: { connect: 1_000, response: 200 }, connections: 1 });

  const exchanges = [await target.send({ method: 'GET', path: '/' }), await target.send({ method: 'GET', path: '/' })];

  expect(exchanges.map(statusOf)).toEqual([expect.objectContaining({ kind: 'timeout' }), 200]);
});

test('an answer that lies unread while this process is busy is not late', async ({ raw, client }) => {
  const server = await raw((socket) => onRequests(socket, () => setTimeout(() => socket.write(response('ok')), 20)));
  const target = client(server.url, { timeouts: { connect: 1_000, response: 200 } });
  await target.send({ method: 'GET', path: '/' });

  const sent = target.send({ method: 'GET', path: '/' });
  // The server runs in this process: its answer is written before the busy loop, and read after the deadline.
  setTimeout(() => {
    for (const end = performance.now() + 400; performance.now() < end; );
  }, 60);

  expect(statusOf(await sent)).toBe(200);
});

test('nobody listening is refused', async ({ raw, client }) => {
  const closed = net.createServer();
  await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
  const { port } = closed.address() as net.AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  await raw(() => {});

  const exchange = await client(`http://127.0.0.1:${port}`).send({ method: 'GET', path: '/' });

  expect(failure(exchange).kind).toBe('refused');
  expect(failure(exchange).message).toContain('ECONNREFUSED');
  expect(exchange.times.answered).toBeUndefined();
});

test('a name that does not resolve is refused', async ({ client }) => {
  const exchange = await client('http://no-such-host.invalid').send({ method: 'GET', path: '/' });

  expect(failure(exchange).kind).toBe('refused');
});

// A common false alarm: the server closes an idle connection while a request is on its way to it.
const closingIdle = (answered: string[]) => (socket: net.Socket, connection: number) =>
  onRequests(socket, (head, _, count) => {
    if (connection === 1 && count === 2) return socket.destroy();
    answered.push(head.split(' ')[0] as string);
    socket.write(response('ok'));
  });

for (const method of ['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'POST', 'PATCH'])
  test(`a ${method} that meets a connection just closed by the server is sent again`, async ({ raw, client }) => {
    const answered: string[] = [];
    const server = await raw(closingIdle(answered));
    const target = client(server.url, { connections: 1 });
    await target.send({ method: 'POST', path: '/', body: 'x' });

    const exchange = await target.send({ method, path: '/' });

    expect(statusOf(exchange)).toBe(200);
    expect(exchange.resent).toBe(true);
    expect(answered).toEqual(['POST', method]);
    expect(server.connections()).toBe(2);
  });

test('it is sent again on a fresh connection even when others lie idle', async ({ raw, client }) => {
  const server = await raw((socket, connection) =>
    onRequests(socket, (_, __, count) => {
      // Every connection of the first round is closed at its second request.
      if (connection <= 4 && count === 2) socket.destroy();
      else setTimeout(() => socket.write(response('ok')), 20);
    }),
  );
  const target = client(server.url, { connections: 4 });
  const round = () => Promise.all([1, 2, 3, 4].map(() => target.send({ method: 'GET', path: '/' })));
  await round();

  const exchanges = await round();

  expect(exchanges.map(statusOf)).toEqual([200, 200, 200, 200]);
});

test('it is sent again only once', async ({ raw, client }) => {
  const server = await raw((socket, connection) =>
    onRequests(socket, (_, __, count) => {
      if (connection === 1 && count === 1) socket.write(response('ok'));
      else socket.destroy();
    }),
  );
  const target = client(server.url, { connections: 1 });
  await target.send({ method: 'GET', path: '/' });

  const exchange = await target.send({ method: 'GET', path: '/' });

  expect(failure(exchange).kind).toBe('dropped');
  expect(exchange.resent).toBe(true);
  expect(server.connections()).toBe(2);
});

test('a server that reads a request and drops it is met on the fresh connection too, whatever the method', async ({
  raw,
  client,
}) => {
  const server = await raw((socket) =>
    onRequests(socket, (head) => void (head.startsWith('POST') ? socket.destroy() : socket.write(response('ok')))),
  );
  const target = client(server.url, { connections: 1 });
  await target.send({ method: 'GET', path: '/' });

  const exchange = await target.send({ method: 'POST', path: '/', body: 'x' });

  expect(failure(exchange).kind).toBe('dropped');
  expect(exchange.resent).toBe(true);
  expect(server.connections()).toBe(2);
});

/** In a process of its own, because this one is blocked. Closes every connection on which nothing arrives for 100 ms, new ones as well. */
const impatient = `
  const server = require('node:net').createServer((socket) => {
    socket.setTimeout(100, () => socket.destroy());
    socket.on('error', () => {}).on('data', () => socket.end('HTTP/1.1 200 OK\\r\\ncontent-length: 2\\r\\n\\r\\nok'));
  });
  server.listen(0, '127.0.0.1', () => process.stdout.write(String(server.address().port)));
`;

test('a new connection that stood idle, as this process was busy, is no fault of the server that closed it', async ({
  client,
}) => {
  const server = spawn(process.execPath, ['-e', impatient], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [port] = (await once(server.stdout, 'data')) as [Buffer];
    const target = client(`http://127.0.0.1:${port}`);
    const sending = target.send({ method: 'POST', path: '/', body: 'x' });
    // The connection has been requested by now and the system opens it, but this process is told of it only after the pause.
    await new Promise((resolve) => setImmediate(resolve));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600);

    const exchange = await sending;

    expect(statusOf(exchange)).toBe(200);
    expect(exchange.resent).toBe(true);
  } finally {
    server.kill();
  }
});

test('a 408 for a connection that idled too long is no answer to the request that met it', async ({ raw, client }) => {
  const server = await raw((socket, connection) =>
    onRequests(socket, (_, __, count) => {
      if (connection === 1 && count === 2) socket.end(response('', '408 Request Timeout', 'connection: close\r\n'));
      else socket.write(response('ok'));
    }),
  );
  const target = client(server.url, { connections: 1 });
  await target.send({ method: 'GET', path: '/' });

  const exchange = await target.send({ method: 'POST', path: '/', body: 'x' });

  expect(statusOf(exchange)).toBe(200);
  expect(exchange.resent).toBe(true);
});

test('a 408 on a fresh connection is an answer', async ({ raw, client }) => {
  const server = await raw((socket) => onRequests(socket, () => socket.write(response('', '408 Request Timeout'))));

  expect(statusOf(await client(server.url).send({ method: 'GET', path: '/' }))).toBe(408);
  expect(server.connections()).toBe(1);
});

test('a server that closes after each answer without notice serves every method', async ({ raw, client }) => {
  const server = await raw((socket) => onRequests(socket, () => socket.end(response('ok'))));
  const target = client(server.url, { connections: 4 });

  const exchanges = [];
  for (let round = 0; round < 25; round += 1) {
    const methods = ['GET', 'POST', 'PATCH', 'DELETE'];
    exchanges.push(...(await Promise.all(methods.map((method) => target.send({ method, path: '/', body: 'x' })))));
  }

  expect(new Set(exchanges.map(statusOf))).toEqual(new Set([200]));
});

test('a request is not sent again once a byte of the answer came', async ({ raw, client }) => {
  const server = await raw((socket) =>
    onRequests(socket, (_, __, count) => {
      if (count === 1) socket.write(response('ok'));
      else socket.end('HTTP');
    }),
  );
  const target = client(server.url, { connections: 1 });
  await target.send({ method: 'GET', path: '/' });

  const exchange = await target.send({ method: 'GET', path: '/' });

  expect(failure(exchange).kind).toBe('dropped');
  expect(server.connections()).toBe(1);
});

test('a server that closes idle connections soon serves every method', async ({ listening, client }) => {
  const http = await import('node:http');
  const server = http.createServer((request, reply) => request.resume().on('end', () => reply.end('ok')));
  server.keepAliveTimeout = 50;
  const served = await listening(server);
  const target = client(served.url, { connections: 2 });

  const statuses = [];
  for (const pause of [0, 30, 45, 55, 70, 120, 700]) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    statuses.push(statusOf(await target.send({ method: 'GET', path: '/' })));
  }
  for (const pause of [200, 700, 0]) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    statuses.push(statusOf(await target.send({ method: 'POST', path: '/', body: '{}' })));
  }

  expect(new Set(statuses)).toEqual(new Set([200]));
});

test('a server that keeps idle connections for a second serves what comes just then, under load', async ({
  listening,
  client,
}) => {
  const http = await import('node:http');
  const server = http.createServer((request, reply) => request.resume().on('end', () => reply.end('ok')));
  // Node adds a second of its own to the time that it announces.
  server.keepAliveTimeout = 1;
  const served = await listening(server);
  const target = client(served.url, { connections: 8 });

  const statuses = new Set<unknown>();
  for (const pause of [0, 200, 400, 480, 498, 500, 502, 980, 998, 1000, 1002, 1004]) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    // Keeps this process busy past the moment at which either side closes its idle connections.
    for (const end = performance.now() + 30; performance.now() < end; );
    const posts = Array.from({ length: 40 }, () => target.send({ method: 'POST', path: '/', body: '{}' }));
    for (const exchange of await Promise.all(posts)) statuses.add(statusOf(exchange));
  }

  expect(statuses).toEqual(new Set([200]));
});

test('many failures at once are each their own exchange', async ({ raw, client }) => {
  const server = await raw((socket) => onRequests(socket, () => socket.destroy()));
  const target = client(server.url, { connections: 8 });

  const exchanges = await Promise.all(Array.from({ length: 100 }, () => target.send({ method: 'GET', path: '/' })));

  expect(exchanges.map((exchange) => failure(exchange).kind)).toEqual(Array(100).fill('dropped'));
});
