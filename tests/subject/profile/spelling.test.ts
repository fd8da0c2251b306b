import { expect, test } from '@playwright/test';
import { editDistance, nearest } from '../../../subject/profile/spelling.ts';

test('a swap of neighbours is one edit', () => {
  expect(editDistance('staus', 'status')).toBe(1);
  expect(editDistance('srot', 'sort')).toBe(1);
  expect(editDistance('', 'ab')).toBe(2);
});

test('case and hyphens do not count', () => {
  expect(nearest('Status-Filter', ['sort', 'statusFilter'])).toBe('statusFilter');
});

test('a word like none has no nearest', () => {
  expect(nearest('webhook', ['sort', 'statusFilter'])).toBeUndefined();
  expect(nearest('x', [])).toBeUndefined();
});
