import { expect, test } from '@playwright/test';
import { expect as suiteExpect } from '../../harness/assert/expect.ts';
import { Untested } from '../../harness/declare/failures.ts';
import { findingOf, outcomeOf } from '../../harness/run/ending.ts';
import { UnknownName } from '../../subject/api.ts';

const threw = (work: () => void) => {
  try {
    work();
    return { kind: 'returned' } as const;
  } catch (error) {
    return { kind: 'threw', error } as const;
  }
};

test('a check that returns has held', () => {
  expect(outcomeOf(threw(() => {}))).toEqual({ kind: 'held' });
});

test('a failed assertion blames the target, in its own words', () => {
  const ending = threw(() => suiteExpect([1, 2]).toBeExactly([1, 3]));

  expect(outcomeOf(ending)).toEqual({ kind: 'broken' });
  expect(findingOf('CARD-14', ending, () => undefined)?.finding).toMatchObject({
    requirement: 'CARD-14',
    expected: 'exactly 2 entries',
    got: '2 entries, 1 missing and 1 too many, such as 2',
  });
});

test('a value that is another one is shown beside the one expected', () => {
  const ending = threw(() => suiteExpect(3).toBe(4, 'the number of cards'));

  expect(outcomeOf(ending)).toEqual({ kind: 'broken' });
  expect(findingOf('CARD-14', ending, () => undefined)?.finding).toMatchObject({
    expected: '4 as the number of cards',
    got: '3',
  });
});

test('a missing prerequisite leaves the requirement untested and is named', () => {
  expect(
    outcomeOf(
      threw(() => {
        throw new Untested('there is no draft');
      }),
    ),
  ).toEqual({
    kind: 'untested',
    missing: 'there is no draft',
  });
  expect(
    outcomeOf(
      threw(() => {
        throw new UnknownName('sort', 'nothing sorts');
      }),
    ),
  ).toMatchObject({ kind: 'untested' });
});

test('any other error is the suite’s own', () => {
  expect(
    outcomeOf(
      threw(() => {
        throw new TypeError('no such thing');
      }),
    ),
  ).toMatchObject({ kind: 'error' });
});
