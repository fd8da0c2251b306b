// The client over TLS and through proxies.
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { Exchange } from '../../../exchange/exchange.ts';
import { expect, test } from '../fixtures.ts';
import { createAuthority } from './certificates.ts';

const authority = createAuthority('test authority');
const own = authority.issue('localhost', '127.0.0.1');
const stranger = createAuthority('another authority');

const secure = (options: https.ServerOptions = {}) =>
  https.createServer({ cert: own.certificate, key: own.key, ...options }, (request, reply) => {
    const peer = (request.socket as TLSSocket).getPeerCertificate();
    reply.end(`hello ${peer.subject?.CN ?? 'nobody'}`);
  });

const said = ({ outcome }: Exchange) =>
  outcome.kind === 'answered' ? Buffer.from(outcome.response.body).toString() : outcome.failure.kind;

test('a target with a certificate of the given authority is trusted', async ({ listening, client }) => {
  const server = await listening(secure(), 'https');
  const target = client(server.url, { tls: { ca: authority.certificate }, connections: 1 });

  const exchanges = [await target.send({ method: 'GET', path: '/' }), await target.send({ method: 'GET', path: '/' })];

  expect(exchanges.map(said)).toEqual(['hello nobody', 'hello nobody']);
  expect(server.connections()).toBe(1);
});

test('a certificate of an unknown authority is not trusted', async ({ listening, client }) => {
  const server = await listening(secure(), 'https');

  const exchanges = [
    await client(server.url).send({ method: 'GET', path: '/' }),
    await client(server.url, { tls: { ca: stranger.certificate } }).send({ method: 'GET', path: '/' }),
  ];

  expect(exchanges.map(said)).toEqual(['tls', 'tls']);
});

test('a certificate for another name is not trusted', async ({ listening, client }) => {
  const other = authority.issue('elsewhere.example');
  const server = await listening(secure({ cert: other.certificate, key: other.key }), 'https');

  const exchange = await client(server.url, { tls: { ca: authority.certificate } }).send({ method: 'GET', path: '/' });

  expect(said(exchange)).toBe('tls');
});

test('no environment variable switches verification off', async ({ listening, client }) => {
  const server = await listening(secure(), 'https');
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
  try {
    expect(said(await client(server.url).send({ method: 'GET', path: '/' }))).toBe('tls');
  } finally {
    delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
  }
});

test('a client certificate is shown', async ({ listening, client }) => {
  const server = await listening(secure({ requestCert: true, ca: authority.certificate }), 'https');
  const { certificate, key } = authority.issue('assay');

  const exchange = await client(server.url, { tls: { ca: authority.certificate, certificate, key } }).send({
    method: 'GET',
    path: '/',
  });

  expect(said(exchange)).toBe('hello assay');
});

test('a missing client certificate is a failure of trust', async ({ listening, client }) => {
  const server = await listening(
    secure({ requestCert: true, rejectUnauthorized: true, ca: authority.certificate }),
    'https',
  );

  const exchange = await client(server.url, { tls: { ca: authority.certificate } }).send({ method: 'GET', path: '/' });

  expect(['tls', 'dropped']).toContain(said(exchange));
});

test('a plain server asked for TLS is no trusted connection', async ({ web, client }) => {
  const server = await web((_, reply) => reply.end());

  const exchange = await client(server.url.replace('http:', 'https:')).send({ method: 'GET', path: '/' });

  expect(said(exchange)).toBe('tls');
});

test('a handshake that never ends is given up', async ({ raw, client }) => {
  const server = await raw((socket) => socket.resume());
  const target = client(server.url.replace('http:', 'https:'), { timeouts: { connect: 300, response: 1_000 } });

  expect(said(await target.send({ method: 'GET', path: '/' }))).toBe('tls');
});

/** A proxy that tunnels, and the requests that it got. */
const tunnelling = (wanted?: string) => {
  const asked: unknown[] = [];
  const server = http.createServer();
  server.on('connect', (request: http.IncomingMessage, socket: net.Socket) => {
    asked.push([request.url, request.headers['proxy-authorization']]);
    socket.on('error', () => {});
    if (wanted !== undefined && request.headers['proxy-authorization'] !== wanted)
      return socket.end('HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n');
    const [host = '', port] = (request.url as string).split(':');
    const upstream = net.connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      upstream.pipe(socket).pipe(upstream);
    });
    upstream.on('error', () => socket.destroy());
    socket.on('close', () => upstream.destroy());
  });
  return { server, asked };
};

test('a proxy tunnels to plain and to TLS targets', async ({ listening, web, client }) => {
  const { server, asked } = tunnelling();
  const proxy = await listening(server);
  const plain = await web((request, reply) => reply.end(String(request.headers['x-a'])));
  const trusted = await listening(secure(), 'https');

  const exchanges = [
    await client(plain.url, { proxy: proxy.url }).send({
      method: 'GET',
      path: '/',
      headers: [
        ['x-a', '1'],
        ['x-a', '2'],
      ],
    }),
    await client(trusted.url, { proxy: proxy.url, tls: { ca: authority.certificate } }).send({
      method: 'GET',
      path: '/',
    }),
  ];

  expect(exchanges.map(said)).toEqual(['1, 2', 'hello nobody']);
  expect(asked).toEqual([
    [`127.0.0.1:${plain.port}`, undefined],
    [`127.0.0.1:${trusted.port}`, undefined],
  ]);
});

test('verification goes through the tunnel', async ({ listening, client }) => {
  const { server } = tunnelling();
  const proxy = await listening(server);
  const trusted = await listening(secure(), 'https');

  const exchange = await client(trusted.url, { proxy: proxy.url }).send({ method: 'GET', path: '/' });

  expect(said(exchange)).toBe('tls');
});

test('a proxy gets its credentials and the target does not', async ({ listening, web, client }) => {
  const wanted = `Basic ${Buffer.from('us er:p@ss').toString('base64')}`;
  const { server } = tunnelling(wanted);
  const proxy = await listening(server);
  const seen: unknown[] = [];
  const plain = await web((request, reply) => {
    seen.push(request.headers['proxy-authorization']);
    reply.end('ok');
  });
  const url = proxy.url.replace('://', '://us%20er:p%40ss@');

  const exchange = await client(plain.url, { proxy: url }).send({ method: 'GET', path: '/' });
  const refused = await client(plain.url, { proxy: proxy.url }).send({ method: 'GET', path: '/' });

  expect(said(exchange)).toBe('ok');
  expect(seen).toEqual([undefined]);
  expect(refused.outcome).toMatchObject({ failure: { kind: 'refused', message: expect.stringContaining('407') } });
});

test('a proxy that is not there is named and its credentials are not', async ({ client }) => {
  const exchange = await client('http://127.0.0.1:9', { proxy: 'http://user:password@127.0.0.1:1' }).send({
    method: 'GET',
    path: '/',
  });

  expect(exchange.outcome).toMatchObject({
    failure: { kind: 'refused', message: expect.stringMatching(/^proxy 127\.0\.0\.1:1: (?!.*password)/) },
  });
});
