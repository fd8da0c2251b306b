import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { CannotGenerate } from '../../generators/values/cannot-generate.ts';
import { filtered } from '../../generators/values/filtered.ts';

test('a condition that nothing meets is told at once instead of searching for ever', () => {
  expect(() => filtered(fc.integer(), () => false, 'pattern', '/a')).toThrow(CannotGenerate);
});

test('a condition that stops being met never hangs and never lets anything else through', () => {
  let met = 0;
  const once = filtered(fc.integer({ min: 1, max: 1000 }), (value) => value % 2 === 0 && met++ < 1, 'pattern', '/a');

  const values = fc.sample(once, { numRuns: 3, seed: 1 });

  expect(values.every((value) => value % 2 === 0)).toBe(true);
});

test('shrinking stays within what fits and steps over what does not', () => {
  const multiples = filtered(fc.integer({ min: 0, max: 1_000_000 }), (value) => value % 7 === 0, 'multipleOf', '');

  const { counterexample, numShrinks } = fc.check(
    fc.property(multiples, (value) => value < 5000),
    { seed: 4, numRuns: 500 },
  );

  expect(numShrinks).toBeGreaterThan(0);
  expect(counterexample![0] % 7).toBe(0);
});
