// A recording played as load: judged by contract, statuses and latency, reported in numbers, and only where the profile allows load.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { ReplayResult } from '../../../replay/verdict/result.ts';
import { assay, root, serve } from '../../cli/command.ts';
import { recordedFlow } from '../flow.ts';
import { startAnswering, type Told, writeMade } from '../made.ts';
import { leftOver, profileOf, replayed } from '../replaying.ts';

test.describe.configure({ timeout: 300_000 });

const output = (...parts: string[]) => test.info().outputPath(...parts);

/** The real command against the reference service, with a fault or without one. */
async function loaded(recording: string, serving: readonly string[], ...more: string[]) {
  const service = await serve(...serving);
  const profile = join(root, 'reference/profile.yaml');
  const out = output('report');
  try {
    const ended = await assay([
      ...['replay', recording, '--target', service.url, '--profile', profile, '--load', '--out', out, ...more],
    ]);
    const result = JSON.parse(readFileSync(join(out, 'replay.json'), 'utf8')) as ReplayResult;
    return { ...ended, result, page: readFileSync(join(out, 'index.html'), 'utf8') };
  } finally {
    await service.stop();
  }
}

test('loops of copies pass at a good build, and are told in numbers', async () => {
  const recording = await recordedFlow();

  const { code, stdout, result, page } = await loaded(recording, [], '--loops', '2', '--times', '3');

  expect(leftOver(result)).toEqual([]);
  expect(code).toBe(0);
  expect(result.status).toBe('passed');
  expect(result.account.sent).toBe(result.plan.recording.exchanges * 6);
  expect(result.load!.statuses.listCards).toEqual({ 200: 36, 401: 12 });
  expect(result.load!.latency.count).toBe(result.account.sent);
  expect(result.load!.latency.p99).toBeGreaterThanOrEqual(result.load!.latency.p50);
  expect(stdout).toMatch(/^Load: .* answers, .* a second, p50 .* ms, p95 .* ms, p99 .* ms$/m);
  expect(stdout).toMatch(/^ {4}listCards +200 36 times · 401 12 times$/m);
  expect(stdout).toContain('✓ passed  every status is as it was recorded');
  expect(page).toContain('200 36 times · 401 12 times');
});

test('another status fails, with the operation named', async () => {
  const recording = await recordedFlow();

  const { code, stdout, result } = await loaded(recording, ['--fault', 'calculated-limits-200'], '--loops', '2');

  expect(code).toBe(1);
  expect(leftOver(result)).toEqual(['calculateCardLimits status status']);
  expect(stdout).toContain(
    '✗ calculateCardLimits  status  another status: 201 → 200  4 times, with 4 answers compared',
  );
});

test('a must that is broken and was kept fails, and another value alone does not', async () => {
  const recording = await recordedFlow();

  const broken = await loaded(recording, ['--fault', 'card-type-renamed']);
  const otherwise = await loaded(recording, ['--fault', 'legacy-holder-shortened']);

  expect(broken.code).toBe(1);
  expect(broken.result.differences).toEqual([]);
  expect(broken.stdout).toMatch(/CARD-03 readCard \/type: .*\n?.*not in the recording\)/);
  expect(otherwise.code).toBe(0);
  expect(otherwise.result.differences).toEqual([]);
});

const looks: readonly Told[] = [
  { path: '/v2/card', authorization: 'Bearer at_recorded0123456789', answer: [] },
  {
    method: 'PUT',
    path: '/v3/auth/token',
    authorization: 'Bearer at_recorded0123456789',
    body: '{}',
    answer: {},
  },
];

