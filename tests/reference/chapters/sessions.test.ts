// Sessions of the reference service: login, refresh, the WebSocket token and the v2 exchange.
import { expect, test } from '@playwright/test';
import { sender, started } from '../acting.ts';
import { expectStandard } from '../shapes.ts';

const token = { token: expect.any(String), expiredAt: expect.any(Number), expiresIn: expect.any(Number) };

test('a login answers a token pair to JSON and to a form', async () => {
  await using service = await started();
  const send = service.basic('full');

  const json = await send('POST', '/v3/auth/token', { json: { fingerprint: 'f' } });
  const form = await send('POST', '/v3/auth/token', { form: { fingerprint: 'f' } });

  expect(json.body).toEqual({ access: token, refresh: token });
  expect(form.body).toEqual({ access: token, refresh: token });
  expect(json.headers.get('cache-control')).toBe('no-store');
  const { expiredAt, expiresIn } = json.body.access;
  expect(Math.abs(expiredAt - expiresIn - Date.now() / 1000)).toBeLessThan(5);
});

test('a fingerprint has at most 64 characters and is text', async () => {
  await using service = await started();
  const login = (fingerprint: unknown) => service.basic('full')('POST', '/v3/auth/token', { json: { fingerprint } });

  expect((await login('x'.repeat(64))).status).toBe(200);
  for (const wrong of ['x'.repeat(65), {}, 7, null, undefined]) {
    const { status, body } = await login(wrong);
    expect(status).toBe(400);
    expect(body).toEqual({ status: 'ERROR', errors: { fingerprint: expect.any(String) } });
  }
});

test('wrong Basic credentials give 401 before anything else is looked at', async () => {
  await using service = await started();
  const headers = [
    '',
    'Basic',
    'Basic !!!',
    'Basic bm9jb2xvbg==',
    `Basic ${Buffer.from('full.user@example.com:wrong').toString('base64')}`,
    'Bearer x',
  ];

  for (const authorization of headers) {
    const seen = await service.send('POST', '/v3/auth/token', { headers: { authorization }, raw: '{' });
    expectStandard(seen, 401);
    expect(seen.headers.get('www-authenticate')).toContain('Basic');
  }
});

test('a refresh takes a form without an Authorization header and renews both tokens once', async () => {
  await using service = await started();
  const { body: pair } = await service.basic('full')('POST', '/v3/auth/token', { json: { fingerprint: 'f' } });
  const refresh = (value: string) => service.send('PUT', '/v3/auth/token', { form: { token: value } });

  const renewed = await refresh(pair.refresh.token);
  const again = await refresh(pair.refresh.token);

  expect(renewed.body).toEqual({ access: token, refresh: token });
  expect(renewed.body.access.token).not.toBe(pair.access.token);
  const bearer = sender(service.url, { authorization: `bearer ${renewed.body.access.token}` });
  expect((await bearer('GET', '/v2/card')).status).toBe(200);
  expect((await refresh(renewed.body.refresh.token)).status).toBe(200);
  expect(again.status).toBe(404);
  expect(again.body).toEqual({ message: expect.any(String) });
});

test('a refresh refuses an access token, an unknown token, no token and JSON', async () => {
  await using service = await started();
  const { body: pair } = await service.basic('full')('POST', '/v3/auth/token', { json: { fingerprint: 'f' } });

  const access = await service.send('PUT', '/v3/auth/token', { form: { token: pair.access.token } });
  const unknown = await service.send('PUT', '/v3/auth/token', { form: { token: 'unknown' } });
  const missing = await service.send('PUT', '/v3/auth/token', { form: {} });
  const json = await service.send('PUT', '/v3/auth/token', { json: { token: pair.refresh.token } });

  expect(access.body).toEqual({ message: expect.any(String) });
  expect(unknown.status).toBe(404);
  expect(missing.status).toBe(400);
  expect(missing.body).toEqual({ query: {}, body: { token: expect.any(String) } });
  expectStandard(json, 415);
});

test('the kinds of tokens do not pass for one another', async () => {
  await using service = await started();
  const { body: pair } = await service.basic('full')('POST', '/v3/auth/token', { json: { fingerprint: 'f' } });
  const bearer = (value: string) => sender(service.url, { authorization: `Bearer ${value}` });
  const { body: socket } = await bearer(pair.access.token)('GET', '/v3/auth/web-socket');

  expect(socket).toEqual(token);
  expect(socket.token).not.toBe(pair.access.token);
  for (const wrong of [pair.refresh.token, socket.token, 'unknown']) {
    expectStandard(await bearer(wrong)('GET', '/v2/card'), 401);
  }
});

test('tokens expire', async () => {
  await using service = await started({ seams: { settings: { lifetimes: { access: 1 } } } });
  const send = await service.as('full');

  await expect.poll(async () => (await send('GET', '/v2/card')).status).toBe(401);
});

test('the v2 exchange turns a sign token into a token set once, and is deprecated', async () => {
  await using service = await started();
  const signToken = await service.signToken('full');
  const exchange = (fields: Record<string, unknown>, query = '') =>
    service.basic('full')('POST', `/v2/auth/token${query}`, { json: fields });

  const badFlag = await exchange({ signToken, fingerprintid: 'f' }, '?trusted=2');
  const incomplete = await exchange({});
  const wrong = await exchange({ signToken: 'st_unknown', fingerprintid: 'f' });
  const right = await exchange({ signToken, fingerprintid: 'f' }, '?trusted=1');
  const again = await exchange({ signToken, fingerprintid: 'f' });

  expect(badFlag.body).toEqual({ query: { trusted: expect.any(String) }, body: {} });
  expect(incomplete.body).toEqual({
    query: {},
    body: { signToken: expect.any(String), fingerprintid: expect.any(String) },
  });
  expectStandard(wrong, 401);
  expect(right.body).toEqual({
    status: 'SUCCESS',
    data: { accessToken: expect.any(String), refreshToken: expect.any(String), wsToken: expect.any(String) },
  });
  expect(right.headers.get('deprecation')).toMatch(/^@\d+$/);
  expect(right.headers.get('link')).toContain('</v3/auth/token>; rel="successor-version"');
  expectStandard(again, 401);
  const bearer = sender(service.url, { authorization: `Bearer ${right.body.data.accessToken}` });
  expect((await bearer('GET', '/v2/card')).status).toBe(200);
});

test('both older refreshes renew an access token and leave the refresh token alone', async () => {
  await using service = await started();
  const { body: pair } = await service.basic('full')('POST', '/v3/auth/token', { json: { fingerprint: 'f' } });
  const send = sender(service.url, { authorization: `Bearer ${pair.access.token}` });

  const one = await send('POST', '/v2/auth/refresh', { json: { refreshToken: pair.refresh.token } });
  const other = await send('POST', '/v2/auth/token/refresh', { form: { token: pair.refresh.token } });
  const wrong = await send('POST', '/v2/auth/refresh', { json: { refreshToken: 'rt_unknown' } });

  for (const { status, body } of [one, other]) {
    expect(status).toBe(200);
    expect(body.data.refreshToken).toBe(pair.refresh.token);
  }
  expectStandard(wrong, 401);
});
