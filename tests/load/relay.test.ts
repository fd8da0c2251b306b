// The relay between autocannon and a target: every request is counted, and no secret passes it.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { createClient } from '../../exchange/client/client.ts';
import { startRelay } from '../../load/relay.ts';
import { fired, type Scenario } from '../../load/scenarios/scenario.ts';

const listening = async (server: Server): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const scenario: Scenario = {
  name: 'test',
  asks: 'nothing',
  fire: { connections: 5, amount: 40 },
  bodies: 'identical',
  connections: 'kept',
};

const client = (url: string, response = 5000) =>
  createClient({ baseUrl: url, connections: 10, timeouts: { connect: 1000, response } });

test('what autocannon sent was answered or failed, exactly', async () => {
  let asked = 0;
  const target = createServer((request, response) => {
    asked += 1;
    if (asked % 4 === 0) request.socket.destroy();
    else response.writeHead(asked % 4 === 1 ? 429 : 200).end();
  });
  const url = await listening(target);
  const upstream = client(url);

  const { account, exchanges, agreed } = await fired(scenario, ({ signal }) =>
    upstream.send({ method: 'POST', path: '/', signal }),
  );
  await upstream.close();
  target.close();

  expect(account.sent).toBe(40);
  expect(account.answered + account.failed).toBe(40);
  expect(account.failed).toBeGreaterThan(0);
  expect(exchanges).toHaveLength(40);
  expect(agreed).toBe(true);
});

test('no more is passed on than was announced', async () => {
  const target = createServer((_, response) => response.end());
  const upstream = client(await listening(target));
  const relay = await startRelay({
    most: 3,
    send: ({ signal }) => upstream.send({ method: 'GET', path: '/', signal }),
  });

  const statuses = [];
  for (let index = 0; index < 5; index += 1) statuses.push((await fetch(relay.url)).status);
  await relay.close();
  await upstream.close();
  target.close();

  expect(statuses).toEqual([200, 200, 200, 503, 503]);
  expect(relay.account).toEqual({ sent: 3, answered: 3, failed: 0 });
});

test('neither headers nor bodies of the target reach the generator', async () => {
  const target = createServer((_, response) => response.setHeader('set-cookie', 'secret').end('secret'));
  const upstream = client(await listening(target));
  const relay = await startRelay({
    most: 1,
    send: ({ signal }) => upstream.send({ method: 'GET', path: '/', signal }),
  });

  const answer = await fetch(relay.url);

  expect(await answer.text()).toBe('');
  expect(JSON.stringify([...answer.headers])).not.toContain('secret');
  await relay.close();
  await upstream.close();
  target.close();
});

test('an abort ends a run against a target that hangs, and all is accounted for', async () => {
  const target = createServer(() => {});
  const upstream = client(await listening(target), 60_000);

  const began = performance.now();
  const { account } = await fired(
    scenario,
    ({ signal }) => upstream.send({ method: 'POST', path: '/', signal }),
    AbortSignal.timeout(500),
  );

  expect(performance.now() - began).toBeLessThan(10_000);
  expect(account.sent).toBe(account.answered + account.failed);
  expect(account.failed).toBeGreaterThan(0);
  target.closeAllConnections();
  target.close();
});

test('bodies that differ are asked for under names that differ', async () => {
  const target = createServer((_, response) => response.end());
  const upstream = client(await listening(target));
  const names = new Set<string>();

  await fired({ ...scenario, bodies: 'differing' }, ({ path, signal }) => {
    names.add(path);
    return upstream.send({ method: 'POST', path: '/', signal });
  });
  await upstream.close();
  target.close();

  expect(names.size).toBe(40);
});
