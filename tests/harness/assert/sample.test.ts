import { expect, test } from '@playwright/test';
import { sample, shuffle } from '../../../harness/assert/sample.ts';

const thousand = Array.from({ length: 1000 }, (_, index) => ({ index, kind: index === 999 ? 'rare' : 'common' }));
const kindOf = ({ kind }: { readonly kind: string }) => kind;

test('few things are all taken, in their order', () => {
  expect(sample([3, 1, 2], 3, 7)).toEqual([3, 1, 2]);
});

test('of many things as many are taken as asked for, every kind among them', () => {
  const some = sample(thousand, 20, 7, kindOf);

  expect(some).toHaveLength(20);
  expect(new Set(some).size).toBe(20);
  expect(some.map(kindOf)).toContain('rare');
});

test('kinds go before numbers', () => {
  expect(sample(thousand, 1, 7, kindOf)).toHaveLength(2);
});

test('a seed makes one choice, and another seed another', () => {
  expect(sample(thousand, 20, 7)).toEqual(sample(thousand, 20, 7));
  expect(sample(thousand, 20, 8)).not.toEqual(sample(thousand, 20, 7));
});

test('shuffling keeps everything', () => {
  expect([...shuffle([1, 2, 3, 4], 1)].sort()).toEqual([1, 2, 3, 4]);
});
