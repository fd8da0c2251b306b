// Payments of the reference service.
import { expect, test } from '@playwright/test';
import { operationTypes } from '../../../reference/store/operation-types.ts';
import { type Loose, type Send, started } from '../acting.ts';
import { expectStandard, expectWrapped, unknownUuid, uuid } from '../shapes.ts';

const firstDraft = 1_010_001;
const firstCancellable = 1_010_401;
const firstOther = 1_010_701;
const expansions = ['currency', 'currencyExchange', 'merchant', 'card', 'cardholder', 'files'];

const payment = async (send: Send, id: number | string, query = ''): Promise<Loose> =>
  (await send('GET', `/v2/payment/${id}${query}`)).body;

test('payments show every status, type, entity, icon and kind of operation, in agreeing seconds and milliseconds', async () => {
  await using service = await started();
  const send = await service.as('full');
  const ids = [
    firstDraft,
    firstCancellable,
    firstCancellable + 2,
    ...Array.from({ length: 147 }, (_, i) => firstOther + i),
  ];

  const payments = await Promise.all(ids.map((id) => payment(send, id)));

  const seen = (name: string) => new Set(payments.map((each) => each[name]));
  expect(seen('status')).toEqual(
    new Set(['new', 'process', 'completed', 'rejected', 'canceled', 'compliance', 'draft']),
  );
  expect(seen('type')).toEqual(new Set(['debit', 'credit']));
  expect(seen('entity')).toEqual(new Set(['PAYMENT', 'CONVERT', 'CARD']));
  expect(seen('icon')).toEqual(new Set(['CONVERT', 'RETURN', 'CARD', 'ACCOUNT', 'CREDIT', 'DEBIT']));
  expect(seen('operationType')).toEqual(new Set(operationTypes));
  for (const each of payments) {
    expect(each.uuid).toMatch(uuid);
    for (const name of ['createdAt', 'updatedAt', 'completedAt'].filter((known) => known in each)) {
      expect(each[`${name}Unix`]).toBe(Math.floor(each[name] / 1000));
    }
    expect((each.reference ?? '').length).toBeLessThanOrEqual(33);
    expect(expansions.filter((name) => name in each)).toEqual([]);
  }
  for (const name of ['recipientCardholder', 'rejectReason', 'purposeCode', 'targetWalletUuid', 'transactionAmount']) {
    expect(payments.some((each) => name in each)).toBe(true);
  }
});

test('an expansion comes when asked for, alone or with others, and changes nothing else', async () => {
  await using service = await started();
  const send = await service.as('full');
  const ids = Array.from({ length: 49 }, (_, index) => firstOther + index);

  const found = new Set<string>();
  for (const id of ids) {
    const plain = await payment(send, id);
    const all = await payment(send, id, `?expand=${expansions.join(',')}`);
    const repeated = await payment(send, id, `?${expansions.map((name) => `expand=${name}`).join('&')}`);
    const alone = await Promise.all(expansions.map((name) => payment(send, id, `?expand=${name}`)));
    expect(repeated).toEqual(all);
    expect(Object.assign({}, ...alone)).toEqual(all);
    expect(Object.fromEntries(Object.entries(all).filter(([name]) => !expansions.includes(name)))).toEqual(plain);
    expect(all.currency.id).toBe(all.currencyId);
    expect(all.currencyExchange?.id).toBe(all.currencyExchangeId);
    expect(all.card?.maskedNumber).toBe(all.cardMaskedNumber);
    for (const name of expansions) if (name in all) found.add(name);
  }
  expect([...found].sort()).toEqual([...expansions].sort());
});

test('a payment is found by number and by UUID, an unknown or foreign one gives the extended 404', async () => {
  await using service = await started();
  const send = await service.as('full');
  const known = await payment(send, firstOther);

  expect(await payment(send, known.uuid)).toEqual(known);
  for (const id of [unknownUuid, '1', 'x', '3010001']) {
    const { status, body } = await send('GET', `/v2/payment/${id}`);
    expect(status).toBe(404);
    expect(body).toEqual({
      name: expect.any(String),
      message: expect.any(String),
      status: 404,
      code: expect.any(Number),
      type: expect.any(String),
    });
  }
});

test('a payment is cancelled once, where it may be', async () => {
  await using service = await started();
  const send = await service.as('full');
  const before = await payment(send, firstCancellable);

  const done = await send('POST', `/v1/payment/${firstCancellable}/cancel`);
  const again = await send('POST', `/v1/payment/${firstCancellable}/cancel`);
  const after = await payment(send, firstCancellable);

  expect(before.permissions.canCancel).toBe(true);
  expect(done.body).toEqual({ success: true });
  expect(after).toMatchObject({ status: 'canceled', permissions: { canCancel: false }, version: before.version + 1 });
  expectStandard(again, 403);
  expectStandard(await send('POST', `/v1/payment/${firstDraft}/cancel`), 403);
  expectWrapped(await send('POST', `/v1/payment/${unknownUuid}/cancel`));
});

test('drafts are validated without a sign token and signed with one', async () => {
  await using service = await started();
  const send = await service.as('full');
  const draft = await payment(send, firstDraft);
  const signToken = await service.signToken('full');
  const sign = (query: string, id: unknown = [draft.uuid]) =>
    send('POST', `/v3/payment/sign?${query}`, { json: { id } });

  const validated = await sign('validate=1&signToken=unknown');
  const demanded = await sign('validate=0');
  const refused = await sign('validate=0&signToken=unknown');
  const untouched = await payment(send, firstDraft);
  const signed = await sign(`validate=0&signToken=${signToken}`);
  const after = await payment(send, firstDraft);

  expect(validated.body).toEqual({ status: 'ACCEPTED', data: {} });
  expect(demanded.body.status).toBe('MFA_REQUIRED');
  expectStandard(refused, 403);
  expect(untouched).toEqual(draft);
  expect(signed.body).toEqual({ status: 'ACCEPTED', data: {} });
  expect(after).toMatchObject({ status: 'process', permissions: { canSign: false } });
  expectStandard(await sign('validate=1'), 403);
  expectStandard(await sign('validate=1', [unknownUuid]), 404);
  for (const query of ['', 'validate=2', 'validate=true']) expectStandard(await sign(query), 400);
  for (const id of [[], 'x', ['x'], [1], null]) expectStandard(await sign('validate=1', id), 400);
});

test('a created payment is a draft that can be read and signed', async () => {
  await using service = await started();
  const send = await service.as('full');
  const { walletUuid } = await payment(send, firstDraft);
  const fields = { walletUuid, amount: 5, currencyId: 'EUR', reference: 'r' };

  const created = await send('POST', '/v3/payment', { json: fields });
  const wrong = await send('POST', '/v3/payment', { json: { ...fields, reference: 'r'.repeat(34) } });

  expect(created.body).toEqual({
    status: 'CREATED',
    data: { id: expect.any(Number), uuid: expect.stringMatching(uuid) },
  });
  expect(await payment(send, created.body.data.uuid)).toMatchObject({ status: 'draft', amount: 5, reference: 'r' });
  expectStandard(wrong, 400);
});
