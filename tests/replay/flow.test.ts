// One flow through every operation, recorded on one instance and replayed on others.
import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { operations } from '../../contract/operations.ts';
import { startReference } from '../../reference/service.ts';
import { makePlan } from '../../replay/plan/make.ts';
import type { ReplayResult } from '../../replay/verdict/result.ts';
import { assay } from '../cli/command.ts';
import { recordedFlow } from './flow.ts';
import { otherInstance } from './other-instance.ts';
import { leftOver, referenceProfile, replayed } from './replaying.ts';

const output = (...parts: string[]) => test.info().outputPath(...parts);

test('the flow meets every operation of the contract', async () => {
  const path = await recordedFlow();

  const plan = await makePlan([path], referenceProfile('http://127.0.0.1:1'));

  expect(Object.keys(plan.operations).sort()).toEqual([...operations.keys()].sort());
  expect(plan.users.map(({ actsAs }) => actsAs).sort()).toEqual(['full', 'mfa']);
});

test('it replays on a fresh instance without a difference', async () => {
  const path = await recordedFlow();
  const candidate = await startReference({ port: 0, seed: 1 });

  const result = await replayed({ url: candidate.url, recordings: [path] });
  await candidate.close();

  expect(leftOver(result)).toEqual([]);
  expect(result.outcomes.equivalent).toBe(result.account.recorded);
  expect(result.status).toBe('passed');
});

test('it replays where every id, key and order is another one, and every exchange is equivalent', async () => {
  const path = await recordedFlow();
  const candidate = await startReference({ port: 0, seed: 1, seams: otherInstance });

  const result = await replayed({ url: candidate.url, recordings: [path] });
  await candidate.close();

  expect(leftOver(result)).toEqual([]);
  expect(result.violations).toEqual([]);
  expect(result.account.sent).toBe(result.account.recorded);
  expect(result.outcomes.equivalent + result.outcomes.excused).toBe(result.account.recorded);
  expect(new Set(result.differences.map(({ kind, excuse }) => `${kind} ${excuse?.by}`))).toEqual(
    new Set(['order contract']),
  );
});

test('the command exits by its verdict and writes the result down', async () => {
  const path = await recordedFlow();
  const replay = (url: string, out: string) =>
    assay(['replay', path, '--target', url, '--profile', 'reference/profile.yaml', '--out', out]);
  const same = await startReference({ port: 0, seed: 1 });
  const changed = await startReference({ port: 0, seed: 1, fault: 'legacy-holder-shortened' });

  const [passed, failed] = [await replay(same.url, output('passed')), await replay(changed.url, output('failed'))];
  await Promise.all([same.close(), changed.close()]);
  const result = JSON.parse(readFileSync(output('failed', 'replay.json'), 'utf8')) as ReplayResult;

  expect([passed.code, failed.code]).toEqual([0, 1]);
  expect(failed.stdout).toContain('listCardsV1');
  expect(leftOver(result)).toEqual(['listCardsV1 /*/cardholder_name value', 'readCardV1 /cardholder_name value']);
  expect(result.judgements).toMatchObject({ changedAndViolates: 0 });
});

test('nothing that was secret stands in the report', async () => {
  const path = await recordedFlow();
  const candidate = await startReference({ port: 0, seed: 1, fault: 'legacy-list-leaks-pin' });

  await assay(['replay', path, '--target', candidate.url, '--profile', 'reference/profile.yaml', '--out', output('r')]);
  await candidate.close();
  const written = ['replay.json', 'evidence.ndjson'].map((name) => readFileSync(output('r', name), 'utf8')).join('\n');

  expect(written).toContain('/*/pin');
  expect(written).not.toMatch(/[ars]t_[\w-]{20}/);
  expect(written).not.toMatch(/"pin\\?":\s*\d{4}\b/);
  expect(written).not.toContain('made-up-password-full');
});
