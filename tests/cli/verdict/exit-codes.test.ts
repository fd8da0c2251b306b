import { readFileSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { freePort } from '../../../cli/prepare.ts';
import { assay, root, serve, verdictIn } from '../command.ts';

const referenceProfile = join(root, 'reference/profile.yaml');

test('0 when every must asked for passes', async ({}, info) => {
  const out = info.outputPath('report');

  const { code, stdout } = await assay(['certify', '--only', 'CARD-14', '--out', out]);

  expect(code, stdout).toBe(0);
  expect(verdictIn(out)).toMatchObject({ status: 'passed', requirements: [{ id: 'CARD-14', verdict: 'pass' }] });
});

test('1 when a requirement fails, and its id is named', async ({}, info) => {
  const out = info.outputPath('report');
  const faulty = await serve('--fault', 'card-filter-blocked');

  const { code, stdout } = await assay([
    ...['certify', '--target', faulty.url, '--profile', referenceProfile, '--only', 'CARD-14', 'CARD-15', '--out', out],
  ]);

  await faulty.stop();
  expect(code, stdout).toBe(1);
  expect(stdout).toContain('CARD-14');
  const failed = verdictIn(out).requirements.filter(({ verdict }) => verdict === 'fail');
  expect(failed.map(({ id }) => id)).toEqual(['CARD-14']);
});

test('2 when the profile is wrong, and nothing is sent', async ({}, info) => {
  let connections = 0;
  const listener = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((ready) => listener.listen(0, '127.0.0.1', ready));
  const { port } = listener.address() as { port: number };
  const profile = info.outputPath('profile.yaml');
  writeFileSync(profile, 'target:\n  url: http://127.0.0.1\n  tiemouts: {}\n');

  const { code, stderr } = await assay(['certify', '--target', `http://127.0.0.1:${port}`, '--profile', profile]);

  await new Promise((closed) => listener.close(closed));
  expect(code).toBe(2);
  expect(stderr).toMatch(/profile\.yaml:3:\d+.*tiemouts/s);
  expect(stderr).toContain('timeouts');
  expect(connections).toBe(0);
});

for (const [what, args] of [
  ['an option is unknown', ['certify', '--tarket', 'http://127.0.0.1:1']],
  ['a requirement asked for does not exist', ['certify', '--only', 'CARD-999']],
  ['a command is unknown', ['certfy']],
  ['a number is none', ['certify', '--seed', 'many']],
  ['a fault is unknown', ['serve', '--fault', 'nonsense']],
  ['two faults are asked for', ['serve', '--fault', 'card-filter-blocked', '--fault', 'error-on-long-code']],
] as const) {
  test(`2 when ${what}`, async () => {
    const { code, stderr } = await assay(args);

    expect(code).toBe(2);
    expect(stderr).not.toBe('');
  });
}

for (const [what, args, env, said] of [
  ['an option has no value', ['certify', '--target', ''], {}, '--target was given without a value'],
  ['one of several values is none', ['certify', '--only', 'CARD-14', ''], {}, '--only was given without a value'],
  ['a folder has no name', ['check', 'some.har', '--out', ''], {}, '--out was given without a value'],
  ['a variable is empty', ['certify', '--only', 'CARD-14'], { ASSAY_TARGET: '' }, 'ASSAY_TARGET is empty'],
] as const) {
  test(`2 when ${what}, as where a variable of the shell is not set: nothing else is tested in its place`, async () => {
    const { code, stderr } = await assay(args, env);

    expect(stderr).toContain(said);
    expect(code).toBe(2);
  });
}

const credentials = { ASSAY_USERNAME: 'somebody', ASSAY_PASSWORD: 'some-password' };

test('3 when nothing listens at the target', async ({}, info) => {
  const out = info.outputPath('report');
  const closed = await freePort();

  const { code, stderr } = await assay(
    ['certify', '--target', `http://127.0.0.1:${closed}`, '--out', out],
    credentials,
  );

  expect(code).toBe(3);
  expect(stderr).toContain('cannot be reached');
  expect(verdictIn(out).status).toBe('undecided');
});

test('3 when the login is refused', async ({}, info) => {
  const out = info.outputPath('report');
  const service = await serve();

  const { code, stderr } = await assay(['certify', '--target', service.url, '--out', out], credentials);

  await service.stop();
  expect(code).toBe(3);
  expect(stderr).toContain('refuses the login');
  expect(verdictIn(out).status).toBe('undecided');
});

test('3 when there is no login at the address, which is asked for and not the password', async ({}, info) => {
  const service = await serve();

  const { code, stderr } = await assay(
    ['certify', '--target', `${service.url}/v2`, '--out', info.outputPath('report')],
    credentials,
  );

  await service.stop();
  expect(code).toBe(3);
  expect(stderr.replaceAll(/\s+/g, ' ')).toMatch(/answered 404 .*Does the address end before \/v1, \/v2 and \/v3\?/);
  expect(stderr).not.toContain('ASSAY_PASSWORD');
});

test('a usage error is told before anything is said to begin', async ({}, info) => {
  const missing = info.outputPath('missing');
  for (const option of ['--key', '--profile', '--accept', '--since']) {
    const { code, stdout } = await assay(['certify', option, missing]);
    expect([option, code, stdout]).toEqual([option, 2, expect.stringMatching(/^Assay \S+\n$/)]);
  }
});

test('2 when a page of somebody else would be overwritten', async ({}, info) => {
  const page = info.outputPath('index.html');
  writeFileSync(page, 'mine');

  const { code, stderr } = await assay(['certify', '--only', 'CARD-14', '--out', info.outputPath()]);

  expect([code, stderr]).toEqual([2, expect.stringContaining('is no page of a report, and would be overwritten')]);
  expect(readFileSync(page, 'utf8')).toBe('mine');
});

for (const [what, status, said] of [
  ['is limited', 429, /limits the login of the user full: .* Run again when the limit is over, in 3600 s as it says/],
  ['fails at the target', 503, /fails at the login of the user full: /],
] as const) {
  test(`3 when the login ${what}, and that is the cause that is named`, async ({}, info) => {
    const error = JSON.stringify({ name: 'An error', message: 'Not now.', status });
    const target = createHttpServer((_, response) =>
      response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '3600' }).end(error),
    );
    await new Promise<void>((ready) => target.listen(0, '127.0.0.1', ready));
    const { port } = target.address() as { port: number };

    const { code, stderr } = await assay(
      ['certify', '--target', `http://127.0.0.1:${port}`, '--out', info.outputPath('report')],
      credentials,
    );

    await new Promise((closed) => target.close(closed));
    expect(code).toBe(3);
    expect(stderr.replaceAll(/\s+/g, ' ')).toMatch(said);
    expect(stderr).not.toContain('ASSAY_PASSWORD');
  });
}

