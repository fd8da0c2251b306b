// replay.json of real replays fits its published schema, and every member that the schema names occurs.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import type { Around } from '../../reference/http/seams.ts';
import { startReference } from '../../reference/service.ts';
import type { ReplayResult } from '../../replay/verdict/result.ts';
import { assay, root } from '../cli/command.ts';
import { recordedFlow } from '../replay/flow.ts';
import { writeMade } from '../replay/made.ts';
import { oneCompany, recordCrowd } from '../replay/order/crowd.ts';
import { replayed } from '../replay/replaying.ts';
import { membersMet, membersOf, publishedSchema, validator } from './published.ts';

test.describe.configure({ timeout: 300_000 });

const schema = publishedSchema('replay');
const problems = validator(schema);
const output = (...parts: string[]) => test.info().outputPath(...parts);

const resultIn = (folder: string) => JSON.parse(readFileSync(join(folder, 'replay.json'), 'utf8')) as ReplayResult;

/** Nothing of its first entry can be used, and only a part of the second. */
function tornFile(): string {
  const path = output('torn.har');
  const creator = { name: 'x', version: '1' };
  const request = { method: 'GET', url: 'https://elsewhere.example/', headers: [] };
  const unmodified = {
    startedDateTime: '2026-01-01T00:00:00Z',
    request,
    response: { status: 304, content: { text: 'x' } },
  };
  const entries = [{ startedDateTime: 'soon' }, unmodified];
  writeFileSync(path, JSON.stringify({ log: { version: '1.2', creator, entries } }));
  return path;
}

const busy = { status: 503, body: { name: 'Service Unavailable', message: 'busy', status: 503 } };

const otherStatuses: Record<string, Around> = {
  listCards: async (next, call) => ({ ...(await next(call)), status: 202 }),
  readPayment: () => busy,
};

/** Logins from one device, the first with a wrong password. */
const mistyped = (): Promise<string> => {
  const token = (name: string) => ({
    token: `made_${name}_0123456789abcdef`,
    expiresIn: 900,
    expiredAt: 4_000_000_000,
  });
  const login = (password: string, status: number, answer: unknown) => ({
    ...{ method: 'POST', path: '/v3/auth/token', status, answer, body: '{"fingerprint":"a-device"}' },
    authorization: `Basic ${Buffer.from(`u@example.com:${password}`).toString('base64')}`,
  });
  return writeMade(output('mistyped.ndjson'), [
    login('wrong', 401, { name: 'Unauthorized', message: 'no', status: 401 }),
    login('right', 200, { access: token('access'), refresh: token('refresh') }),
  ]);
};

/** Keeps this process busy; the replay runs in the same process. */
const spin = (): void => {
  const until = performance.now() + 20;
  while (performance.now() < until);
};

/** Users of one company, recorded with two keys, and a candidate that is slow to answer. */
async function slowCrowd(take: () => unknown): Promise<ReplayResult> {
  const path = output(`crowd-${crypto.randomUUID()}.ndjson`);
  const service = await startReference({ port: 0, seed: 1, seams: oneCompany });
  for (const seed of [1, 2]) await recordCrowd(service.url, path, { seed, turns: 3 });
  await service.close();
  const every: Around = async (next, call) => {
    await take();
    return next(call);
  };
  const candidate = await startReference({ port: 0, seed: 1, seams: { ...oneCompany, around: { every } } });
  const result = await replayed({ url: candidate.url, recordings: [path], slower: 1 });
  await candidate.close();
  return result;
}

test('replays of several kinds, their shards and the shards joined', async () => {
  const recording = await recordedFlow();
  const torn = tornFile();
  const candidate = await startReference({ port: 0, seed: 1, fault: 'legacy-holder-shortened' });
  const replay = (out: string, ...more: string[]) =>
    assay([
      'replay',
      recording,
      '--target',
      candidate.url,
      '--profile',
      join(root, 'reference/profile.yaml'),
      '--quiet',
      '--out',
      output(out),
      ...more,
    ]);

  await replay('paced', '--speed', '100', '--shard', '1/2');
  await replay('safe', '--safe', torn);
  await replay('other', '--speed', '100', '--shard', '2/2');
  await assay(['merge', output('paced'), output('other'), '--out', output('merged'), '--quiet']);
  await candidate.close();
  const unreachable = await replay('unreachable');

  for (const folder of ['paced', 'safe', 'merged', 'unreachable']) {
    expect({ folder, problems: problems(resultIn(output(folder))) }).toEqual({ folder, problems: [] });
  }
  expect(unreachable.code).toBe(3);
  expect(resultIn(output('paced')).timing).toHaveProperty('lag');
  expect(resultIn(output('safe')).account.unusable).toBe(1);
});

test('every member that the schema names is met', async () => {
  const recording = await recordedFlow();
  const torn = tornFile();
  const results: ReplayResult[] = [];
  for (const { fault, ...asked } of [
    { fault: 'legacy-holder-shortened', recordings: [recording, torn], tempo: { speed: 100 } },
    { fault: 'beneficiary-id-text', recordings: [recording], filtering: { shard: { index: 1, count: 1 } } },
    { fault: 'legacy-holder-shortened', recordings: [recording], filtering: { safe: true } },
    { fault: 'beneficiary-number-unknown', recordings: [recording] },
    { fault: 'beneficiary-id-text', recordings: [recording], shape: {} },
    { fault: 'beneficiary-id-text', recordings: [recording], load: true },
    { fault: 'beneficiary-id-text', recordings: [recording], loops: 2 },
  ] as const) {
    const candidate = await startReference({ port: 0, seed: 1, fault });
    results.push(await replayed({ url: candidate.url, ...asked, excuse: () => ({ by: 'policy', because: 'known' }) }));
    await candidate.close();
  }

  const otherwise = await startReference({ port: 0, seed: 1, seams: { around: otherStatuses } });
  results.push(await replayed({ url: otherwise.url, recordings: [recording] }));
  results.push(await replayed({ url: otherwise.url, recordings: [await mistyped()] }));
  await otherwise.close();

  results.push(await slowCrowd(() => pause(100)), await slowCrowd(spin));

  for (const result of results) expect(problems(JSON.parse(JSON.stringify(result)))).toEqual([]);
  const met = new Set(results.flatMap((result) => [...membersMet(schema, result)]));
  expect([...membersOf(schema)].filter((member) => !met.has(member))).toEqual([]);
});

test('a member that the schema does not name is refused', async () => {
  const recording = await recordedFlow();
  const candidate = await startReference({ port: 0, seed: 1 });
  const result = JSON.parse(
    JSON.stringify(await replayed({ url: candidate.url, recordings: [recording] })),
  ) as ReplayResult;
  await candidate.close();

  expect(problems(result)).toEqual([]);
  expect(problems({ ...result, more: 1 })).not.toEqual([]);
  expect(problems({ ...result, account: { ...result.account, more: 1 } })).not.toEqual([]);
});
