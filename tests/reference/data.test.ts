// The data of the reference service: the same for the same seed, with the same ids for every seed.
import { expect, test } from '@playwright/test';
import { createData } from '../../reference/store/data.ts';
import { createSigningKey } from '../../reference/webhooks/keys.ts';

const contentOf = (seed: number) =>
  [...createData(seed, {}).accounts.values()].map(({ wallets, cards, payments, beneficiaries, webhook }) => ({
    wallets,
    cards: [...cards],
    payments: [...payments],
    beneficiaries: [...beneficiaries],
    webhook,
  }));

const namesOf = (seed: number) =>
  contentOf(seed).map(({ cards, payments, beneficiaries }) =>
    [cards, payments, beneficiaries].map((list) => list.map(({ id, uuid }) => [id, uuid])),
  );

test('one seed gives the same data and key every time', () => {
  expect(contentOf(7)).toEqual(contentOf(7));
  expect(createSigningKey(7).publicJwk).toEqual(createSigningKey(7).publicJwk);
});

test('another seed gives other contents under the same ids', () => {
  expect(contentOf(8)).not.toEqual(contentOf(7));
  expect(namesOf(8)).toEqual(namesOf(7));
  expect(createSigningKey(8).publicJwk.n).not.toBe(createSigningKey(7).publicJwk.n);
});

test('no id is used twice', () => {
  const uuids = namesOf(1)
    .flat(2)
    .map(([, uuid]) => uuid);

  expect(new Set(uuids).size).toBe(uuids.length);
});
