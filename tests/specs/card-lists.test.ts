import { expect, test } from '@playwright/test';
import { current, legacy } from '../../specs/cards/support/card.ts';
import { holdsCards, isSorted, namesNoneTwice } from '../../specs/cards/support/selection.ts';

const card = (id: string, status = 'ACTIVE') => ({ id, status, type: 'Virtual' });
const older = (id: number, uuid: string) => ({ id, uuid, status: 'ACTIVE', type: 'Virtual' });

test('a list that holds exactly the cards due is as expected, whatever the order and the case of ids', () => {
  const wanted = [card('aa'), card('bb')];

  expect(holdsCards(current, wanted, 'in ACTIVE')([card('BB'), card('AA')])).toBeUndefined();
});

test('a card that does not fit is named with what it is', () => {
  const mismatch = holdsCards(current, [card('aa')], 'in ACTIVE')([card('aa'), card('cc', 'BLOCKED')]);

  expect(mismatch).toEqual({
    expected: 'the 1 card in ACTIVE',
    got: '2 cards: 1 too many (cc is Virtual and BLOCKED)',
  });
});

test('a card that is left out and one that comes twice are both told', () => {
  const mismatch = holdsCards(current, [card('aa'), card('bb')], 'in ACTIVE')([card('aa'), card('aa')]);

  expect(mismatch?.got).toBe('2 cards: 1 missing (bb), 1 twice');
});

test('current cards are sorted by the text of their ids', () => {
  expect(isSorted(current, 'id', 'of all')([card('0a'), card('0B'), card('1a')])).toBeUndefined();
  expect(isSorted(current, '-id', 'of all')([card('0a'), card('1a')])?.got).toBe('0a before 1a');
});

test('v1 cards are sorted by number', () => {
  const cards = [older(9, 'ff'), older(10, 'aa')];

  expect(isSorted(legacy, 'id', 'of all')(cards)).toBeUndefined();
  expect(isSorted(legacy, '-id', 'of all')(cards)?.got).toBe('9 before 10');
});

test('lists of no card and of one are sorted', () => {
  expect(isSorted(current, '-id', 'of all')([])).toBeUndefined();
  expect(isSorted(current, '-id', 'of all')([card('aa')])).toBeUndefined();
});

test('an id that comes twice is found by whichever name', () => {
  const cards = [older(1, 'aa'), older(2, 'AA')];

  expect(namesNoneTwice('id')(cards)).toBeUndefined();
  expect(namesNoneTwice('id', 'uuid')(cards)?.got).toBe('uuid aa more than once');
});
