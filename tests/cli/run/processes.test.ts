import { distanceOf, processesBorne, processesFor, sideBySide } from '../../../cli/run/processes.ts';
import type { Times } from '../../../exchange/exchange.ts';
import { expect, test } from '../../subject/targets.ts';

const answeredAfter = (...milliseconds: readonly number[]): readonly Times[] =>
  milliseconds.map((each) => ({ startedAt: 0, sent: 3, answered: 3 + each, ended: 4 + each }));

test('a target that answers at once gets two processes', () => {
  expect(processesFor(distanceOf(answeredAfter(1, 2, 2, 5)))).toBe(2);
});

test('a busy machine, on which most answers are late, gets no more', () => {
  expect(processesFor(distanceOf(answeredAfter(2, 3, 400, 500, 600, 700)))).toBe(2);
});

test('the farther away the target is, the more processes wait for it, up to sixteen', () => {
  expect([50, 100, 150, 5000].map((each) => processesFor(each))).toEqual([4, 8, 12, 16]);
});

test('a target that begins its answers at once and takes its time to end them is far away', () => {
  const slowBodies = [1, 2, 3, 4].map(() => ({ startedAt: 0, sent: 3, answered: 4, ended: 103 }));

  expect(processesFor(distanceOf(slowBodies))).toBe(8);
});

test('where nobody answered, there are two all the same', () => {
  expect(processesFor(distanceOf([{ startedAt: 0, sent: 1, ended: 30_000 }]))).toBe(2);
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

const far = answeredAfter(200, 201, 203, 240);

test('at a target that is far away several checks go on in each of a few processes', async ({ meet }) => {
  const { api } = await meet({}, 'open: { sessionsPerUser: many }');

  const { lanes } = await sideBySide(api, far, {}, true);

  expect(lanes?.processes).toBeLessThanOrEqual(4);
  expect((lanes?.processes ?? 0) * (lanes?.each ?? 0)).toBe(48);
  expect(lanes?.distance).toBe(202);
});

test('a target that is near has no lanes, and is asked nothing to find that out', async ({ meet }) => {
  const { api, target } = await meet({});

  expect(await sideBySide(api, answeredAfter(1, 2, 2, 5), {}, true)).toEqual({ workers: 2 });
  expect(target.received).toEqual([]);
});

test('as many processes as were asked for do one check after another, however far the target is', async ({ meet }) => {
  const { api, target } = await meet({});

  expect(await sideBySide(api, far, { workers: 5 }, true)).toEqual({ workers: 5 });
  expect(target.received).toEqual([]);
});

for (const [sessions, most] of [
  [20, 16],
  [12, 8],
] as const)
  test(`a target that keeps ${sessions} sessions of a user is asked by at most ${most} checks at a time`, async ({
    meet,
  }) => {
    const { api } = await meet({ sessions }, 'open: { sessionsPerUser: many }');

    const { workers = 0, lanes } = await sideBySide(api, far, {}, true);

    expect((lanes?.processes ?? 0) * (lanes?.each ?? 0)).toBeLessThanOrEqual(most);
    expect((lanes?.processes ?? 0) * (lanes?.each ?? 0)).toBeGreaterThan(most - 4);
    expect(2 * workers).toBeLessThanOrEqual(sessions);
  });

test('never more checks at a time than was said', async ({ meet }) => {
  const { api } = await meet({}, 'open: { sessionsPerUser: many }');

  expect((await sideBySide(api, far, { concurrency: 8 }, true)).lanes).toMatchObject({ each: expect.any(Number) });
  const { processes = 0, each = 0 } = (await sideBySide(api, far, { concurrency: 8 }, true)).lanes ?? {};
  expect(processes * each).toBeLessThanOrEqual(8);
  expect(await sideBySide(api, far, { concurrency: 1 }, true)).toEqual({ workers: 1 });
  expect(await sideBySide(api, answeredAfter(1, 1), { concurrency: 1 }, true)).toEqual({ workers: 1 });
  expect(await sideBySide(api, far, { concurrency: 3, workers: 9 }, true)).toEqual({ workers: 3 });
});
