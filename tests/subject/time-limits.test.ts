// A request that hangs gets its whole time twice, and less from then on; a slow answer is still waited for.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import type { Exchange } from '../../exchange/exchange.ts';
import { sharedHangs } from '../../harness/hangs.ts';
import { type Connection, connect } from '../../subject/connection.ts';
import { defaultProfile } from '../../subject/profile/profile.ts';
import type { HangLog } from '../../subject/waiting/hang-log.ts';

const id = '5a0e8b34-6c5d-4b0f-9f7b-2d9c1e3a4b5c';

const ending = ({ outcome }: Exchange): string | number =>
  outcome.kind === 'answered' ? outcome.response.status : outcome.failure.message;

/** Milliseconds that an answer may take. */
const usual = 3_000;
const full = `no response within ${usual} ms`;
const shortened = /within ([\d.]+) ms, in place of \d+ ms, as others like it had timed out/;

interface Bench {
  /** Each call makes the connection of another process. */
  connection(hangs?: HangLog, response?: number): Connection;
  /** The paths of the requests that arrived. */
  readonly arrived: string[];
}

const it = test.extend<{ bench: (isHanging: (path: string) => boolean) => Promise<Bench> }>({
  bench: async ({}, use) => {
    const stops: (() => unknown)[] = [];
    await use(async (isHanging) => {
      const arrived: string[] = [];
      const server = createServer(async ({ url = '' }, response) => {
        arrived.push(url.slice('/api'.length));
        if (isHanging(url)) return;
        if (url.includes('slow')) await sleep(900);
        response.end('{}');
      }).listen(0, '127.0.0.1');
      await new Promise((ready) => server.once('listening', ready));
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
      const profile = defaultProfile({ ASSAY_USERNAME: 'x', ASSAY_PASSWORD: 'y' }, { url });
      stops.push(() => {
        server.closeAllConnections();
        server.close();
      });
      return {
        arrived,
        connection(hangs, response = usual) {
          const timeouts = { connect: 5000, response };
          const connection = connect({ ...profile, timeouts }, hangs ? { hangs } : {});
          stops.unshift(() => connection.close());
          return connection;
        },
      };
    });
    for (const stop of stops) await stop();
  },
});

const reader = (connection: Connection) => async (path: string) => connection.send({ method: 'GET', path });

it('the third silence of one kind of question is cut short, and no other question is', async ({ bench }) => {
  const { connection } = await bench((url) => url.includes('expand'));
  const send = reader(connection(undefined, 8_000));
  const slow = ending(await send(`/v2/payment/${id}?slow=1`));
  const hanging = [];
  for (const value of ['files', 'card', 'merchant'])
    hanging.push(ending(await send(`/v2/payment/${id}?expand=${value}`)));
  const others = [ending(await send(`/v2/payment/${id}?slow=2`)), ending(await send('/v2/card'))];

  expect(slow).toBe(200);
  expect(hanging.slice(0, 2)).toEqual(Array(2).fill('no response within 8000 ms'));
  const [, limit] = shortened.exec(String(hanging[2])) ?? [];
  expect(Number(limit)).toBeGreaterThanOrEqual(2700);
  expect(Number(limit)).toBeLessThan(8000);
  expect(others).toEqual([200, 200]);
});

it('what timed out side by side counts once, as it may have met one pause of the target', async ({ bench }) => {
  const { connection } = await bench((url) => url.includes('expand'));
  const send = reader(connection());
  const ask = async (value: string) => ending(await send(`/v2/payment/${id}?expand=${value}`));

  const together = await Promise.all(['a', 'b', 'c', 'd', 'e'].map(ask));
  const afterwards = [await ask('a'), await ask('a')];

  expect([...together, afterwards[0]]).toEqual(Array(6).fill(full));
  expect(afterwards[1]).toMatch(shortened);
});

it('a process that begins knows what has hung for another one', async ({ bench }, info) => {
  const { connection } = await bench((url) => url.includes('expand'));
  const log = info.outputPath('.run', 'hangs.log');
  const first = reader(connection(sharedHangs(log)));
  for (const value of ['files', 'card']) await first(`/v2/payment/${id}?expand=${value}`);

  const second = reader(connection(sharedHangs(log)));

  expect(ending(await second(`/v2/payment/${id}?expand=merchant`))).toMatch(shortened);
  expect(ending(await second(`/v2/payment/${id}`))).toBe(200);
});

it('a question that nobody got an answer to is asked now and then alone, until it is answered', async ({ bench }) => {
  let hangs = true;
  const { connection, arrived } = await bench((url) => hangs && url.includes('merchant'));
  const send = reader(connection());
  const ask = (payment: number) => send(`/v2/payment/${payment}?expand=merchant`);
  for (const time of [1, 2]) await Promise.all([1, 2, 3, 4].map((payment) => ask(payment * time)));
  const sent = arrived.length;

  const standing = await Promise.all([11, 12, 13].map(ask));
  const other = ending(await send('/v2/payment/11?expand=files'));

  expect(arrived.slice(sent)).toEqual(['/v2/payment/11?expand=files']);
  expect(standing.map(ending)).toEqual([full, full, full]);
  expect(other).toBe(200);
  hangs = false;
  await expect.poll(async () => ending(await ask(11)), { timeout: 20_000 }).toBe(200);
  expect(ending(await ask(12))).toBe(200);
});

it('what has a body is always asked, as its question stands in the body', async ({ bench }) => {
  const { connection, arrived } = await bench(() => true);
  const post = connection();
  const send = (body: string) => post.send({ method: 'POST', path: '/v2/beneficiary', body });
  for (const time of [1, 2]) await Promise.all(['a', 'b', 'c', 'd'].map((body) => send(body + time)));

  await send('another');

  expect(arrived).toHaveLength(9);
});

it('a target that answers logins alone is asked now and then, until it answers again', async ({ bench }) => {
  let hangs = true;
  const { connection, arrived } = await bench((url) => hangs && !url.endsWith('/v3/auth/token'));
  const asked = connection();
  const send = reader(asked);
  const logIn = async () => ending(await asked.send({ method: 'POST', path: '/v3/auth/token', body: '{}' }));
  expect(await logIn()).toBe(200);
  const paths = ['/v2/card', '/v1/card', `/v2/payment/${id}`, `/v2/beneficiary/${id}`];
  for (const _ of [1, 2]) await Promise.all(paths.map(send));
  expect(await logIn()).toBe(200);
  const sent = arrived.length;

  const standing = await Promise.all(['/v2/webhook', '/v2/card?sort=1'].map(send));

  expect(arrived).toHaveLength(sent);
  expect(standing.map(ending)).toEqual([full, full]);
  hangs = false;
  await expect.poll(async () => ending(await send('/v2/webhook')), { timeout: 40_000 }).toBe(200);
  expect(ending(await send('/v2/card'))).toBe(200);
});
