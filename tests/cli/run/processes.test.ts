import { processesBorne, processesFor } from '../../../cli/run/processes.ts';
import type { Times } from '../../../exchange/exchange.ts';
import { expect, test } from '../../subject/targets.ts';

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

for (const [sessions, processes] of [
  [undefined, 16],
  [20, 8],
  [12, 4],
  [6, 3],
] as const)
  test(`a target that keeps ${sessions ?? 'all'} sessions of a user gets ${processes} of 16 processes`, async ({
    meet,
  }) => {
    const { api, target } = await meet(sessions === undefined ? {} : { sessions }, 'open: { sessionsPerUser: many }');

    expect(await processesBorne(api, 16)).toBe(processes);

    expect(await api.cards.list()).toHaveLength(9);
    expect(target.received.length).toBeLessThan(80);
  });

test('two processes ask nothing more of a target', async ({ meet }) => {
  const { api, target } = await meet({});

  expect(await processesBorne(api, 2)).toBe(2);

  expect(target.received).toEqual([]);
});
