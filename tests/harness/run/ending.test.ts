import { expect, test } from '@playwright/test';
import type { Exchange } from '../../../exchange/exchange.ts';
import { expect as suiteExpect } from '../../../harness/assert/expect.ts';
import { Untested } from '../../../harness/declare/failures.ts';
import { excused, findingOf, outcomeOf } from '../../../harness/run/ending.ts';
import { UnknownName } from '../../../subject/api.ts';

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

const answered = (status: number) => ({
  request: { method: 'GET', url: 'http://127.0.0.1/v2/card', headers: [] },
  outcome: { kind: 'answered', response: { status, headers: [], body: new Uint8Array() } },
  times: { sent: 0, answered: 1, ended: 1 },
});

test('a limit that is met in the compared answer, or in another one, blames nobody; any other answer is blamed', () => {
  const [limited, refused] = [answered(429), answered(400)] as unknown as [Exchange, Exchange];
  const blaming = (received: unknown) =>
    threw(() => suiteExpect(received).toSatisfy(() => ({ expected: 'a card', got: 'none' })));

  expect(outcomeOf(excused(blaming(limited), limited))).toMatchObject({ kind: 'untested' });
  expect(outcomeOf(excused(blaming([1, 2]), limited))).toMatchObject({ kind: 'untested' });
  expect(outcomeOf(excused(blaming(refused), limited))).toEqual({ kind: 'broken' });
  // Where the check itself asks about 429, no call is marked as unanswered.
  expect(outcomeOf(excused(blaming(limited), undefined))).toEqual({ kind: 'broken' });
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