test('3 when the target answers nothing, within its time-out', async ({}, info) => {
  const out = info.outputPath('report');
  const silent = createServer(() => {});
  await new Promise<void>((ready) => silent.listen(0, '127.0.0.1', ready));
  const { port } = silent.address() as { port: number };
  const profile = info.outputPath('profile.yaml');
  writeFileSync(
    profile,
    `target:\n  url: http://127.0.0.1:${port}\n  timeouts: { response: 1000 }\nusers:\n  full: { username: a, password: b }\n`,
  );

  const { code, stderr } = await assay(['certify', '--profile', profile, '--out', out]);

  silent.close();
  expect(code).toBe(3);
  expect(stderr).toMatch(/timeout|in time/);
});

test('2 when a file is not there, before anything else is looked at', async ({}, info) => {
  const missing = info.outputPath('missing.har');
  const unfit = info.outputPath('*.none');
  const commands = [
    ['check', missing, unfit],
    ['replay', missing, unfit],
    ['convert', missing, info.outputPath('new.ndjson')],
    ['serve', '--from', missing],
  ];
  for (const words of commands) {
    const { code, stdout, stderr } = await assay(words);
    const named = words
      .filter((word) => [missing, unfit].includes(word))
      .map((file) => `${file}: there is no such file`);
    expect([code, stdout, stderr], words[0]).toEqual([2, '', `${named.join('\n')}\n`]);
  }
});

test('3 when nothing of what was asked for could be tested, be it advice alone', async ({}, info) => {
  const out = info.outputPath('report');

  const { code, stdout } = await assay(['certify', '--only', 'AUTH-17', '--depth', 'quick', '--out', out]);

  expect(code, stdout).toBe(3);
  expect(stdout).toMatch(/so nothing is\s+certified/);
  expect(verdictIn(out)).toMatchObject({
    status: 'undecided',
    requirements: [{ level: 'advice', verdict: 'untested' }],
  });
});

test('2 when an operation to replay is none of the contract', async ({}, info) => {
  const recording = info.outputPath('t.har');
  writeFileSync(recording, '{"log":{"version":"1.2","creator":{"name":"x","version":"1"},"entries":[]}}');

  const { code, stderr } = await assay([
    ...['replay', recording, '--target', 'http://127.0.0.1:1', '--profile', referenceProfile],
    ...['--operation', 'listCard'],
  ]);

  expect([code, stderr]).toEqual([
    2,
    '--operation listCard: the contract has no such operation; did you mean listCards?\n',
  ]);
});

test('3 when a recording cannot be used, with its name, its entry and the reason', async ({}, info) => {
  const recording = info.outputPath('torn.har');
  writeFileSync(
    recording,
    '{"log":{"version":"1.2","creator":{"name":"x","version":"1"},"entries":[{"startedDateTime":"soon"}]}}',
  );
  const empty = info.outputPath('empty.har');
  writeFileSync(empty, '');

  const replayed = await assay([
    ...['replay', recording, empty, '--target', 'http://127.0.0.1:1', '--profile', referenceProfile],
    ...['--out', info.outputPath('report'), '--json'],
  ]);

  expect(replayed.code).toBe(3);
  const { because } = JSON.parse(replayed.stdout) as { because: string[] };
  expect(because.join('\n')).toMatch(/torn\.har.*1.* could not be used: \S/);
  expect(because.join('\n')).toContain(`${empty} could not be used: it is empty`);
});
