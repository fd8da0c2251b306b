// The time that answers take: always shown, and judged where that was asked for and the times can be compared.
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { replayPage } from '../../../reports/replay/page.ts';
import { replaySummary } from '../../../reports/replay/terminal.ts';
import { assay } from '../../cli/command.ts';
import { startAnswering, type Told, writeMade } from '../made.ts';
import { profileOf, replayed } from '../replaying.ts';

const authorization = 'Bearer at_0123456789abcdef01';
const tokens = {
  access: { token: 'at_live', expiresIn: 900, expiredAt: 4_000_000_000 },
  refresh: { token: 'rt_live' },
};
const looks = Array.from({ length: 8 }, (_, index) => ({
  path: '/v2/card/0b9f5f0e-6f0c-4d39-9f0e-3a4d1c2b7e7d',
  authorization,
  at: index * 20,
  took: 2,
}));

interface Played {
  readonly slower?: number;
  readonly told?: readonly Told[];
  /** This process, in which the candidate runs as well, is busy for the whole time. */
  readonly busy?: true;
}

const spin = (milliseconds: number): void => {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
};

const played = async (milliseconds: number, { slower, told = looks, busy }: Played = {}) => {
  const path = await writeMade(test.info().outputPath('made.ndjson'), told);
  const candidate = await startAnswering(async ({ url }) => {
    if (url.startsWith('/v3')) return { body: tokens };
    await (busy ? spin(milliseconds) : pause(milliseconds));
    return { body: {} };
  });
  const result = await replayed({
    url: candidate.url,
    recordings: [path],
    profile: profileOf(candidate.url),
    tempo: { speed: 1 },
    ...(slower !== undefined && { slower }),
  });
  await candidate.close();
  return result;
};

test('times of both sides are shown for each operation, and without a threshold not judged', async () => {
  const result = await played(400);
  const [card] = result.latency.operations;

  expect(card).toMatchObject({ operation: 'readCard', before: { count: 8, p50: 2, p95: 2, p99: 2 } });
  expect(card!.now.p50).toBeGreaterThan(390);
  expect(result.because.join()).not.toContain('slower');
  expect(replaySummary(result)).toContain('Milliseconds of the recording and of the candidate, shown and not judged');
  expect(replayPage(result)).toContain('How long answers took');
});

test('an operation that takes longer than the threshold allows fails the replay', async () => {
  const result = await played(400, { slower: 1.5 });

  expect(result.latency.operations[0]).toMatchObject({ slower: true });
  expect(result.status).toBe('failed');
  expect(result.because.join()).toContain('readCard is slower than 1.5 times: p50 2 → ');
});

test('several slow operations are counted in one reason, and marked in the table', async () => {
  const others = looks.map((look) => ({ ...look, path: '/v2/card' }));

  const result = await played(100, { slower: 1.5, told: [...looks, ...others] });

  expect(result.because).toHaveLength(1);
  expect(result.because[0]).toMatch(/^2 operations are slower than 1\.5 times, most of all \w+: p50 2 → /);
  expect(replaySummary(result)).toMatch(/^ {2}✗ readCard {2}.*$/m);
  expect(replaySummary(result)).toMatch(/^ {2}✗ listCards {2}.*$/m);
});

test("what Assay's own work may have taken is not told as the candidate's, and leaves no verdict", async () => {
  const result = await played(60, { slower: 1.5, busy: true });
  const [card] = result.latency.operations;

  expect(card).toMatchObject({ operation: 'readCard', unclear: true });
  expect(card!.now.p50).toBeGreaterThan(50);
  expect(card!.least.p50).toBeLessThan(30);
  expect(result.status).toBe('undecided');
  expect(result.because.join()).toMatch(/^readCard is slower than 1\.5 times, but Assay was busy itself/);
  expect(replaySummary(result)).toMatch(/^ {2}\? readCard {2}.*$/m);
  expect(replayPage(result)).toContain('unclear</span>');
});

test('a threshold that judges nothing, because everything was answered too seldom, leaves no verdict', async () => {
  const result = await played(400, { slower: 1.5, told: looks.slice(0, 4) });

  expect(result.status).toBe('undecided');
  expect(result.because).toEqual(['no operation was answered 5 times, so that nothing says whether one is slower']);
  expect(replaySummary(result)).toContain('at most 1.5 times as long; 1 operation answered too seldom to be judged');
});

test('a threshold without the same rate on both sides is refused before anything is sent', async () => {
  const path = await writeMade(test.info().outputPath('made.ndjson'), looks);

  const { code, stderr } = await assay(['replay', path, '--target', 'http://127.0.0.1:9', '--slower', '1.5x']);

  expect(code).toBe(2);
  expect(stderr).toContain('--slower compares times at the same rate: give --speed 1 as well, or --baseline URL');
});
