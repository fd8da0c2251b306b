// Each fault of the reference service that the flow can meet shows exactly the operation and field that it affects.
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { faultList, startReference } from '../../../reference/service.ts';
import { recordedFlow } from '../flow.ts';
import { leftOver, referenceProfile, replayed } from '../replaying.ts';
import { shown } from './faults.ts';

let folder: string;
let path: string;

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-flow-'));
  path = join(folder, 'recording.ndjson');
  await recordedFlow({ path });
});

test.afterAll(() => rmSync(folder, { recursive: true }));

const shownOf = async (fault: string) => {
  const candidate = await startReference({ port: 0, seed: 1, fault });
  const profile = { ...referenceProfile(candidate.url), timeouts: { connect: 2000, response: 5000 } };
  const result = await replayed({ url: candidate.url, recordings: [path], profile });
  await candidate.close();
  return { fault, left: leftOver(result), passed: result.status === 'passed' };
};

const inTurns = <Item>(items: readonly Item[], parts: number): Item[][] =>
  Array.from({ length: parts }, (_, part) => items.filter((_item, index) => index % parts === part));

inTurns(Object.keys(shown), 4).forEach((faults, part) => {
  test(`faults that the flow meets show where they are, part ${part + 1}`, async () => {
    test.setTimeout(180_000);
    const found: Record<string, readonly string[]> = {};
    for (const fault of faults) found[fault] = (await shownOf(fault)).left;

    expect(found).toEqual(Object.fromEntries(faults.map((fault) => [fault, shown[fault]])));
  });
});

/** Faults that show only when users or calls overlap, and faults that break the contract without a difference. */
const otherwise = /session-of|mixed-up|share-(?:id|number)|refreshed-before|later-creation|token-empty|disabled-later/;

test('faults that it does not meet show nothing', async () => {
  test.setTimeout(120_000);
  const others = faultList().filter(({ id }) => !shown[id] && !otherwise.test(id));
  // Chosen by their names, so that a new fault does not change the rest of the sample.
  const sample = others.filter(({ id }) => createHash('sha256').update(id).digest().readUInt8() % 12 === 0);
  expect(sample.length).toBeGreaterThan(20);

  for (const { id } of sample) expect(await shownOf(id)).toEqual({ fault: id, left: [], passed: true });
});
