// The collections of the reference service.
import { expect, test } from '@playwright/test';
import { createCollection } from '../../reference/store/collection.ts';

const member = (id: number) => ({ id, uuid: `uuid-${id}` });

test('the oldest of what was added makes room, and what was there from the beginning stays', () => {
  const shelf = createCollection([member(1), member(2)], 2);

  for (const id of [3, 4, 5]) shelf.add(member(id));
  shelf.add({ ...member(5), id: 6 });

  expect([...shelf].map(({ uuid }) => uuid)).toEqual(['uuid-1', 'uuid-2', 'uuid-4', 'uuid-5']);
  expect(shelf.find('1')).toEqual(member(1));
  expect(shelf.find('3')).toBeUndefined();
  expect(shelf.byUuid('UUID-5')).toMatchObject({ id: 6 });
});
