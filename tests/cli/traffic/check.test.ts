// assay check as a process: recorded traffic is judged as live traffic would be.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { RecordedExchange } from '../../../exchange/exchange.ts';
import { openRecording } from '../../../exchange/recording/recording.ts';
import { createRedaction } from '../../../exchange/redaction/redaction.ts';
import type { Verdict } from '../../../reports/verdict/verdict.ts';
import { exchangesOf, read } from '../../exchange/traffic/reading.ts';
import { assay, type Ended } from '../command.ts';

const output = (...parts: string[]) => test.info().outputPath(...parts);

const descriptor = { id: 'v1.card.updated', deprecated: false };

const exchangeOf = (
  path: string,
  body: unknown,
  { status = 200, host = 'http://target.example', ...more }: Partial<RecordedExchange> & Record<string, unknown> = {},
): RecordedExchange => ({
  id: `x-${Math.random()}`,
  request: { method: 'GET', url: host + path, headers: [['authorization', 'Bearer hunter2hunter2']] },
  outcome: {
    kind: 'answered',
    response: {
      status: status as number,
      headers: [['content-type', 'application/json']],
      body: Buffer.from(JSON.stringify(body)),
    },
  },
  times: { startedAt: 1_700_000_000_000, sent: 0, answered: 1, ended: 2 },
  ...more,
});

const write = async (name: string, ...exchanges: RecordedExchange[]): Promise<string> => {
  const recording = openRecording(output(name), { redaction: createRedaction() });
  for (const exchange of exchanges) recording.append(exchange);
  await recording.close();
  return output(name);
};

function emptyFile(): string {
  writeFileSync(output('empty.har'), '');
  return output('empty.har');
}

const check = async (...args: string[]): Promise<Ended & { readonly verdict: Verdict }> => {
  const ended = await assay(['check', ...args, '--out', output('report'), '--json']);
  return { ...ended, verdict: ended.stdout === '' ? undefined! : (JSON.parse(ended.stdout) as Verdict) };
};

const resultOf = (verdict: Verdict, id: string) => verdict.requirements.find((result) => result.id === id);

test('traffic that conforms passes, on what it exercises and on nothing else', async () => {
  const file = await write(
    't.ndjson',
    exchangeOf('/v2/webhook/event', [descriptor]),
    exchangeOf('/v2/webhook/event', [descriptor, descriptor]),
  );
  const { code, verdict } = await check(file);

  expect(code).toBe(0);
  expect(verdict.status).toBe('passed');
  expect(verdict.traffic).toMatchObject({
    judged: 2,
    unanswered: 0,
    elsewhere: 0,
    unusable: [],
    operations: [{ id: 'listWebhookEvents', exchanges: 2, statuses: { 200: 2 } }],
  });
  expect(verdict.traffic?.operationsUnmet).toContain('listCards');
  expect(verdict.requirements.length).toBeGreaterThan(3);
  expect(verdict.totals.untested).toBe(0);
  expect(verdict.traffic?.requirementsUnmet.length).toBeGreaterThan(50);
  expect(JSON.parse(readFileSync(output('report', 'verdict.json'), 'utf8'))).toEqual(verdict);
});

test('a departure fails its requirement, and is shown with the exchange that shows it', async () => {
  const file = await write(
    't.ndjson',
    exchangeOf('/api/v2/webhook/event', [descriptor]),
    exchangeOf('/api/v2/webhook/event', [{ id: 7, deprecated: 'no' }]),
  );
  const { code, verdict } = await check(file);

  expect(code).toBe(1);
  const failing = verdict.requirements.filter((result) => result.verdict === 'fail');
  expect(failing.length).toBeGreaterThan(0);
  expect(failing[0]?.findings[0]?.shown?.sent).toBe('GET /api/v2/webhook/event');
  const kept = exchangesOf(await read(output('report', 'evidence.ndjson')));
  expect(kept.map(({ id }) => id)).toEqual(failing[0]?.evidence);

  const words = await assay(['check', file, '--out', output('words')]);
  expect(words.code).toBe(1);
  expect(words.stdout).toContain('2 exchanges judged');
  expect(words.stdout).toContain('1 of ');
  expect(words.stdout).toContain('assay check ');
  expect(words.stdout).not.toContain('assay certify');
});

