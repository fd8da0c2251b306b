// The result of a check that was done ahead, passed on by a file.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { awaitResult, deliver, keyOf, type LaneResult } from '../../../harness/lanes/results.ts';
import { nothingSeen } from '../../../harness/record.ts';

const check = { file: 'cards/filters.spec.js', title: 'CARD-14 a title / with “signs” (twice)' };
const result: LaneResult = {
  kind: 'done',
  record: { ...nothingSeen, requirement: 'CARD-14', outcome: { kind: 'held' } },
};

test('who waits for a check gets what came of it, and of no other', async ({}, info) => {
  const folder = info.outputPath('results');
  const awaited = awaitResult(folder, check);

  deliver(folder, { ...check, file: 'cards/other.spec.js' }, { kind: 'left' });
  deliver(folder, check, result);

  expect(await awaited).toEqual(result);
});

test('what is still being written is not taken for a result', async ({}, info) => {
  const folder = info.outputPath('results');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${keyOf(check)}.part`), '{"kind":');
  const awaited = awaitResult(folder, check);

  deliver(folder, check, { kind: 'left' });

  expect(await awaited).toEqual({ kind: 'left' });
});
