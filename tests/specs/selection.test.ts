import { expect, test } from '@playwright/test';
import { isSelected } from '../../harness/declare/selection.ts';

test('everything is selected when nothing is asked for', () => {
  expect(isSelected('CARD-14', [])).toBe(true);
});

test('a requirement with a check of its own selects that check alone', () => {
  expect(isSelected('CARD-14', ['CARD-14'])).toBe(true);
  expect(isSelected('CARD-15', ['CARD-14'])).toBe(false);
});

test('an area selects all its checks and nothing else', () => {
  expect(isSelected('PAY-40', ['pay'])).toBe(true);
  expect(isSelected('HOOK-11', ['AUTH'])).toBe(false);
});

test('what is judged in passing selects the checks that call its operations', () => {
  expect(isSelected('CARD-14', ['CARD-04'])).toBe(true);
  expect(isSelected('BEN-63', ['CARD-04'])).toBe(false);
});