test('a 429 is told of an operation that the specification limits, and fails any other', async () => {
  const recording = await writeMade(output('made.ndjson'), looks);
  const asked: string[] = [];
  const tokens = { access: { token: 'at_live0123456789abc', expiredAt: 4_000_000_000, expiresIn: 900 } };
  const candidate = await startAnswering(({ method, url }) => {
    const one = `${method} ${url}`;
    asked.push(one);
    const isSecond = asked.filter((each) => each === one).length === 2;
    return { status: isSecond ? 429 : 200, body: url === '/v2/card' ? [] : tokens };
  });

  const result = await replayed({
    url: candidate.url,
    recordings: [recording],
    profile: profileOf(candidate.url),
    loops: 3,
    load: true,
  });
  await candidate.close();

  expect(result.load!.statuses).toEqual({ listCards: { 200: 2, 429: 1 }, refreshSession: { 200: 3, 429: 1 } });
  expect(result.rateLimits).toEqual({ met: 2, explained: 1 });
  expect(leftOver(result)).toEqual(['listCards status status']);
});

test('how much slower answers may become under load is judged at any speed', async () => {
  const recording = await writeMade(
    output('made.ndjson'),
    Array.from({ length: 8 }, () => looks[0]!),
  );
  const candidate = await startAnswering(async ({ url }) => {
    if (url !== '/v2/card') return { body: { access: { token: 'at_live0123456789abc', expiresIn: 900 } } };
    await new Promise((resolve) => setTimeout(resolve, 100));
    return { body: [] };
  });
  const environment = { ASSAY_USERNAME: 'u@example.com', ASSAY_PASSWORD: 'made-up', ASSAY_ALLOW: 'everything' };

  const { code, stdout } = await assay(
    ['replay', recording, '--target', candidate.url, '--load', '--slower', '1.5x'],
    environment,
  );
  await candidate.close();

  expect(stdout).toContain('listCards is slower than 1.5 times');
  expect(code).toBe(1);
});

test('the shards of a load are joined into one', async () => {
  const recording = await recordedFlow();
  const service = await serve();
  const played = async (shard: string, ...more: string[]) =>
    assay([
      ...['replay', recording, '--target', service.url, '--profile', join(root, 'reference/profile.yaml')],
      ...['--shard', shard, '--quiet', '--out', output(shard.replace('/', '-of-')), ...more],
    ]);

  await played('1/2', '--load');
  await played('2/2', '--load');
  const joined = await assay(['merge', output('1-of-2'), output('2-of-2'), '--json']);
  await played('2/2');
  const mixed = await assay(['merge', output('1-of-2'), output('2-of-2')]);
  await service.stop();

  const result = JSON.parse(joined.stdout) as ReplayResult;
  expect(result.status).toBe('passed');
  expect(result.load!.statuses.listCards).toEqual({ 200: 6, 401: 2 });
  expect(result.load!.latency.count).toBe(result.account.sent);
  expect(mixed.code).toBe(2);
  expect(mixed.stderr).toContain('they did not all compare the same');
});

test('a target whose profile does not allow load is not loaded, nor even asked', async () => {
  const recording = await writeMade(output('made.ndjson'), looks);
  let connections = 0;
  const server = createServer((_, response) => response.end('{}')).on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const target = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const environment = { ASSAY_USERNAME: 'u@example.com', ASSAY_PASSWORD: 'made-up' };
  const load = (...more: string[]) => assay(['replay', recording, '--load', ...more], environment);

  const refused = await load('--target', target);
  const multiplied = await assay(['replay', recording, '--times', '2', '--target', target], environment);
  const baseline = await load('--target', 'http://127.0.0.1:9', '--baseline', target);
  const untouched = connections;
  const allowed = await assay(['replay', recording, '--load', '--target', target], {
    ...environment,
    ASSAY_ALLOW: 'everything',
  });
  await new Promise((resolve) => server.close(resolve));

  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain(`${target} is not loaded`);
  expect(refused.stderr).toContain('allow: { load: true }');
  expect(multiplied).toMatchObject({ code: 2, stderr: expect.stringContaining(`--times: ${target} is not loaded`) });
  expect(baseline.code).toBe(2);
  expect(untouched).toBe(0);
  expect(allowed.code).not.toBe(2);
  expect(connections).toBeGreaterThan(0);
});
