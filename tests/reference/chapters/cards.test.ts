// Cards of the reference service, in their current version.
import { expect, test } from '@playwright/test';
import { type Loose, started } from '../acting.ts';
import { expectStandard, expectWrapped, unknownUuid, uuid } from '../shapes.ts';

const statuses = ['PROCESS', 'ORDERED', 'DISPATCHED', 'ACTIVE', 'BLOCKED', 'CLOSED'];
const types = ['ChipAndPin', 'Virtual', 'Disposable'];

test('the list holds every status and type, each card in its whole shape', async () => {
  await using service = await started();
  const send = await service.as('full');

  const { body: cards } = await send('GET', '/v2/card');

  expect(cards).toHaveLength(40);
  expect(new Set(cards.map((card: Loose) => card.status))).toEqual(new Set(statuses));
  expect(new Set(cards.map((card: Loose) => card.type))).toEqual(new Set(types));
  for (const card of cards) {
    expect(card).toEqual({
      id: expect.stringMatching(uuid),
      walletId: expect.stringMatching(uuid),
      type: expect.any(String),
      maskedPan: expect.stringMatching(/^\d{6}\*{6}\d{4}$/),
      status: expect.any(String),
      validUntilDate: expect.any(String),
      cardholderName: expect.any(String),
      notification: { type: expect.any(String), title: expect.any(String), message: expect.any(String) },
      orderInfo: expect.objectContaining({ title: expect.any(String), message: expect.any(String) }),
      permissions: expect.any(Object),
      updatedAt: expect.any(Number),
      isSmsBalanceNotification: expect.any(Boolean),
      designId: expect.any(String),
      version: expect.any(Number),
    });
    expect(Object.values(card.permissions).map((flag) => typeof flag)).toEqual(Array(15).fill('boolean'));
  }
});

test('filters and sorts can be combined', async () => {
  await using service = await started();
  const send = await service.as('full');
  const { body: all } = await send('GET', '/v2/card');

  for (const status of statuses) {
    for (const type of types) {
      const { body } = await send('GET', `/v2/card?status=${status}&type=${type}&sort=-id`);
      const wanted = all.filter((card: Loose) => card.status === status && card.type === type);
      expect(body.map((card: Loose) => card.id)).toEqual(
        wanted
          .map((card: Loose) => card.id)
          .sort()
          .reverse(),
      );
    }
  }
});

test('a value that no parameter of the list has gives 400', async () => {
  await using service = await started();
  const send = await service.as('full');

  for (const query of ['status=active', 'status=', 'type=Plastic', 'sort=name', 'status=ACTIVE&status=BLOCKED']) {
    expectStandard(await send('GET', `/v2/card?${query}`), 400);
  }
  expect((await send('GET', '/v2/card?unknown=1')).status).toBe(200);
});

test('one card reads as in the list, and others give the wrapped 404', async () => {
  await using service = await started();
  const send = await service.as('full');
  const { body: all } = await send('GET', '/v2/card');
  const { body: foreign } = await (await service.as('second'))('GET', '/v2/card');

  expect((await send('GET', `/v2/card/${all[0].id}`)).body).toEqual(all[0]);
  for (const id of [unknownUuid, 'no-uuid', foreign[0].id, '1001001', '%00', '..%2f', 'x'.repeat(5000)]) {
    expectWrapped(await send('GET', `/v2/card/${id}`));
  }
});

test('credentials are exactly those asked for, as strings', async () => {
  await using service = await started();
  const send = await service.as('full');
  const { body: cards } = await send('GET', '/v2/card?status=ACTIVE&type=ChipAndPin');
  const ask = (fields: unknown) => send('POST', `/v2/card/${cards[0].id}/credentials`, { json: { fields } });
  const names = ['password', 'cvv', 'pin', 'pan', 'phone', 'email'];

  for (const name of names) expect((await ask([name])).body).toEqual({ [name]: expect.any(String) });
  const { body } = await ask(names);
  expect(Object.keys(body).sort()).toEqual([...names].sort());
  expect(body.pan).toMatch(/^\d{16}$/);
  expect(cards[0].maskedPan).toBe(`${body.pan.slice(0, 6)}******${body.pan.slice(-4)}`);
  for (const fields of [[], ['number'], ['cvv', 7], 'cvv', {}, null, undefined]) expectStandard(await ask(fields), 400);
});

