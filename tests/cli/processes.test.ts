import { expect, test } from '@playwright/test';
import { processesFor } from '../../cli/run/processes.ts';
import type { Times } from '../../exchange/exchange.ts';

const answeredAfter = (...milliseconds: readonly number[]): readonly Times[] =>
  milliseconds.map((each) => ({ startedAt: 0, sent: 3, answered: 3 + each, ended: 4 + each }));

test('a target that answers at once gets two processes', () => {
  expect(processesFor(answeredAfter(1, 2, 2, 5))).toBe(2);
});

test('a busy machine, on which most answers are late, gets no more', () => {
  expect(processesFor(answeredAfter(2, 3, 400, 500, 600, 700))).toBe(2);
});

test('the farther away the target is, the more processes wait for it, up to sixteen', () => {
  expect([50, 100, 150, 5000].map((each) => processesFor(answeredAfter(each, each, each, each)))).toEqual([
    4, 8, 12, 16,
  ]);
});

test('where nobody answered, there are two all the same', () => {
  expect(processesFor([{ startedAt: 0, sent: 1, ended: 30_000 }])).toBe(2);
});
