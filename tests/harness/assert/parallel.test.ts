import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { inParallel } from '../../../harness/assert/parallel.ts';
import { Untested } from '../../../harness/declare/failures.ts';

test('results come in the order of the items', async () => {
  const results = await inParallel([3, 1, 2], async (milliseconds) => {
    await pause(milliseconds);
    return milliseconds * 2;
  });

  expect(results).toEqual([6, 2, 4]);
});

test('no more run at a time than asked for', async () => {
  let running = 0;
  let most = 0;

  await inParallel(
    Array.from({ length: 20 }),
    async () => {
      most = Math.max(most, ++running);
      await pause(1);
      running -= 1;
    },
    4,
  );

  expect(most).toBe(4);
});

test('an error is thrown when what had begun is over, and nothing begins after it', async () => {
  const begun: number[] = [];
  const over: number[] = [];

  const work = inParallel(
    [0, 1, 2, 3],
    async (item) => {
      begun.push(item);
      await pause(item === 0 ? 1 : 10);
      over.push(item);
      if (item === 0) throw new Error('broken');
    },
    2,
  );

  await expect(work).rejects.toThrow('broken');
  expect(begun).toEqual([0, 1]);
  expect(over).toEqual([0, 1]);
});

test('what was found goes before what could not be asked, whichever comes first', async () => {
  const work = inParallel([0, 1], async (item) => {
    throw item === 0 ? new Untested('a card') : new Error('broken');
  });

  await expect(work).rejects.toThrow('broken');
});
