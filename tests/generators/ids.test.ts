import { expect, test } from '@playwright/test';
import { asPrograms, idIn, isId, malformedIds } from '../../generators/ids.ts';

const uuid = '4ad2e0b1-a747-49f9-9a0a-871ec3230894';

test('no malformed id is an integer or a UUID, nor becomes one where a router cuts it', () => {
  for (const id of malformedIds({ uuid, number: '1010401' })) {
    expect(id).not.toMatch(/^\d+$/);
    expect(id).not.toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i);
    expect(id).not.toMatch(/[;.]/);
  }
});

test('a number is also spelt as programs spell it, and never as it is', () => {
  expect(asPrograms('1010701')).toEqual(['1010701e0', '0xf6c0d']);
  expect(asPrograms('42')).toEqual(['42e0', '0x2a']);
  expect(asPrograms('7')).toEqual([]);
});

test('a number that has lost digits is no id to ask by', () => {
  const { id } = JSON.parse('{ "id": 9007199254740993 }');

  expect(idIn(id)).toBeUndefined();
  expect(idIn(1010401)).toBe('1010401');
  expect(idIn(uuid)).toBe(uuid);
});

test('ids are compared as far as JSON holds their digits', () => {
  const { id } = JSON.parse('{ "id": 9007199254740993 }');

  expect(isId('9007199254740993', id)).toBe(true);
  expect(isId('9007199254750000', id)).toBe(false);
  expect(isId(uuid.toUpperCase(), uuid)).toBe(true);
});
