// What a replay remembers of a recording of any length.
import { expect, test } from '@playwright/test';
import { Bounded } from '../../replay/correlate/bounded.ts';

const most = 100;
const filled = (count: number): Bounded<number, string> => {
  const bounded = new Bounded<number, string>(most);
  for (let key = 0; key < count; key += 1) bounded.set(key, `${key}`);
  return bounded;
};

test('as many as were asked for are remembered, the last ones', () => {
  const bounded = filled(10 * most);

  const last = Array.from({ length: most }, (_, index) => 9 * most + index);
  expect(last.map((key) => bounded.get(key))).toEqual(last.map(String));
});

test('what is used stays, however much comes after it', () => {
  const bounded = filled(1);

  for (let key = 1; key < 10 * most; key += 1) {
    bounded.set(key, `${key}`);
    expect(bounded.get(0)).toBe('0');
  }
});

test('what has not been used for long is forgotten', () => {
  const bounded = filled(10 * most);

  const early = Array.from({ length: 8 * most }, (_, key) => key);
  expect(early.filter((key) => bounded.get(key) !== undefined)).toEqual([]);
});

test('a value takes the place of the one before it', () => {
  const bounded = filled(most + 1);

  bounded.set(0, 'another');

  expect(bounded.get(0)).toBe('another');
});
