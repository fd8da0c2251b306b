// Several checks at a time in one workspace, against a real server: each gets the results of its own requests and no others.
import { writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { stringify } from 'yaml';
import { readRecording } from '../../exchange/recording/recording.ts';
import type { CheckBody } from '../../harness/declare/declaration.ts';
import { timeLimit } from '../../harness/lanes/time-limit.ts';
import { evidencePath } from '../../harness/paths.ts';
import { examine, type Surroundings } from '../../harness/run/examination.ts';
import { openWorkspace, type Workspace } from '../../harness/run/workspace.ts';

interface Bench {
  readonly workspace: Workspace;
  /** The paths of the requests that arrived. */
  readonly arrived: string[];
  end(): Promise<void>;
}

/**
 * Answers in 30 ms with a list, which is wrong where one card is asked for. A silent path gets no answer, and the first request for a busy path gets
 * a 429.
 */
async function openBench(response = 30_000): Promise<Bench> {
  const arrived: string[] = [];
  const server = http.createServer(async (request, reply) => {
    const path = request.url ?? '';
    arrived.push(path);
    if (path.includes('silent')) return;
    await pause(30);
    const isRefused = path.includes('busy') && arrived.filter((one) => one === path).length === 1;
    if (isRefused) reply.writeHead(429, { 'retry-after': '0' }).end();
    else reply.setHeader('content-type', 'application/json').end('[]');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const profile = test.info().outputPath('profile.yaml');
  const users = { full: { username: 'one', password: 'made up' } };
  writeFileSync(profile, stringify({ users, target: { timeouts: { response } } }));
  const workspace = openWorkspace({
    target: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    profile,
    out: test.info().outputPath(),
    seed: 1,
    depth: 'quick',
    safe: false,
    only: [],
    prepared: true,
  });
  return {
    workspace,
    arrived,
    async end() {
      await workspace.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const beside: Surroundings = { isQuiet: false, alone: async () => true };
const file = 'specs/made-up.spec.ts';
const authorization = 'Bearer made-up';

const asking =
  (times: number, query: string, read = false): CheckBody =>
  async ({ api }) => {
    for (let time = 0; time < times; time += 1) {
      if (read) await api.call('readCard', { authorization, path: { id: query } });
      else await api.call('listCards', { authorization, query: { [query]: time } });
    }
  };

test('each of several checks has its own exchanges, findings and waits, also on connections that another one opened', async () => {
  const { workspace, end } = await openBench();

  const [wrong, busy, sound] = await Promise.all([
    examine({ id: 'CARD-14', file, body: asking(6, 'c1', true) }, workspace, beside),
    examine({ id: 'CARD-16', file, body: asking(5, 'busy') }, workspace, beside),
    examine({ id: 'CARD-15', file, body: asking(9, 'sound') }, workspace, beside),
  ]);

  await end();
  expect(wrong?.record.findings.length).toBeGreaterThan(0);
  expect(wrong?.record.findings.every(({ operation }) => operation === 'readCard')).toBe(true);
  expect(sound?.record.findings).toEqual([]);
  expect([wrong, busy, sound].map((one) => one?.record.exchanges)).toEqual([6, 10, 9]);
  expect([wrong, busy, sound].map((one) => one?.record.waits)).toEqual([0, 5, 0]);
  const purposes: Record<string, string[]> = {};
  for await (const item of readRecording(evidencePath(test.info().outputPath()))) {
    if (item.kind !== 'exchange') continue;
    const { purpose = '', request } = item.exchange;
    purposes[purpose] = [...(purposes[purpose] ?? []), new URL(request.url).pathname + new URL(request.url).search];
  }
  expect(purposes['CARD-15']).toHaveLength(9);
  expect(purposes['CARD-15']?.every((url) => url.includes('sound'))).toBe(true);
  expect(purposes['CARD-16']?.every((url) => url.includes('busy'))).toBe(true);
});

test('what a check left behind when it ended is judged with a check that goes on later, and never lost', async () => {
  const { workspace, end } = await openBench();
  let late: Promise<unknown> | undefined;
  const leaving: CheckBody = async ({ api }) => {
    late = api.call('readCard', { authorization, path: { id: 'late' } });
  };

  const first = await examine({ id: 'CARD-14', file, body: leaving }, workspace, beside);
  await late;
  const second = await examine({ id: 'CARD-15', file, body: asking(1, 'sound') }, workspace, beside);

  await end();
  expect(first.record.exchanges).toBe(0);
  expect(second.record.exchanges).toBe(2);
  expect(second.record.findings.length).toBeGreaterThan(0);
});

test('a check whose time is over is an error, and sends nothing more, while the one beside it goes on', async () => {
  const { workspace, arrived, end } = await openBench();
  const limit = timeLimit(200);

  const [hanging, other] = await Promise.all([
    examine({ id: 'CARD-14', file, body: asking(100, 'hanging') }, workspace, { ...beside, inTime: limit.inTime }),
    examine({ id: 'CARD-15', file, body: asking(20, 'sound') }, workspace, beside),
  ]);

  expect(hanging?.record.outcome).toEqual({ kind: 'error', message: 'the check did not end in its time' });
  expect(other?.record).toMatchObject({ outcome: { kind: 'held' }, exchanges: 20 });
  const sent = () => arrived.filter((path) => path.includes('hanging')).length;
  const before = sent();
  await pause(300);
  expect(sent()).toBeLessThanOrEqual(before + 1);
  await end();
});

test('a check whose time is over since the target was silent lacks its answers, and the silence is a finding', async () => {
  const { workspace, end } = await openBench(200);
  const { inTime } = timeLimit(1000);

  const { record } = await examine({ id: 'CARD-14', file, body: asking(100, 'silent') }, workspace, {
    ...beside,
    inTime,
  });

  await end();
  const missing = 'answers in time: GET /v2/card failed (timeout: no response within 200 ms)';
  expect(record.outcome).toEqual({ kind: 'untested', missing });
  expect(record.findings).toMatchObject([{ requirement: 'ERR-02', operation: 'listCards' }]);
  expect(record.findings[0]?.shown?.sent).toBe('GET /v2/card?silent=0');
});

test('waiting for somebody else is added to the time of a check', async () => {
  const limit = timeLimit(100);
  const work = limit.inTime(pause(300).then(() => {}));

  limit.extend(5_000);

  await work;
  await expect(timeLimit(50).inTime(pause(5_000).then(() => {}))).rejects.toThrow('in its time');
  await timeLimit(Number.POSITIVE_INFINITY).inTime(pause(20).then(() => {}));
});
