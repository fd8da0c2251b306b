// What the reference service answers when something is wrong, and the order of its checks.
import { expect, test } from '@playwright/test';
import { routes } from '../../../reference/http/routes.ts';
import { started } from '../acting.ts';
import { expectStandard, unknownUuid } from '../shapes.ts';

const pathOf = (path: string): string =>
  path.replace('{id}', unknownUuid).replace('{type}', 'sms').replace('{requestId}', 'x');

test('every operation with credentials gives 401 before anything else', async () => {
  await using service = await started();

  for (const route of routes.filter(({ security }) => security !== 'none')) {
    for (const authorization of [
      '',
      'Bearer',
      'Bearer unknown',
      'Token x',
      'Basic eDp5',
      `Bearer ${'x'.repeat(4000)}`,
    ]) {
      const body = route.method === 'GET' ? {} : { raw: '{', headers: { authorization, 'content-type': ';;;' } };
      const seen = await service.send(route.method, pathOf(route.path), { headers: { authorization }, ...body });
      expectStandard(seen, 401);
      expect(seen.headers.get('www-authenticate')?.toLowerCase()).toContain(route.security);
    }
  }
});

test('a restricted user meets 403 wherever the specification lists it, before 404', async () => {
  await using service = await started();
  const send = await service.as('restricted');

  for (const route of routes.filter(({ guarded }) => guarded)) {
    expectStandard(await send(route.method, pathOf(route.path)), 403);
  }
  expect((await send('GET', '/v3/auth/web-socket')).status).toBe(200);
  expect((await send('GET', '/v2/payment/4010001')).status).toBe(200);
});

test('an unknown path gives 404 and another method 405 with Allow', async () => {
  await using service = await started();

  for (const path of ['/', '/v4/card', '/v2/cards', '/v2/card/x/y/z', '/v1/auth/token']) {
    expectStandard(await service.send('GET', path), 404);
  }
  const wrongMethod = await service.send('DELETE', '/v3/auth/token');
  expectStandard(wrongMethod, 405);
  expect(wrongMethod.headers.get('allow')).toBe('POST, PUT');
  expect((await service.send('POST', '/v2/card')).headers.get('allow')).toBe('GET, HEAD');
  expectStandard(await service.send('OPTIONS', '/v2/card'), 405);
});

test('a body that cannot be read gives 400, 413 or 415', async () => {
  await using service = await started();
  const send = await service.as('full');
  const json = { 'content-type': 'application/json' };
  const create = (raw: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = json) =>
    send('POST', '/v2/beneficiary', { raw, headers });

  for (const raw of ['{', '', '[]', '"x"', 'null', '7', '{"a":1,}', `${'['.repeat(50_000)}`]) {
    expectStandard(await create(raw), 400);
  }
  expectStandard(await create(Uint8Array.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])), 400);
  expectStandard(await create(`{"name":"${'x'.repeat(1_100_000)}"}`), 413);
  for (const type of [
    'text/plain',
    'application/xml',
    'multipart/form-data; boundary=x',
    ';;;',
    'application/json+x',
  ]) {
    expectStandard(await create('{}', { 'content-type': type }), 415);
  }
  expectStandard(await create('{}', { ...json, 'content-encoding': 'br' }), 415);
  expect((await create('{}', { 'content-type': 'Application/JSON; charset=utf-8' })).status).toBe(200);
});

test('a body needs a content type, and an empty one without any is a body without fields', async () => {
  await using service = await started();
  const send = await service.as('full');

  expectStandard(await send('POST', '/v2/beneficiary', { raw: Uint8Array.from([0x7b, 0x7d]) }), 415);
  expect((await send('POST', '/v2/beneficiary')).body.errors).not.toEqual([]);
});