test('traffic gets no certificate', async () => {
  const file = await write('t.ndjson', exchangeOf('/api/v2/webhook/event', [descriptor]));
  const unusable = output('notes.md');
  writeFileSync(unusable, 'my notes');
  const [once, again] = [
    await assay(['check', file, '--out', output('c')]),
    await assay(['check', unusable, '--out', output('c')]),
  ];
  expect([once.code, again.code]).toEqual([0, 3]);
  expect(once.stdout + again.stdout).not.toMatch(/unsigned|--key/);
  expect(again.stdout).toMatch(/^0 requirements$/m);
  expect(readdirSync(output('c'))).not.toContain('certificate.sigstore.json');
});

test('every format is judged, and several files are judged together', async () => {
  const recording = await write('t.ndjson', exchangeOf('/v2/webhook/event', [descriptor]));
  const entry = {
    startedDateTime: '2026-01-01T00:00:00Z',
    request: { method: 'GET', url: 'https://target.example/base/v2/webhook/event', headers: [] },
    response: {
      status: 200,
      headers: [{ name: 'content-type', value: 'application/json' }],
      content: { text: JSON.stringify([descriptor]) },
    },
  };
  writeFileSync(output('t.har'), JSON.stringify({ log: { entries: [entry] } }));
  const body = JSON.stringify([descriptor]);
  writeFileSync(
    output('t.gor'),
    `1 a 1700000000000000000\nGET /v2/webhook/event HTTP/1.1\r\nHost: a\r\n\r\n\n🐵🙈🙉\n2 a 1700000000000000001\nHTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}\n🐵🙈🙉\n`,
  );
  const { code, verdict } = await check(recording, output('t.[hg]*'));

  expect(code).toBe(0);
  expect(verdict.traffic?.operations).toEqual([{ id: 'listWebhookEvents', exchanges: 3, statuses: { 200: 3 } }]);
});

test('stand-ins for secrets are not held against the server', async () => {
  const card = { cvv: 123, pin: 1234, number: 4_111_111_111_111_111, password: 'hunter2' };
  const secret = exchangeOf('/v1/card/7?include=cvv,pin,number,password', card);
  const file = await write('t.ndjson', secret);
  expect(readFileSync(file, 'utf8')).not.toContain('4111111111111111');

  const { verdict } = await check(file);

  const places = verdict.requirements.flatMap(({ findings }) => findings.map(({ at }) => at));
  expect(places.filter((at) => /cvv|pin|number|password/.test(at) && !/masked/.test(at))).toEqual([]);
});

test('what was asked and is not recorded is not taken for not asked', async () => {
  const answer = exchangeOf('/v2/card/5f0c5e6e-1111-4222-8333-444455556666/credentials', { cvv: '123' });
  const post = { ...answer.request, method: 'POST' };
  const asked = { ...answer, request: { ...post, body: Buffer.from('{"fields":["pan"]}') } };
  const unknown = { ...answer, request: { ...post, cut: true as const } };

  expect(resultOf((await check(await write('a.ndjson', asked))).verdict, 'CARD-31')?.verdict).toBe('fail');
  expect(resultOf((await check(await write('u.ndjson', unknown))).verdict, 'CARD-31')?.verdict).not.toBe('fail');
});

test('an answer whose body was left out of the file is not held against its shape', async () => {
  const refused = exchangeOf('/v2/card', { name: 'Unauthorized' }, { status: 401 });
  const { response } = refused.outcome as Extract<typeof refused.outcome, { kind: 'answered' }>;
  const bodiless: RecordedExchange = {
    ...refused,
    outcome: { kind: 'answered', response: { ...response, body: new Uint8Array(), cut: true } },
  };

  const whole = await check(await write('whole.ndjson', refused));
  const cut = await check(await write('cut.ndjson', bodiless));

  const verdictOf = (ended: typeof cut) => ended.verdict.requirements.find(({ id }) => id === 'ERR-05')?.verdict;
  expect(verdictOf(whole)).toBe('fail');
  expect(verdictOf(cut)).toBeUndefined();
});

