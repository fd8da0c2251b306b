// Traffic as a k6 script: it parses, contains no secret, uses values from answers in later requests, and runs in k6 itself.
import { spawn, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { startReference } from '../../../reference/service.ts';
import { k6Script } from '../../../replay/k6/script.ts';
import { totp } from '../../../subject/session/totp.ts';
import { assay } from '../../cli/command.ts';
import { actors, recordedFlow } from '../flow.ts';
import { exchangesOf, type Told, writeMade } from '../made.ts';

test.describe.configure({ timeout: 300_000 });

const output = (...parts: string[]) => test.info().outputPath(...parts);

const scriptOf = async (told: readonly Told[], bases = ['http://recorded.example']): Promise<string> => {
  let script = '';
  for await (const piece of k6Script(exchangesOf(told), bases)) script += piece;
  return script;
};

interface Request {
  readonly operation: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly as?: string;
  readonly user?: string;
  readonly expect?: readonly number[];
  readonly take: readonly (readonly [number, string])[];
}

/** The requests of each session; in the script each is a line of JSON. */
const requestsIn = (script: string): Request[][] =>
  script
    .split(/^ {2}\{ user: .*$/m)
    .slice(1)
    .map((session) =>
      session
        .split('\n')
        .filter((line) => line.startsWith('    {"at"'))
        .map((line) => JSON.parse(line.trim().replace(/,$/, '')) as Request),
    );

const token = (name: string) => `at_${name}0123456789abcdef`;
const basic = (name: string) => `Basic ${Buffer.from(`${name}:made-up-password`).toString('base64')}`;

/** A login, a creation, and a read of what was created. */
const sessionOf = (name: string, id: number): Told[] => [
  {
    method: 'POST',
    path: '/v3/auth/token',
    authorization: basic(name),
    body: '{"fingerprint":"a\u2028device"}',
    answer: { access: { token: token(name) } },
  },
  {
    method: 'POST',
    path: '/v2/beneficiary',
    authorization: `Bearer ${token(name)}`,
    body: '{"amount":41}',
    answer: { data: { id } },
  },
  { path: `/v1/beneficiary/${id}?amount=${id}`, authorization: `Bearer ${token(name)}`, answer: { id } },
  {
    method: 'POST',
    path: '/v3/payment',
    authorization: `Bearer ${token(name)}`,
    body: `{"beneficiaryId":${id}}`,
    answer: {},
  },
];

test('what an answer brings is taken from it, by each session for itself', async () => {
  const sessions = requestsIn(await scriptOf([...sessionOf('one', 41), ...sessionOf('two', 42)]));

  expect(sessions.map((requests) => requests.map(({ operation }) => operation))).toEqual(
    Array.from({ length: 2 }, () => ['login', 'createBeneficiary', 'readBeneficiary', 'createPayment']),
  );
  const [login, creation, reading, payment] = sessions[0]!;
  expect(login).toMatchObject({ as: 'basic', expect: [200, 429], take: [[0, '/access/token']] });
  expect(creation).toMatchObject({
    headers: { authorization: 'Bearer (*0*)' },
    expect: [200],
    body: '{"amount":41}',
    take: [[1, '/data/id']],
  });
  expect(reading).toMatchObject({ path: '/v1/beneficiary/(*1*)?amount=41', take: [] });
  expect(payment!.body).toBe('{"beneficiaryId":"(*#1*)"}');
  expect(sessions[1]![2]!.path).toBe('/v1/beneficiary/(*3*)?amount=42');
});

test('wrong credentials go out as they are, and a session that began before the recording gets a token of its own', async () => {
  const sessions = requestsIn(
    await scriptOf([
      { path: '/v2/card', authorization: `Bearer ${token('wrong')}`, status: 401 },
      { path: '/v2/card', authorization: `Bearer ${token('before')}` },
    ]),
  );

  expect(sessions.flat()).toMatchObject([
    { headers: { authorization: `Bearer ${token('wrong')}` }, expect: [401] },
    { as: 'bearer', expect: [200] },
  ]);
});

test('sessions of which one uses what another has made are played by one virtual user, each request with its own credentials', async () => {
  const [login, creation] = sessionOf('one', 41);
  const colleague = sessionOf('two', 42)[0]!;
  const own = { path: '/v2/card', authorization: `Bearer ${token('three')}` };
  const script = await scriptOf([
    login!,
    creation!,
    colleague,
    { path: '/v1/beneficiary/41', authorization: `Bearer ${token('two')}`, answer: { id: 41 } },
    own,
  ]);

  const [together, alone] = requestsIn(script);
  expect(together!.map(({ operation, user }) => [operation, user])).toEqual([
    ['login', undefined],
    ['createBeneficiary', undefined],
    ['login', '2'],
    ['readBeneficiary', '2'],
  ]);
  expect(together![1]!.take).toContainEqual([expect.any(Number), '/data/id']);
  expect(together![3]!.path).toMatch(/^\/v1\/beneficiary\/\(\*\d+\*\)$/);
  expect(alone!.map(({ operation }) => operation)).toEqual(['listCards']);
  expect(script).toContain('by 2 virtual users');
});

test('sessions that were shown the same things are played apart', async () => {
  const card = '0b9f5f0e-6f0c-4d39-9f0e-3a4d1c2b7e7d';
  const sessions = requestsIn(
    await scriptOf([
      { path: '/v2/card', authorization: `Bearer ${token('one')}`, answer: [{ id: card }] },
      { path: `/v2/card/${card}`, authorization: `Bearer ${token('two')}`, answer: { id: card } },
    ]),
  );

  expect(sessions.flat().map(({ path }) => path)).toEqual(['/v2/card', `/v2/card/${card}`]);
  expect(sessions).toHaveLength(2);
});

test('a confirmation takes its code from the environment, and one that is no JSON goes out as it is', async () => {
  const confirming = (body: string): Told => ({
    method: 'POST',
    path: '/v2/mfa/sms/sign/mt_0123456789abcdef0123',
    authorization: basic('one'),
    body,
    answer: { status: 'SUCCESS', data: { signToken: 'st_0123456789abcdef0123' } },
  });
  const bodies = ['{"code":"123456"}', 'code=123456', '[1]', '{"code":'];

  const [requests = []] = requestsIn(await scriptOf(bodies.map(confirming)));

  expect(requests.map(({ body }) => body)).toEqual(['{"code":"(*code*)"}', ...bodies.slice(1)]);
});

test('the script parses as a module, and has no credentials in it', async () => {
  const recording = await writeMade(output('made.ndjson'), [
    ...sessionOf('one', 41),
    { path: '/v2/card/`\'"$x', authorization: `Bearer ${token('one')}` },
  ]);
  const script = output('script.mjs');

  const converted = await assay(['convert', recording, output('script.js')]);
  const text = readFileSync(output('script.js'), 'utf8');
  writeFileSync(script, text);
  const { status, stderr } = spawnSync(process.execPath, ['--check', script], { encoding: 'utf8' });

  expect(converted.code).toBe(0);
  expect(stderr).toBe('');
  expect(status).toBe(0);
  expect(text).toContain('BASE_URL');
  expect(text).not.toContain('recorded.example');
  for (const secret of [token('one'), basic('one'), 'made-up-password']) expect(text).not.toContain(secret);
});

test('what went to another host is not in it', async () => {
  const told = [...sessionOf('one', 41)];
  const [first, ...others] = exchangesOf(told);
  const elsewhere = { ...first!, id: 'x', request: { ...first!.request, url: 'https://tracker.example/v9/see' } };
  let script = '';
  const leftOut: [string, number][] = [];
  for await (const piece of k6Script([first!, elsewhere, ...others], ['http://recorded.example'], (...each) => {
    leftOut.push(each);
  }))
    script += piece;
  const recording = await writeMade(output('made.ndjson'), told);
  const one = await assay(['convert', recording, output('none.ndjson'), '--host', 'other.example']);
  const all = await assay(['convert', recording, output('all.ndjson'), '--host', 'recorded.example']);

  expect(script).not.toContain('/v9/see');
  expect(leftOut).toEqual([['it went to another address than the API', 1]]);
  expect(one.stdout).toContain('0 exchanges written');
  expect(all.stdout).toContain('4 exchanges written');
});

test('without an address, or credentials of each user, the script ends before it sends anything', async () => {
  const script = await scriptOf(sessionOf('one', 41));
  const [beginning] = /^const users[\s\S]*?(?=^const sessions)/m.exec(script)!;
  const [asking] = /^const base[\s\S]*?(?=^const thresholds)/m.exec(script)!;
  const begun = (env: Readonly<Record<string, string>>) => () => new Function('__ENV', beginning + asking)(env);
  const [address, credentials] = [{ BASE_URL: 'http://a.example' }, { ASSAY_USERNAME: 'ann', ASSAY_PASSWORD: 'p' }];

  expect(begun({ ...address, ...credentials })).not.toThrow();
  expect(begun({ ...address, ASSAY_TOKEN: 'a token' })).not.toThrow();
  expect(begun(credentials)).toThrow('BASE_URL says where this goes to');
  expect(begun(address)).toThrow(/ASSAY_USERNAME and ASSAY_PASSWORD say who logs in; with _\w+ behind them/);
});

test('the codes that the script makes are those of RFC 6238', async () => {
  const script = await scriptOf(sessionOf('one', 41));
  const [, making] = /^(function totp\(.*?^\})$/ms.exec(script)!;
  // Replaces the functions of k6 by those of Node. The real k6 runs the script below, where it is installed.
  const crypto = {
    hmac: (algorithm: string, key: ArrayBuffer, data: ArrayBuffer) =>
      Uint8Array.from(createHmac(algorithm, Buffer.from(key)).update(Buffer.from(data)).digest()).buffer,
  };
  const codeAt = (settings: Readonly<Record<string, string>>, secret: string, now: number): string =>
    new Function('crypto', '__ENV', 'number', `${making}; return totp;`)(
      crypto,
      settings,
      (name: string, usual: number) => Number(settings[name] ?? usual),
    )(secret, now);
  const secrets = { SHA1: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', SHA256: 'ONXW2ZJANVQWIZJNOVYCA43FMNZGK5A=' } as const;

  for (const now of [59_000, 1_111_111_109_000, 20_000_000_000_000])
    for (const [algorithm, secret] of Object.entries(secrets) as ['SHA1' | 'SHA256', string][])
      for (const [digits, period] of [
        [6, 30],
        [8, 60],
      ] as const) {
        const settings = {
          ASSAY_TOTP_DIGITS: `${digits}`,
          ASSAY_TOTP_PERIOD: `${period}`,
          ASSAY_TOTP_ALGORITHM: algorithm.toLowerCase(),
        };
        expect(codeAt(settings, secret, now)).toBe(totp({ secret, digits, period, algorithm }, now));
      }
  expect(codeAt({ ASSAY_TOTP_DIGITS: '8' }, secrets.SHA1, 59_000)).toBe('94287082');
});

const k6 = process.env['K6'] ?? 'k6';

/** The recorded flow of one user, as a script. */
const flowScript = async (): Promise<string> => {
  await recordedFlow({ path: output('flow.ndjson'), actors: [actors.full] });
  await assay(['convert', output('flow.ndjson'), output('flow.js')]);
  return output('flow.js');
};

const runByK6 = async (script: string, url: string, more: Readonly<Record<string, string>> = {}, ...args: string[]) => {
  const child = spawn(k6, ['run', '--no-color', ...args, script], {
    env: {
      ...process.env,
      BASE_URL: url,
      ASSAY_USERNAME: actors.full.username,
      ASSAY_PASSWORD: actors.full.password,
      ASSAY_CODE: actors.full.code.now(),
      ASSAY_SPEED: '0',
      ...more,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said += text));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, said };
};

test.describe('k6 itself', () => {
  test.skip(() => spawnSync(k6, ['version']).status !== 0, 'there is no k6 on this machine; K6 may name it');

  test('plays every session against a good build, in loops and copies', async () => {
    const script = await flowScript();
    const service = await startReference({ port: 0, seed: 1 });

    const { code, said } = await runByK6(script, service.url, { ASSAY_TIMES: '2', ASSAY_LOOPS: '2' });
    await service.close();

    expect(said).toMatch(/checks_succeeded\.*: 100\.00% 144 out of 144/);
    expect(said).toContain('{ operation:readBeneficiary }');
    expect(code).toBe(0);
  });

  test('makes codes that change with the time of their secret', async () => {
    await recordedFlow({ path: output('flow.ndjson'), actors: [actors.mfa] });
    await assay(['convert', output('flow.ndjson'), output('flow.js')]);
    const service = await startReference({ port: 0, seed: 1 });
    const credentials = { ASSAY_USERNAME: actors.mfa.username, ASSAY_PASSWORD: actors.mfa.password, ASSAY_CODE: '' };

    const { code, said } = await runByK6(output('flow.js'), service.url, {
      ...credentials,
      ASSAY_TOTP: actors.mfa.secret,
    });
    await service.close();

    expect(said).toMatch(/checks_succeeded\.*: 100\.00%/);
    expect(code).toBe(0);
  });

  test('fails where a status is another one, with the operation named', async () => {
    const script = await flowScript();
    const service = await startReference({ port: 0, seed: 1, fault: 'calculated-limits-200' });

    const { code, said } = await runByK6(script, service.url);
    await service.close();

    expect(said).toContain('✗ calculateCardLimits has the recorded status');
    expect(said.match(/✗ \w+ has the recorded status/g)).toHaveLength(1);
    // The exit code of k6 when a threshold is crossed.
    expect(code).toBe(99);
  });

  test('divides the sessions among runners', async () => {
    const script = await flowScript();
    const service = await startReference({ port: 0, seed: 1 });
    const part = (segment: string) =>
      runByK6(script, service.url, {}, '--execution-segment', segment, '--execution-segment-sequence', '0,1/2,1');

    const parts = [await part('0:1/2'), await part('1/2:1')];
    await service.close();

    const counts = parts.map(({ said }) => Number(/checks_succeeded\.*: 100\.00% (\d+) out of/.exec(said)?.[1]));
    expect(counts.sort((one, other) => one - other)).toEqual([1, 35]);
  });
});
