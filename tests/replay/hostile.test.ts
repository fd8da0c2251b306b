// What can go wrong in a replay: no candidate, a candidate that dies, an interruption, odd recordings, wrong plans and policies.
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import type { RecordedExchange } from '../../exchange/exchange.ts';
import { openRecording } from '../../exchange/recording/recording.ts';
import { createRedaction } from '../../exchange/redaction/redaction.ts';
import { startReference } from '../../reference/service.ts';
import { makePlan } from '../../replay/plan/make.ts';
import { planText } from '../../replay/plan/text.ts';
import type { ReplayResult } from '../../replay/verdict/result.ts';
import { replayPage } from '../../reports/replay/page.ts';
import { replaySummary } from '../../reports/replay/terminal.ts';
import { defaultProfile } from '../../subject/profile/profile.ts';
import { assay, start } from '../cli/command.ts';
import { actors, recordedFlow } from './flow.ts';
import { leftOver, referenceProfile, replayed } from './replaying.ts';

const output = (...parts: string[]) => test.info().outputPath(...parts);
const addsUp = ({ account: { recorded, sent, filtered, heldBack, failed } }: ReplayResult) =>
  expect(sent + filtered + heldBack + failed).toBe(recorded);

const listening = async (server: Server): Promise<string> => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

/** A server that gives this answer to every read of a card. */
const answering = (answer: (url: string, count: number) => { status?: number; body: unknown; headers?: object }) => {
  let count = 0;
  return createServer((request, response) => {
    count += 1;
    const { status = 200, body, headers } = answer(request.url ?? '', count);
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  });
};

const id = '7c0e1a52-1c39-4a52-8a0e-0d9f4b6c2e11';
const profileOf = (url: string) =>
  defaultProfile({ ASSAY_USERNAME: 'u@example.com', ASSAY_PASSWORD: 'made-up' }, { url });

interface Told {
  readonly path?: string;
  readonly body?: unknown;
  readonly status?: number;
  readonly at?: number;
  readonly token?: string;
}

/** A recording of reads without a login: each with this token, a millisecond after the one before. */
const recordingOf = async (told: readonly Told[], unanswered = false): Promise<string> => {
  const path = output('made.ndjson');
  const recording = openRecording(path, { redaction: createRedaction() });
  told.forEach(
    ({ path: asked = `/v2/card/${id}`, body = { id }, status = 200, at, token = 'at_0123456789abcdef0123' }, index) => {
      const exchange: RecordedExchange = {
        id: `m-${index}`,
        request: {
          method: 'GET',
          url: `http://recorded.example${asked}`,
          headers: [['authorization', `Bearer ${token}`]],
        },
        ...(!unanswered && {
          outcome: {
            kind: 'answered',
            response: {
              status,
              headers: [['content-type', 'application/json']],
              body: Buffer.from(JSON.stringify(body)),
            },
          },
        }),
        times: { startedAt: 1_768_000_000_000 + (at ?? index * 10), sent: 0.1, answered: 1, ended: 2 },
      };
      recording.append(exchange);
    },
  );
  await recording.close();
  return path;
};

const tokens = {
  access: { token: 'at_live', expiredAt: 4_000_000_000, expiresIn: 900 },
  refresh: { token: 'rt_live' },
};

test('without a candidate there is no verdict, and everything is accounted for', async () => {
  const path = await recordedFlow({ actors: [actors.full] });

  const ended = await assay([
    ...['replay', path, '--target', 'http://127.0.0.1:9', '--profile', 'reference/profile.yaml'],
    ...['--out', output('report')],
  ]);
  const result = JSON.parse(readFileSync(output('report', 'replay.json'), 'utf8')) as ReplayResult;

  expect(ended.code).toBe(3);
  expect(result.because.join()).toContain('cannot be reached');
  addsUp(result);
});

test('a candidate that goes down midway fails, and the rest is held back or failed', async () => {
  const path = await recordedFlow({ actors: [actors.full] });
  const candidate = await startReference({ port: 0, seed: 1 });
  setTimeout(() => void candidate.close(), 400);

  const result = await replayed({ url: candidate.url, recordings: [path], tempo: { rate: 40 } });

  expect(result.status).toBe('failed');
  expect(result.account.sent).toBeGreaterThan(0);
  expect(result.account.failed + result.account.heldBack).toBeGreaterThan(0);
  expect(leftOver(result).some((line) => line.endsWith('failure'))).toBe(true);
  addsUp(result);
});

