// How much a replay remembers of a recording, however long it is.
import { expect, test } from '@playwright/test';
import { Bounded } from '../../../replay/correlate/bounded.ts';

const most = 100;
const filled = (count: number): Bounded<number, string> => {
  const bounded = new Bounded<number, string>(most);
  for (let key = 0; key < count; key += 1) bounded.set(key, `${key}`);
  return bounded;
};

test('half of as many as were asked for are remembered for certain, the last ones', () => {
  const bounded = filled(10 * most);

  const last = Array.from({ length: most / 2 }, (_, index) => 9.5 * most + index);
  expect(last.map((key) => bounded.get(key))).toEqual(last.map(String));
});

test('what is used stays, however much comes after it', () => {
  const bounded = filled(1);

  for (let key = 1; key < 10 * most; key += 1) {
    bounded.set(key, `${key}`);
    expect(bounded.get(0)).toBe('0');
  }
});

test('no more are remembered than were asked for', () => {
  const bounded = filled(10 * most);

  const early = Array.from({ length: 9 * most }, (_, key) => key);
  expect(early.filter((key) => bounded.get(key) !== undefined)).toEqual([]);
});

test('a value takes the place of the one before it', () => {
  const bounded = filled(most + 1);

  bounded.set(0, 'another');

  expect(bounded.get(0)).toBe('another');
});
