// How many answers a check waits for one after another, which decides how long it takes at a distant target. Answers are slow here, so that even a
// busy machine sends at the same time what a check asks for at the same time.
import { expect, test } from '@playwright/test';
import type { RequirementId } from '../../contract/requirements.ts';
import { readRecording } from '../../exchange/recording/recording.ts';
import { evidencePath } from '../../harness/paths.ts';
import { trial } from '../proof/trial.ts';

/** A little more than was measured, because what is sent at the same time differs from run to run. */
const most: readonly (readonly [RequirementId, number])[] = [
  ['EVT-01', 40],
  ['PAR-14', 60],
  ['PAR-25', 150],
  ['CARD-49', 70],
  ['CARD-51', 25],
  ['PAY-54', 55],
  ['BEN-43', 50],
  ['MEM-11', 25],
];

for (const [id, answers] of most) {
  test(`${id} waits for at most ${answers} answers one after another`, async ({}, info) => {
    const folder = info.outputPath('trial');
    await trial({ variant: 'far-away' }, folder, { only: [id], depth: 'quick', seed: 1 });

    expect(await longestChain(folder, id)).toBeLessThanOrEqual(answers);
  });
}

/** The longest chain of exchanges, each of which began after the previous one had ended. */
async function longestChain(folder: string, purpose: RequirementId): Promise<number> {
  const spans: { readonly begin: number; readonly end: number }[] = [];
  for await (const item of readRecording(evidencePath(folder))) {
    if (item.kind !== 'exchange' || item.exchange.purpose !== purpose) continue;
    const { startedAt, sent, ended } = item.exchange.times;
    spans.push({ begin: startedAt + sent, end: startedAt + ended });
  }
  let chain = 0;
  let free = Number.NEGATIVE_INFINITY;
  for (const { begin, end } of spans.sort((one, other) => one.end - other.end)) {
    if (begin < free) continue;
    chain += 1;
    free = end;
  }
  return chain;
}