test('Ctrl-C ends a replay with what it knows, and no green verdict', async () => {
  const path = await recordedFlow({ actors: [actors.full] });
  const candidate = await startReference({ port: 0, seed: 1 });
  const child = start([
    ...['replay', path, '--target', candidate.url, '--profile', 'reference/profile.yaml'],
    ...['--rate', '10', '--out', output('report'), '--quiet'],
  ]);
  await expect.poll(() => existsSync(output('report', 'evidence.ndjson')), { timeout: 30_000 }).toBe(true);
  await new Promise((resolve) => setTimeout(resolve, 1000));

  child.kill('SIGINT');
  const [code] = await once(child, 'close');
  await candidate.close();
  const result = JSON.parse(readFileSync(output('report', 'replay.json'), 'utf8')) as ReplayResult;

  expect(code).toBe(3);
  expect(result.because).toContain('the run was stopped');
  expect(result.account.because.heldBack['the run was stopped']).toBeGreaterThan(0);
  addsUp(result);
});

test('a refused login is no verdict on the candidate', async () => {
  const path = await recordedFlow({ actors: [actors.full] });
  const candidate = await startReference({ port: 0, seed: 1 });
  const profile = referenceProfile(candidate.url);
  const full = { ...profile.users.full!, password: 'not the password' };

  const result = await replayed({ url: candidate.url, recordings: [path], profile: { ...profile, users: { full } } });
  await candidate.close();

  expect(result.status).toBe('undecided');
  expect(result.because).toContain('the candidate refuses the login of full');
});

test('a recording without answers is sent, judged, and compared with nothing', async () => {
  const path = await recordingOf([{}, {}], true);
  const server = answering((url) => ({ body: url.startsWith('/v3') ? tokens : { id } }));
  const url = await listening(server);

  const result = await replayed({ url, recordings: [path], profile: profileOf(url) });
  server.close();

  expect(result.outcomes).toMatchObject({ incomparable: 2, equivalent: 0 });
  expect(result.account.sent).toBe(2);
  expect(result.status).not.toBe('passed');
});

test('a token that had ended when it was recorded is no regression', async () => {
  const gone = { name: 'Unauthorized', message: 'The token has ended.', status: 401 };
  const path = await recordingOf([{}, { status: 401, body: gone }]);
  const server = answering((url) => ({ body: url.startsWith('/v3') ? tokens : { id } }));
  const url = await listening(server);

  const result = await replayed({ url, recordings: [path], profile: profileOf(url) });
  server.close();

  expect(leftOver(result)).toEqual([]);
  expect(result.account.because.heldBack).toEqual({ 'its token had ended when it was recorded': 1 });
});

test('a session that began before the recording is played with a login of our own', async () => {
  const path = await recordingOf([{}, {}, {}]);
  let seen: string | undefined;
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/v2')) seen = request.headers.authorization;
    const body = request.url?.startsWith('/v3') ? tokens : { id };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  const url = await listening(server);

  const result = await replayed({ url, recordings: [path], profile: profileOf(url) });
  server.close();

  expect(seen).toBe('Bearer at_live');
  expect(result.account.added).toEqual({ 'logging in by itself': 1 });
  expect(result.outcomes.equivalent).toBe(3);
});

test('small numbers, words and dates that requests and answers share are not taken for references', async () => {
  const path = await recordingOf([
    { body: { id, version: 7, status: 'ACTIVE', limit: 100, walletId: 'bb0e1a52-1c39-4a52-8a0e-0d9f4b6c2e11' } },
    { path: '/v2/payment/7?status=ACTIVE&limit=100&date=2026-01-31', body: { id: 7 } },
  ]);

  const plan = await makePlan([path], profileOf('http://127.0.0.1:9'));

  expect(plan.links).toEqual([]);
});

