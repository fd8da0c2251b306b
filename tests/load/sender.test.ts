// Requests are sent when they are due, whatever the target does with earlier ones.
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { type Client, createClient } from '../../exchange/client/client.ts';
import { at, steady } from '../../load/pacing/schedule.ts';
import { pace } from '../../load/pacing/sender.ts';

const withTarget = async (listener: RequestListener, use: (client: Client) => Promise<void>): Promise<void> => {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const client = createClient({
    baseUrl: `http://127.0.0.1:${port}`,
    connections: 64,
    timeouts: { connect: 5000, response: 10_000 },
  });
  try {
    await use(client);
  } finally {
    await client.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
};

const getting = (client: Client) => (path: string, signal: AbortSignal) => client.send({ method: 'GET', path, signal });

test('no request goes out before it is due, and all do', async () => {
  await withTarget(
    (_, response) => response.end(),
    async (client) => {
      const schedule = steady(50, 400, (index) => `/${index}`);

      const pacing = await pace(schedule, { send: getting(client), concurrency: 8 });

      expect(pacing.sent.map(({ exchange }) => new URL(exchange.request.url).pathname)).toEqual(
        schedule.map(({ request }) => request),
      );
      for (const { due, handed } of pacing.sent) expect(handed).toBeGreaterThanOrEqual(due);
      expect(pacing.abandoned).toBe(0);
    },
  );
});

test('slow answers do not hold back the requests after them', async () => {
  let waiting = 0;
  let most = 0;
  await withTarget(
    (_, response) => {
      waiting += 1;
      most = Math.max(most, waiting);
      setTimeout(() => {
        waiting -= 1;
        response.end();
      }, 600);
    },
    async (client) => {
      const pacing = await pace(
        at([0, 20, 40, 60, 80], () => '/slow'),
        { send: getting(client), concurrency: 16 },
      );

      expect(most).toBe(5);
      expect(pacing.sent.filter(({ heldBack }) => heldBack)).toEqual([]);
    },
  );
});

test('no more are under way than allowed, and what was held back is reported', async () => {
  let waiting = 0;
  let most = 0;
  await withTarget(
    (_, response) => {
      waiting += 1;
      most = Math.max(most, waiting);
      setTimeout(() => {
        waiting -= 1;
        response.end();
      }, 100);
    },
    async (client) => {
      const pacing = await pace(
        at([0, 0, 0, 0, 0], () => '/slow'),
        { send: getting(client), concurrency: 2 },
      );

      expect(most).toBe(2);
      expect(pacing.sent.map(({ heldBack }) => heldBack)).toEqual([false, false, true, true, true]);
    },
  );
});

test('an abort ends the waiting, the requests under way, and everything that was still to come', async () => {
  await withTarget(
    () => undefined,
    async (client) => {
      const stop = new AbortController();
      const schedule = at([0, 0, 50_000], () => '/never');
      const running = pace(schedule, { send: getting(client), concurrency: 8, signal: stop.signal });
      setTimeout(() => stop.abort(), 100);

      const pacing = await running;

      expect(pacing).toEqual({ sent: [], abandoned: 3 });
    },
  );
});

test('what the sending function rejects for is rejected for, and nothing more is sent', async () => {
  let calls = 0;
  const send = () => {
    calls += 1;
    return Promise.reject(new Error('no such session'));
  };

  const running = pace(
    at([0, 50, 5000], () => '/'),
    { send, concurrency: 8 },
  );

  await expect(running).rejects.toThrow('no such session');
  expect(calls).toBe(1);
});
