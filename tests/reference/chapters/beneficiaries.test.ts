// Beneficiaries of the reference service: the rules, and reading back.
import { expect, test } from '@playwright/test';
import { type Loose, type Started, started } from '../acting.ts';
import { expectWrapped, unknownUuid, uuid } from '../shapes.ts';

const sepa = {
  currency_id: 'EUR',
  entity_type: 'company',
  name: 'N',
  company_name: 'C',
  bank_details_type: 'DEFAULT',
  bank_country: 'LT',
  iban: 'LT000000000000000001',
};
const address = { street: 'S', house: '1', city: 'C', country_id: 'US', postal_code: '1' };
const foreign = { ...sepa, bank_country: 'US', bic_swift: 'TESTUS33', ...address };
const local = {
  currency_id: 'GBP',
  entity_type: 'individual',
  name: 'N',
  first_name: 'F',
  last_name: 'L',
  bank_details_type: 'LOCAL',
  account_number: 12_345_678,
  sort_code: 112_233,
  ...address,
};

const creating = async (service: Started) => {
  const send = await service.as('full');
  return async (json: Loose) => (await send('POST', '/v2/beneficiary', { json })).body;
};

test('each kind of beneficiary is created and reads back by number and by UUID', async () => {
  await using service = await started();
  const send = await service.as('full');
  const create = await creating(service);

  for (const fields of [sepa, foreign, local]) {
    const body = await create(fields);
    expect(body).toEqual({
      errors: [],
      notice: [],
      data: { id: expect.any(Number), uuid: expect.stringMatching(uuid) },
    });
    for (const id of [body.data.id, body.data.uuid]) {
      expect((await send('GET', `/v1/beneficiary/${id}`)).body).toEqual({ ...fields, uuid: body.data.uuid });
    }
  }
});

const withoutField = (fields: Loose, name: string): Loose => ({ ...fields, [name]: undefined });

test('a beneficiary without a field that its kind needs is not created', async () => {
  await using service = await started();
  const create = await creating(service);
  const needed: [Loose, string[]][] = [
    [sepa, ['currency_id', 'entity_type', 'name', 'company_name', 'bank_details_type', 'bank_country', 'iban']],
    [foreign, ['bic_swift', 'street', 'house', 'city', 'country_id', 'postal_code']],
    [local, ['first_name', 'last_name', 'account_number', 'sort_code', 'street', 'postal_code']],
  ];

  for (const [fields, names] of needed) {
    for (const name of names) {
      const body = await create(withoutField(fields, name));
      expect(body.data).toBeNull();
      expect(body.errors.map((problem: Loose) => problem.field)).toContain(name);
    }
  }
});

test('every bound is kept on its last character', async () => {
  await using service = await started();
  const create = await creating(service);
  const bounds = { name: 255, iban: 255, street: 64, house: 32, city: 64, postal_code: 32, company_name: 35 };

  for (const [name, most] of Object.entries(bounds)) {
    expect((await create({ ...foreign, [name]: 'x'.repeat(most) })).errors).toEqual([]);
    expect((await create({ ...foreign, [name]: 'x'.repeat(most + 1) })).errors).toHaveLength(1);
  }
  for (const name of ['first_name', 'last_name']) {
    expect((await create({ ...local, [name]: '𝒙'.repeat(64) })).errors).toEqual([]);
    expect((await create({ ...local, [name]: 'x'.repeat(65) })).errors).toHaveLength(1);
  }
  const wrong = { currency_id: 'EURO', entity_type: 'both', bank_country: 'USA', country_id: 'U', name: {}, street: 7 };
  for (const [name, value] of Object.entries(wrong)) {
    expect((await create({ ...foreign, [name]: value })).errors).not.toEqual([]);
  }
  expect((await create({ ...local, account_number: '12345678' })).errors).toHaveLength(1);
});

test('a UUID sent along is taken over, and creating again under it replaces', async () => {
  await using service = await started();
  const send = await service.as('full');
  const create = await creating(service);
  const given = '11111111-1111-4111-8111-111111111111';

  const one = await create({ ...sepa, uuid: given });
  const other = await create({ ...sepa, uuid: given, name: 'Other' });

  expect(one.data.uuid).toBe(given);
  expect(other.data).toEqual(one.data);
  expect((await send('GET', `/v1/beneficiary/${given}`)).body.name).toBe('Other');
});

test('unknown and foreign beneficiaries give the wrapped 404', async () => {
  await using service = await started();
  const send = await service.as('full');

  for (const id of [unknownUuid, '1', 'x', '3002001']) expectWrapped(await send('GET', `/v1/beneficiary/${id}`));
});