test('a number is followed where the same kind of thing is named, inside base64 as well', async () => {
  const cursor = Buffer.from(JSON.stringify({ after: 'bb0e1a52-1c39-4a52-8a0e-0d9f4b6c2e11' })).toString('base64url');
  const path = await recordingOf([
    { body: { id, beneficiaryId: 41, next: 'bb0e1a52-1c39-4a52-8a0e-0d9f4b6c2e11' } },
    { path: '/v1/beneficiary/41', body: {} },
    { path: '/v2/payment/41', body: {} },
    { path: `/v2/card?cursor=${cursor}`, body: [] },
  ]);

  const plan = await makePlan([path], profileOf('http://127.0.0.1:9'));

  expect(plan.links.map(({ from, to }) => `${from} -> ${to}`)).toEqual([
    'readCard /beneficiaryId -> readBeneficiary path id',
    'readCard /next -> listCards body /(coded)/after',
  ]);
});

test('a 429 that comes of a compressed clock is waited out, and one that does not is a difference', async () => {
  const path = await recordingOf(Array.from({ length: 12 }, (_, index) => ({ at: index * 700 })));
  const refusal = { name: 'Too Many Requests', message: 'Slow down.', status: 429 };
  const limited = (most: number) => {
    let times: number[] = [];
    return answering((url) => {
      if (url.startsWith('/v3')) return { body: tokens };
      const now = Date.now();
      times = times.filter((time) => now - time < 1000);
      if (times.length >= most) return { status: 429, body: refusal, headers: { 'retry-after': '1' } };
      times.push(now);
      return { body: { id } };
    });
  };
  const hasty = limited(4);
  const wrong = answering((url, count) =>
    url.startsWith('/v3') || count % 5 > 0
      ? { body: url.startsWith('/v3') ? tokens : { id } }
      : { status: 429, body: refusal },
  );
  const [hastyUrl, wrongUrl] = [await listening(hasty), await listening(wrong)];

  const compressed = await replayed({ url: hastyUrl, recordings: [path], profile: profileOf(hastyUrl) });
  const steady = await replayed({
    url: wrongUrl,
    recordings: [path],
    profile: profileOf(wrongUrl),
    tempo: { speed: 1 },
  });
  hasty.close();
  wrong.close();

  expect(leftOver(compressed)).toEqual([]);
  expect(compressed.rateLimits.explained).toBe(compressed.rateLimits.met);
  expect(compressed.rateLimits.met).toBeGreaterThan(0);
  expect(compressed.outcomes.equivalent).toBe(12);
  expect(leftOver(steady)).toEqual(['readCard status status']);
  expect(steady.rateLimits.explained).toBe(0);
});

test('a plan that was changed wrongly is refused with its place, and nothing is sent', async () => {
  const path = await recordedFlow({ actors: [actors.full] });
  const plan = await makePlan([path], referenceProfile('http://127.0.0.1:9'));
  const wrong = output('plan.yaml');
  const changes: [string, RegExp][] = [
    [
      planText(plan).replace(/actsAs: full/, 'actsAs: everybody'),
      /plan\.yaml:\d+: .*actsAs.*everybody|actsAs: expected one of/,
    ],
    [planText(plan).replace(/follow: true/, 'follow: maybe'), /plan\.yaml:\d+: .*follow: expected true or false/],
    [planText(plan).replace('shardBy', 'shardedBy'), /shardBy is missing/],
    ['users: [', /plan\.yaml/],
  ];

  for (const [text, complaint] of changes) {
    writeFileSync(wrong, text);
    const ended = await assay([
      ...['replay', path, '--target', 'http://127.0.0.1:9', '--profile', 'reference/profile.yaml'],
      ...['--plan', wrong, '--out', output('report')],
    ]);
    expect(ended.stderr).toMatch(complaint);
    expect(ended.code).toBe(2);
  }
});