test('a credential is refused while its permission is not given', async () => {
  await using service = await started();
  const send = await service.as('full');
  const { body: cards } = await send('GET', '/v2/card?status=CLOSED');
  const ask = (id: string) => send('POST', `/v2/card/${id}/credentials`, { json: { fields: ['cvv'] } });

  expectStandard(await ask(cards[0].id), 403);
  expectWrapped(await ask(unknownUuid));
});

test('limits are calculated under a new id each time, whatever the body', async () => {
  await using service = await started();
  const send = await service.as('full');
  const { body: cards } = await send('GET', '/v2/card?status=ACTIVE');
  const path = `/v2/card/${cards[0].id}/calculate/limits`;

  const one = await send('POST', path);
  const other = await send('POST', path, { json: { anything: true } });

  expect([one.status, other.status]).toEqual([201, 201]);
  expect(one.body).toEqual({ status: 'CREATED', id: expect.stringMatching(uuid) });
  expect(other.body.id).not.toBe(one.body.id);
  expectWrapped(await send('POST', `/v2/card/${unknownUuid}/calculate/limits`));
});

test('the SMS notification is set by JSON and by form and shows in both versions', async () => {
  await using service = await started();
  const send = await service.as('full');
  const { body: cards } = await send('GET', '/v2/card?status=ACTIVE');
  const { id } = cards[0];
  const path = `/v2/card/${id}/sms-balance-notification`;

  for (const [sent, shown] of [
    [{ json: { enabled: 1 } }, true],
    [{ form: { enabled: '0' } }, false],
    [{ form: { enabled: '1' } }, true],
  ] as const) {
    expect((await send('PATCH', path, sent)).status).toBe(200);
    expect((await send('GET', `/v2/card/${id}`)).body.isSmsBalanceNotification).toBe(shown);
    expect((await send('GET', `/v1/card/${id}`)).body.isSmsBalanceNotification).toBe(shown);
  }
  const after = (await send('GET', `/v2/card/${id}`)).body;
  expect(after.version).toBe(cards[0].version + 3);
  for (const enabled of [2, '1', true, null, undefined]) {
    expectStandard(await send('PATCH', path, { json: { enabled } }), 400);
  }
  expectStandard(await send('PATCH', path, { form: { enabled: '2' } }), 400);
  expectStandard(await send('PATCH', path, { json: { enabled: 0 }, headers: { 'content-type': 'text/plain' } }), 415);
  expect((await send('GET', `/v2/card/${id}`)).body).toEqual(after);
});

test('a user with MFA is asked for it before the SMS notification changes', async () => {
  await using service = await started();
  const send = await service.as('mfa');
  const { body: cards } = await send('GET', '/v2/card?status=ACTIVE');
  const path = `/v2/card/${cards[0].id}/sms-balance-notification`;
  const enabled = cards[0].isSmsBalanceNotification ? 0 : 1;

  const asked = await send('PATCH', path, { json: { enabled } });
  const before = await send('GET', `/v2/card/${cards[0].id}`);
  const signToken = await service.signToken('mfa');
  const done = await send('PATCH', path, { json: { enabled, signToken } });

  expect(asked.body).toEqual({ status: 'MFA_REQUIRED', mfaToken: expect.any(String) });
  expect(before.body).toEqual(cards[0]);
  expect(done.status).toBe(200);
  expect((await send('GET', `/v2/card/${cards[0].id}`)).body.isSmsBalanceNotification).toBe(enabled === 1);
});

test('limits that are set show in the simple limits', async () => {
  await using service = await started();
  const send = await service.as('full');
  const { body: cards } = await send('GET', '/v2/card?status=ACTIVE');
  const { id } = cards[0];

  const set = await send('PATCH', `/v2/card/${id}/limits`, { json: { atmLimit: 4321 } });
  const wrong = await send('PATCH', `/v2/card/${id}/limits`, { json: { atmLimit: -1 } });

  expect(set.body.atmLimit).toBe(4321);
  expect((await send('GET', `/v1/card/${id}/limits`)).body).toEqual(set.body);
  expectStandard(wrong, 400);
});
