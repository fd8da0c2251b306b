import { expect, test } from '@playwright/test';
import { disturbanceOf, watchMachine } from '../../../reports/verdict/disturbance.ts';
import { disturbances } from '../../../reports/verdict/wording.ts';
import { mixedVerdict } from '../verdicts.ts';

test('a quiet machine is nothing to speak of', () => {
  const disturbance = disturbanceOf({ delay: 31.4, steal: 0.31, load: 0.4 });

  expect(disturbance).toEqual({ delay: 31, steal: 0.3, load: 0.4, notable: [] });
  expect(disturbances(mixedVerdict({ disturbance }))).toEqual([]);
});

test('a machine that others use is told in one line', () => {
  const disturbance = disturbanceOf({ delay: 812, steal: 12, load: 4.25 });

  expect(disturbances(mixedVerdict({ disturbance }))).toEqual([
    'the machine that asked was disturbed: a test process stood still for 812 ms, 12 % of the processors’ time went to other machines, 4.3 processes waited for each processor when it began',
  ]);
});

test('what this machine does not tell is left out', () => {
  const { delay, load, steal, notable } = watchMachine()(3);

  expect(delay).toBe(3);
  expect(load).toBeGreaterThanOrEqual(0);
  expect(steal === undefined || (steal >= 0 && steal <= 100)).toBe(true);
  expect(Array.isArray(notable)).toBe(true);
});