test('a policy allows what it names, and a wrong one is refused', async () => {
  const path = await recordedFlow({ actors: [actors.full] });
  const candidate = await startReference({ port: 0, seed: 1, fault: 'legacy-holder-shortened' });
  const replay = (policy: string) => {
    writeFileSync(output('allow.yaml'), policy);
    return assay([
      ...['replay', path, '--target', candidate.url, '--profile', 'reference/profile.yaml'],
      ...['--allow', output('allow.yaml'), '--out', output('report'), '--quiet'],
    ]);
  };
  const rule = (operation: string) =>
    `  - { operation: ${operation}, field: '/*', kind: value, because: holders are shortened from now on }\n`;

  const all = await replay(`allow:\n${rule('listCardsV1')}${rule('readCardV1')}`);
  const some = await replay(`allow:\n${rule('listCardsV1')}`);
  const wrong = await replay('allow:\n  - { operation: listCards, field: /x }\n');
  await candidate.close();

  expect([all.code, some.code, wrong.code]).toEqual([0, 1, 2]);
  expect(wrong.stderr).toContain('because is missing');
});

test('noise of one request does not hide a difference in another', async () => {
  const path = await recordingOf(
    Array.from({ length: 8 }, (_, index) => ({ path: `/v2/payment/${index + 1}`, body: { id: index + 1, rank: 1 } })),
  );
  const good = answering((url, count) => {
    const number = Number(url.split('/').at(-1));
    return { body: url.startsWith('/v3') ? tokens : { id: number, rank: number === 3 ? 1000 + count : 1 } };
  });
  const candidate = answering((url, count) => {
    const number = Number(url.split('/').at(-1));
    const rank = number === 3 ? 2000 + count : number === 5 ? 2 : 1;
    return { body: url.startsWith('/v3') ? tokens : { id: number, rank } };
  });
  const [goodUrl, url] = [await listening(good), await listening(candidate)];
  const environment = { ASSAY_USERNAME: 'u@example.com', ASSAY_PASSWORD: 'made-up' };
  const common = ['replay', path, '--out', output('report'), '--json', '--save-noise', output('noise.json')];

  const itself = await assay([...common, '--target', goodUrl, '--baseline', goodUrl], environment);
  const other = await assay([...common, '--target', url, '--baseline', goodUrl], environment);
  good.close();
  candidate.close();

  expect(leftOver(JSON.parse(itself.stdout) as ReplayResult)).toEqual([]);
  expect(leftOver(JSON.parse(other.stdout) as ReplayResult)).toEqual(['readPayment /rank value']);
});

test('filters send what they name and account for the rest', async () => {
  const path = await recordedFlow({ actors: [actors.full] });
  const candidate = await startReference({ port: 0, seed: 1 });
  const common = { url: candidate.url, recordings: [path] };

  const safe = await replayed({ ...common, filtering: { safe: true } });
  const cards = await replayed({ ...common, filtering: { operations: ['readCard', 'listCards'] } });
  const paths = await replayed({ ...common, filtering: { paths: ['/v1/card/*/limits'], methods: ['get'] } });
  const never = await replayed({ ...common, filtering: { from: Date.now() + 1e9 } });
  await candidate.close();

  for (const result of [safe, cards, paths, never]) addsUp(result);
  expect(safe.account.because.filtered['it may change something']).toBeGreaterThan(5);
  expect(leftOver(cards)).toEqual([]);
  expect(cards.outcomes.following).toBe(1);
  expect(cards.account.sent).toBe(6);
  expect(paths.account.sent).toBe(1);
  expect(never.status).toBe('undecided');
  expect(never.because).toContain('no exchange could be compared');
});

test('what is sent again because its connection had ended is counted by operation and told', async () => {
  const path = await recordingOf([{}, {}, {}]);
  const served = new WeakSet<object>();
  const server = createServer((request, response) => {
    // Every connection is closed at its second request, before any byte of the answer.
    if (served.has(request.socket)) return void request.socket.destroy();
    served.add(request.socket);
    const body = request.url?.startsWith('/v3') ? tokens : { id };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  const url = await listening(server);

  const result = await replayed({ url, recordings: [path], profile: profileOf(url) });
  server.close();

  const reason = 'readCard, sent again after a kept-alive connection had ended';
  expect(leftOver(result)).toEqual([]);
  expect(result.account.added[reason]).toBeGreaterThan(0);
  expect(replaySummary(result)).toContain(`of our own: ${reason}`);
  expect(replayPage(result)).toContain(`of our own: ${reason}`);
});
