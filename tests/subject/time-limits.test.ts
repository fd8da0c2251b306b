// What hangs is given all the time twice, and less from then on; what is only slow is waited for as before.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import type { Exchange } from '../../exchange/exchange.ts';
import { connect } from '../../subject/connection.ts';
import { defaultProfile } from '../../subject/profile/profile.ts';

const id = '5a0e8b34-6c5d-4b0f-9f7b-2d9c1e3a4b5c';

const ending = ({ outcome }: Exchange): string | number =>
  outcome.kind === 'answered' ? outcome.response.status : outcome.failure.message;

test('the third silence of one kind of question is cut short, and no other question is', async () => {
  const server = createServer(async ({ url = '' }, response) => {
    if (url.includes('expand')) return;
    if (url.includes('slow')) await sleep(250);
    response.end('{}');
  }).listen(0, '127.0.0.1');
  await new Promise((ready) => server.once('listening', ready));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
  const profile = defaultProfile({ ASSAY_USERNAME: 'x', ASSAY_PASSWORD: 'y' }, { url });
  const connection = connect({ ...profile, timeouts: { connect: 5000, response: 12_000 } });
  const get = async (path: string) => ending(await connection.send({ method: 'GET', path }));

  const slow = await get(`/v2/payment/${id}?slow=1`);
  const hanging = [];
  for (const value of ['files', 'card', 'merchant']) hanging.push(await get(`/v2/payment/${id}?expand=${value}`));
  const others = [await get(`/v2/payment/${id}?slow=2`), await get('/v2/card')];
  await connection.close();
  server.closeAllConnections();
  server.close();

  expect(slow).toBe(200);
  expect(hanging.slice(0, 2)).toEqual(['no response within 12000 ms', 'no response within 12000 ms']);
  const [, shortened] =
    /within ([\d.]+) ms, in place of 12000 ms, as others like it had timed out/.exec(String(hanging[2])) ?? [];
  expect(Number(shortened)).toBeLessThan(12_000);
  expect(Number(shortened)).toBeGreaterThanOrEqual(2500);
  expect(others).toEqual([200, 200]);
});
