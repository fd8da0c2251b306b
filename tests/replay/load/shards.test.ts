// A replay on several machines: independent shards, their results joined, and the manifest that starts them.
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { Job } from 'kubernetes-models/batch/v1';
import { parse } from 'yaml';
import { startReference } from '../../../reference/service.ts';
import { makePlan } from '../../../replay/plan/make.ts';
import { sessionsOf } from '../../../replay/plan/sessions.ts';
import { createSharding } from '../../../replay/plan/shard.ts';
import { readPlan } from '../../../replay/plan/text.ts';
import { merged } from '../../../replay/verdict/merge.ts';
import type { ReplayResult } from '../../../replay/verdict/result.ts';
import { assay, start } from '../../cli/command.ts';
import { recordedFlow } from '../flow.ts';
import { leftOver, referenceProfile, replayed } from '../replaying.ts';

const output = (...parts: string[]) => test.info().outputPath(...parts);

const resultIn = (folder: string) => JSON.parse(readFileSync(`${folder}/replay.json`, 'utf8')) as ReplayResult;

test('the shards of a replay, joined, find what the whole replay finds', async () => {
  const path = await recordedFlow();
  const whole = await startReference({ port: 0, seed: 1, fault: 'legacy-holder-shortened' });
  const alone = await replayed({ url: whole.url, recordings: [path] });
  await whole.close();
  const parts = await startReference({ port: 0, seed: 1, fault: 'legacy-holder-shortened' });
  const plan = await makePlan([path], referenceProfile(parts.url));

  const shards: ReplayResult[] = [];
  for (const index of [1, 2, 3])
    shards.push(
      await replayed({ url: parts.url, recordings: [path], plan, filtering: { shard: { index, count: 3 } } }),
    );
  await parts.close();
  const joined = merged(shards);

  expect(shards.reduce((sum, { account }) => sum + account.sent, 0)).toBe(alone.account.sent);
  expect(joined.account).toEqual(alone.account);
  expect(joined.outcomes).toEqual(alone.outcomes);
  expect(leftOver(joined)).toEqual(leftOver(alone));
  expect(joined.differences.map(({ count, of }) => [count, of])).toEqual(
    alone.differences.map(({ count, of }) => [count, of]),
  );
  expect(joined.status).toBe('failed');
});

test('a shard that was killed is run again and merged, once, and a missing one is named', async () => {
  const path = await recordedFlow();
  const candidate = await startReference({ port: 0, seed: 1 });
  const plan = output('plan.yaml');
  const common = ['--target', candidate.url, '--profile', 'reference/profile.yaml'];
  await assay(['replay', path, ...common, '--dry-run', '--save-plan', plan]);
  const shard = (index: number, ...more: string[]) => [
    ...['replay', path, ...common, '--plan', plan, '--shard', `${index}/2`, '--out', output(`shard-${index}`)],
    ...more,
  ];
  // A recording has random names of its own, so the shard of a user differs from one recording to the next.
  const { bases, shardBy } = readPlan(readFileSync(plan, 'utf8'), plan);
  const busiest = (await sessionsOf([path], bases)).reduce((one, two) => (one.exchanges > two.exchanges ? one : two));
  const isInFirst = createSharding({ index: 1, count: 2 });
  const busy = isInFirst(shardBy === 'user' ? busiest.user : busiest.id) ? 1 : 2;
  const other = busy === 1 ? 2 : 1;

  const killed = start(shard(busy, '--rate', '5', '--quiet'));
  const gone = once(killed, 'close');
  await new Promise((resolve) => setTimeout(resolve, 1500));
  killed.kill('SIGKILL');
  expect(await gone).toEqual([null, 'SIGKILL']);
  expect(existsSync(output(`shard-${busy}`, 'replay.json'))).toBe(false);
  await assay(shard(other));
  const missing = await assay(['merge', output(`shard-${other}`), '--out', output('missing'), '--json']);
  await assay(shard(busy));
  const again = await assay(['merge', output('shard-1'), output('shard-2'), output('shard-2'), '--out', output('all')]);
  const over = await assay(['merge', output('shard-1'), output('shard-2'), '--out', output('shard-1')]);
  await candidate.close();

  expect(missing.code).toBe(3);
  expect((JSON.parse(missing.stdout) as ReplayResult).because.join()).toContain(`shard ${busy}/2 is missing`);
  const joined = resultIn(output('all'));
  expect(joined.account.sent + joined.account.heldBack).toBe(joined.account.recorded);
  expect(existsSync(output('all', 'index.html'))).toBe(true);
  const evidence = ['shard-1', 'shard-2'].map((name) => readFileSync(output(name, 'evidence.ndjson'), 'utf8'));
  expect(readFileSync(output('all', 'evidence.ndjson'), 'utf8')).toBe(evidence.join(''));
  expect(over).toMatchObject({ code: 2, stderr: expect.stringContaining('would be overwritten') });
  expect(again.stdout).toContain('recorded =');
});

test('results that do not belong together are not merged', async () => {
  const path = await recordedFlow();
  const candidate = await startReference({ port: 0, seed: 1 });
  const plan = await makePlan([path], referenceProfile(candidate.url));
  const shard = (asked: typeof plan, count: number) =>
    replayed({ url: candidate.url, recordings: [path], plan: asked, filtering: { shard: { index: 1, count } } });
  const one = await shard(plan, 2);

  const otherPlan = await shard({ ...plan, values: { '1': 2 } }, 2);
  const otherDivision = await shard(plan, 3);
  await candidate.close();

  expect(() => merged([one, otherPlan])).toThrow(/different plans/);
  expect(() => merged([one, otherDivision])).toThrow(/different divisions/);
  expect(() => merged([])).toThrow(/nothing/);
});

test('the Kubernetes manifest is an Indexed Job that starts one shard per index at one time', () => {
  const job = parse(readFileSync('deploy/replay-job.yaml', 'utf8')) as ConstructorParameters<typeof Job>[0];

  const checked = new Job(job);
  checked.validate();

  expect(checked.spec).toMatchObject({ completionMode: 'Indexed', completions: 4, parallelism: 4 });
  const [container] = checked.spec?.template.spec?.containers ?? [];
  const environment = Object.fromEntries((container?.env ?? []).map(({ name, value }) => [name, value]));
  expect(environment['ASSAY_SHARDS']).toBe(String(checked.spec?.completions));
  expect(Date.parse(environment['ASSAY_START_AT'] ?? '')).not.toBeNaN();
  const script = container?.args?.join('\n') ?? '';
  for (const option of ['--shard "$shard/$ASSAY_SHARDS"', '--start-at', '--plan', '--out'])
    expect(script).toContain(option);
});
