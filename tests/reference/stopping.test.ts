// How the reference service starts and stops.
import { Agent, request } from 'node:http';
import { expect, test } from '@playwright/test';
import { startReference } from '../../reference/service.ts';
import { started } from './acting.ts';

test('a request under way is answered before the service ends, and its connection is closed', async () => {
  const service = await started({ seams: { settings: { credentialDelay: 150 } } });
  const send = await service.as('full');
  const { body: cards } = await send('GET', '/v2/card?status=ACTIVE');

  const underWay = send('POST', `/v2/card/${cards[0].id}/credentials`, { json: { fields: ['cvv', 'pan'] } });
  await new Promise((resolve) => setTimeout(resolve, 50));
  await service.close();

  expect((await underWay).status).toBe(200);
  await expect(service.send('GET', '/v2/card')).rejects.toThrow();
});

test('idle connections do not keep the service', async () => {
  const service = await started();
  const agent = new Agent({ keepAlive: true });
  await new Promise<void>((resolve) => {
    request(`${service.url}/v2/card`, { agent }, (response) => response.resume().on('end', resolve)).end();
  });

  await service.close();
  await service.close();

  agent.destroy();
});

test('it listens on loopback only and refuses a fault or variant that does not exist', async () => {
  await using service = await started();

  expect(new URL(service.url).hostname).toBe('127.0.0.1');
  await expect(startReference({ fault: 'none-such' })).rejects.toThrow('none-such');
  await expect(startReference({ variant: 'none-such' })).rejects.toThrow('none-such');
});
