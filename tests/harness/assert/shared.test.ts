// Results that checks of one occasion compute once and share.
import { expect, test } from '@playwright/test';
import { shared } from '../../../harness/assert/shared.ts';
import type { Check } from '../../../harness/declare/check.ts';

const checkAt = (occasion: object): Check => ({ occasion }) as Check;

test('checks of one occasion share a reading, and those of another have one of their own', async () => {
  let readings = 0;
  const read = shared(async () => ++readings);
  const [occasion, later] = [{}, {}];

  const first = await Promise.all([read(checkAt(occasion)), read(checkAt(occasion))]);

  expect(first).toEqual([1, 1]);
  expect(await read(checkAt(later))).toBe(2);
});

test('a check that asks again has it read anew, and so cannot fail by what was read long before', async () => {
  let readings = 0;
  const read = shared(async () => ++readings);
  const [one, other] = [checkAt({}), checkAt({})];
  await read({ ...other, occasion: one.occasion });

  expect(await read(one)).toBe(1);
  expect(await read(one)).toBe(2);
});

test('a reading that failed is not shared', async () => {
  let readings = 0;
  const read = shared(async () => {
    readings += 1;
    if (readings === 1) throw new Error('no answer');
    return readings;
  });
  const occasion = {};
  await expect(read(checkAt(occasion))).rejects.toThrow('no answer');

  expect(await read(checkAt(occasion))).toBe(2);
});