test('nothing judged is no pass', async () => {
  const { outcome: _, ...unanswered } = exchangeOf('/v2/card', []);
  const refused = {
    ...exchangeOf('/v2/card', []),
    outcome: { kind: 'failed', failure: { kind: 'refused', message: 'x' } },
  } as const;
  const cases: [string, string][] = [
    [await write('none.ndjson'), 'no exchange could be judged'],
    [
      await write('elsewhere.ndjson', exchangeOf('/logo.png', {}), exchangeOf('/x', {}, { status: 500 })),
      'no exchange',
    ],
    [await write('unanswered.ndjson', unanswered, refused), 'no exchange'],
    [emptyFile(), 'it is empty'],
  ];
  for (const [file, words] of cases) {
    const { code, stdout } = await assay(['check', file, '--out', output('report')]);
    expect(code, file).toBe(3);
    expect(stdout.replaceAll(/\s+/g, ' '), file).toContain(words);
  }
  expect((await assay(['check'])).code).toBe(2);
});

test('a file that cannot be read keeps the rest from passing, and from nothing else', async () => {
  const sound = await write('t.ndjson', exchangeOf('/v2/webhook/event', [descriptor]));
  const { code, verdict } = await check(sound, emptyFile());

  expect(code).toBe(3);
  expect(verdict.traffic?.judged).toBe(1);
  expect(verdict.traffic?.unusable).toEqual([{ reason: 'it is empty', count: 1, first: output('empty.har') }]);
});

test('with a target, what went there is judged wholly and the rest not at all', async () => {
  const file = await write(
    't.ndjson',
    exchangeOf('/api/v2/webhook/event', [descriptor]),
    exchangeOf('/api/unknown', {}, { status: 500 }),
    exchangeOf('/v2/webhook/event', [{ id: 7 }], { host: 'http://other.example' }),
    exchangeOf('/apix/v2/webhook/event', [{ id: 7 }]),
  );
  const { code, verdict } = await check(file, '--target', 'http://target.example/api');

  expect(code).toBe(1);
  expect(verdict.traffic).toMatchObject({ judged: 2, elsewhere: 2 });
  expect(verdict.requirements.filter((result) => result.verdict === 'fail').map(({ id }) => id)).toEqual(['ERR-01']);
});

test('a profile says what the judge has to know, and nobody needs its credentials', async () => {
  const card = exchangeOf('/v1/card/7?with=cvv', { cvv: 123, pin: 1234 });
  const file = await write('t.ndjson', card);
  writeFileSync(
    output('profile.yaml'),
    `users:\n  full:\n    username: \${env:NOT_SET}\n    password: \${env:NOT_SET_EITHER}\nopen:\n  include: { name: with, list: comma }\n`,
  );
  const { verdict, stderr } = await check(file, '--profile', output('profile.yaml'));
  expect(stderr).toBe('');
  expect(resultOf(verdict, 'LEG-30')).toMatchObject({ verdict: 'fail', findings: [{ at: '/pin' }] });
});

test('secrets of a HAR file do not reach the report', async () => {
  const entry = {
    startedDateTime: '2026-01-01T00:00:00Z',
    request: {
      method: 'POST',
      url: 'https://target.example/api/v2/card/5f0c5e6e-1111-4222-8333-444455556666/credentials?token=hunter2-query',
      headers: [{ name: 'Authorization', value: 'Bearer hunter2-token-1' }],
      postData: { text: '{"fields":["cvv"],"password":"hunter2-password"}' },
    },
    response: {
      status: 200,
      headers: [{ name: 'Content-Type', value: 'application/json' }],
      content: { text: '{"cvv":987,"pan":"4111111111111111","email":"hunter2@example.com","password":["hunter2-x"]}' },
    },
  };
  writeFileSync(output('t.har'), JSON.stringify({ log: { entries: [entry] } }));
  const { code, stdout } = await check(output('t.har'));
  const words = await assay(['check', output('t.har'), '--out', output('words')]);

  expect(code).toBe(1);
  const written = (folder: string) =>
    (readdirSync(folder, { recursive: true }) as string[])
      .map((name) => join(folder, name))
      .filter((path) => statSync(path).isFile())
      .map((path) => readFileSync(path, 'utf8'));
  for (const text of [stdout, words.stdout, ...written(output('report')), ...written(output('words'))])
    for (const secret of ['hunter2', '4111111111111111']) expect(text).not.toContain(secret);
});

