// Cards of the reference service in their first version, compared with the current one.
import { expect, test } from '@playwright/test';
import { type Loose, started } from '../acting.ts';
import { expectStandard, expectWrapped, unknownUuid, uuid } from '../shapes.ts';

test('both versions show the same cards, those in PROCESS aside', async () => {
  await using service = await started();
  const send = await service.as('full');

  const { body: current } = await send('GET', '/v2/card');
  const { body: legacy } = await send('GET', '/v1/card');

  const shown = current.filter((card: Loose) => card.status !== 'PROCESS');
  expect(legacy.map((card: Loose) => card.uuid)).toEqual(shown.map((card: Loose) => card.id));
  for (const [index, card] of legacy.entries()) {
    const twin = shown[index];
    const { canGetPan, ...permissions } = twin.permissions;
    expect(card).toEqual({
      id: expect.any(Number),
      uuid: expect.stringMatching(uuid),
      wallet_id: expect.any(Number),
      type: twin.type,
      masked_number: twin.maskedPan,
      status: twin.status,
      validUntilDate: twin.validUntilDate,
      cardholder_name: twin.cardholderName,
      notification: twin.notification,
      orderInfo: expect.objectContaining({ title: twin.orderInfo.title, message: twin.orderInfo.message }),
      permissions: { ...permissions, canGetNumber: canGetPan },
      updatedAtMs: expect.any(Number),
      isSmsBalanceNotification: twin.isSmsBalanceNotification,
      designId: twin.designId,
    });
    expect(Math.floor(card.updatedAtMs / 1000)).toBe(twin.updatedAt);
    expect(card.orderInfo.ordered_at && Math.floor(card.orderInfo.ordered_at / 1000)).toBe(twin.orderInfo.orderedAt);
  }
});

test('the v1 list sorts by number and has no PROCESS', async () => {
  await using service = await started();
  const send = await service.as('full');
  const ids = async (query: string) => (await send('GET', `/v1/card${query}`)).body.map((card: Loose) => card.id);
  const sorted = (await ids('')).sort((one: number, other: number) => one - other);

  expect(await ids('?sort=id')).toEqual(sorted);
  expect(await ids('?sort=-id')).toEqual(sorted.toReversed());
  for (const query of ['status=PROCESS', 'type=x', 'sort=uuid']) {
    expectStandard(await send('GET', `/v1/card?${query}`), 400);
  }
});

test('a v1 card is found by UUID and by number and is deprecated', async () => {
  await using service = await started();
  const send = await service.as('full');
  const { body: cards } = await send('GET', '/v1/card');
  const { body: hidden } = await send('GET', '/v2/card?status=PROCESS');

  const byUuid = await send('GET', `/v1/card/${cards[0].uuid}`);

  expect(byUuid.body).toEqual(cards[0]);
  expect((await send('GET', `/v1/card/${cards[0].id}`)).body).toEqual(cards[0]);
  expect(byUuid.headers.get('deprecation')).toMatch(/^@\d+$/);
  for (const id of [unknownUuid, 'x', hidden[0].id]) {
    expectWrapped(await send('GET', `/v1/card/${id}`));
    expectWrapped(await send('GET', `/v1/card/${id}/limits`));
  }
});

test('extra fields come only when asked for and agree with the credentials', async () => {
  await using service = await started();
  const send = await service.as('full');
  const { body: cards } = await send('GET', '/v1/card?status=ACTIVE&type=ChipAndPin');
  const [card] = cards;
  const { body: credentials } = await send('POST', `/v2/card/${card.uuid}/credentials`, {
    json: { fields: ['password', 'cvv', 'pin', 'pan', 'phone'] },
  });
  const wanted: Record<string, unknown> = {
    password: credentials.password,
    cvv: Number(credentials.cvv),
    pin: Number(credentials.pin),
    number: Number(credentials.pan),
    phone3ds: credentials.phone,
    limits: expect.objectContaining({ updatedAtMs: expect.any(Number), contactless_purchase: expect.any(Object) }),
  };

  for (const name of Object.keys(wanted)) {
    const { body } = await send('GET', `/v1/card/${card.uuid}?include=${name}`);
    expect(body).toEqual({ ...card, [name]: wanted[name] });
  }
  const { body: all } = await send('GET', `/v1/card/${card.uuid}?include=${Object.keys(wanted).join(',')}`);
  expect(all).toEqual({ ...card, ...wanted });
  const { daily } = all.limits.purchase.usage;
  expect(daily.available).toBe(daily.total - daily.used);
  expectStandard(await send('GET', `/v1/card/${card.uuid}?include=pan`), 400);
});

test('the simple limits are five numbers and a currency', async () => {
  await using service = await started();
  const send = await service.as('full');
  const { body: cards } = await send('GET', '/v1/card?status=ACTIVE');

  const { body } = await send('GET', `/v1/card/${cards[0].uuid}/limits`);

  const { currency, ...numbers } = body;
  expect(currency).toMatch(/^[A-Z]{3}$/);
  expect(Object.keys(numbers)).toHaveLength(5);
  for (const limit of Object.values(numbers)) expect(limit).toEqual(expect.any(Number));
});