test('a filter that the profile names is held to what it was asked for', async () => {
  const profile = output('profile.yaml');
  writeFileSync(
    profile,
    'users: { full: { username: x, password: y } }\nopen: { statusFilter: state, typeFilterV1: kind, sort: by, sortV1: by }\n',
  );
  const cards = (...of: Readonly<Record<string, string>>[]) => of;
  const file = await write(
    't.ndjson',
    exchangeOf('/v2/card?state=BLOCKED', cards({ status: 'BLOCKED' }, { status: 'ACTIVE' })),
    exchangeOf('/v2/card?state=ACTIVE', cards({ status: 'ACTIVE' })),
    exchangeOf('/v2/card?status=CLOSED', cards({ status: 'ACTIVE' })),
    exchangeOf('/v1/card?kind=Virtual', cards({ type: 'Disposable' })),
    exchangeOf('/v2/card?by=-id', cards({ id: 'BB' }, { id: 'aa' })),
    exchangeOf('/v2/card?by=id', cards({ id: 'BB' }, { id: 'aa' })),
    exchangeOf('/v1/card?by=id', [{ id: 9 }, { id: 10 }]),
    exchangeOf('/v1/card?by=-id', [{ id: 9 }, { id: 10 }]),
    exchangeOf('/v1/card?by=name', [{ id: 10 }, { id: 9 }]),
  );
  const named = await check(file, '--profile', profile);
  const unnamed = await check(file);

  const got = (verdict: Verdict, id: string) => resultOf(verdict, id)?.findings.map((finding) => finding.got) ?? [];
  expect(got(named.verdict, 'CARD-14')).toEqual(['1 of 2 with another status']);
  expect(got(named.verdict, 'LEG-19')).toEqual(['1 of 1 with another type']);
  expect(got(named.verdict, 'CARD-18')).toEqual(['BB before aa']);
  expect(got(named.verdict, 'LEG-22')).toEqual(['9 before 10']);
  for (const id of ['CARD-14', 'CARD-18', 'LEG-22']) expect(got(unnamed.verdict, id)).toEqual([]);
});

test('a 403 or a success to somebody without credentials is blamed, where others have theirs in the same file', async () => {
  const error = { name: 'Forbidden', message: 'no', code: 0, status: 403 };
  const withHeaders = (path: string, status: number, headers: readonly (readonly [string, string])[]) => {
    const one = exchangeOf(path, status === 403 ? error : [descriptor], { status });
    return { ...one, request: { ...one.request, headers } };
  };
  const anonymous = [
    withHeaders('/v2/card', 403, []),
    withHeaders('/v2/webhook', 403, []),
    withHeaders('/v2/webhook/event', 403, []),
    withHeaders('/v2/webhook/event', 200, []),
    withHeaders('/v2/beneficiary', 200, []),
    withHeaders('/v1/beneficiary/7', 200, [['authorization', 'Basic bWFkZTp1cA==']]),
    withHeaders('/v1/beneficiary/8', 200, [['authorization', 'hidden']]),
  ];
  const known = exchangeOf('/v2/webhook/event', [descriptor]);
  const blamed = (verdict: Verdict) =>
    ['AUTH-01', 'AUTH-02', 'AUTH-07'].flatMap(
      (id) => resultOf(verdict, id)?.findings.map(({ operation, got }) => `${id} ${operation} ${got}`) ?? [],
    );

  const whole = await check(await write('whole.ndjson', ...anonymous, known));
  expect(blamed(whole.verdict)).toEqual([
    'AUTH-01 listCards 403',
    'AUTH-01 readWebhook 403',
    'AUTH-02 readBeneficiary 200',
    'AUTH-07 listWebhookEvents 200',
  ]);

  const stripped = await write('stripped.ndjson', ...anonymous);
  const beside = await check(stripped, await write('other.ndjson', known));
  expect(blamed(beside.verdict)).toEqual([]);
});
