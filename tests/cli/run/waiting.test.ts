// A run waits for a target that is still starting; a reason for which nothing can be tested is the only thing that is printed.
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { freePort } from '../../../cli/prepare.ts';
import { refused } from '../../../reference/errors.ts';
import type { Call, Handler } from '../../../reference/http/call.ts';
import { startReference } from '../../../reference/service.ts';
import { defaultProfile } from '../../../subject/profile/profile.ts';
import { awaitTarget } from '../../../subject/start/awake.ts';
import { assay, root, start } from '../command.ts';

const profile = join(root, 'reference/profile.yaml');
const credentials = { ASSAY_USERNAME: 'somebody', ASSAY_PASSWORD: 'some-password' };

test('certify waits for a target that is still starting', async ({}, info) => {
  test.setTimeout(180_000);
  const port = await freePort();
  const child = start([
    ...['certify', '--target', `http://127.0.0.1:${port}`, '--profile', profile, '--only', 'CARD-15'],
    ...['--wait', '120s', '--out', info.outputPath('report')],
  ]);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  // The first line is printed before the first request to the target.
  await new Promise((said) => child.stdout?.once('data', said));

  const service = await startReference({ port });
  try {
    expect(await ended).toBe(0);
  } finally {
    await service.close();
  }
});

test('a gateway that answers in the place of a server is no server yet', async () => {
  const answers = [
    '502 Bad Gateway',
    '503 Service Unavailable',
    '401 Unauthorized',
    '503 Service Unavailable',
    '404 Not Found',
    '401 Unauthorized',
  ];
  let asked = 0;
  const gateway = createServer((socket) => {
    socket.once('data', () => {
      socket.end(`HTTP/1.1 ${answers[asked]}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`);
      asked += 1;
    });
  });
  await new Promise<void>((ready) => gateway.listen(0, '127.0.0.1', ready));
  const { port } = gateway.address() as { port: number };

  await awaitTarget(defaultProfile(credentials, { url: `http://127.0.0.1:${port}/api` }), 60);

  gateway.close();
  expect(asked).toBe(6);
});

test('a server that answers before anybody can log in there is waited for as well', async ({}, info) => {
  test.setTimeout(120_000);
  let asked = 0;
  const outside = { login: (next: Handler, call: Call) => (asked++ < 3 ? refused(503, 'Starting.') : next(call)) };
  const service = await startReference({ seams: { outside } });
  const certify = (...more: string[]) => {
    asked = 0;
    const target = ['--target', service.url, '--profile', profile, '--out', info.outputPath('report')];
    return assay(['certify', ...target, '--only', 'CARD-15', '--depth', 'quick', ...more]);
  };
  try {
    const [patient, impatient] = [await certify('--wait', '60'), await certify()];

    expect(patient.code, patient.stdout + patient.stderr).toBe(0);
    expect(impatient.code).toBe(3);
    expect(impatient.stderr.replaceAll(/\s+/g, ' ')).toContain('--wait 60 waits for one that is still starting.');
  } finally {
    await service.close();
  }
});

test('nobody is waited for longer than was said', async () => {
  const silent = createServer(() => {});
  await new Promise<void>((ready) => silent.listen(0, '127.0.0.1', ready));
  const { port } = silent.address() as { port: number };

  await awaitTarget(defaultProfile(credentials, { url: `http://127.0.0.1:${port}` }), 1);

  silent.close();
});

test('a dead port is the only thing that is said, in the terminal and of each requirement', async ({}, info) => {
  const url = `http://127.0.0.1:${await freePort()}`;
  const out = info.outputPath('report');

  const { code, stdout, stderr } = await assay(['certify', '--target', url, '--wait', '1', '--out', out], credentials);

  expect(code).toBe(3);
  expect(stdout.trim().split('\n')).toEqual([
    expect.stringMatching(/^Assay /),
    expect.stringMatching(/^Logging in and discovering/),
  ]);
  const said = stderr.replaceAll(/\s+/g, ' ');
  expect(said).toContain(`${url} cannot be reached: `);
  expect(said).toContain('It was waited for 1 s.');
  expect(said).not.toContain('untested');
  expect(stderr.trim().split('\n').length).toBeLessThan(6);
  expect(readFileSync(join(out, 'verdict.json'), 'utf8')).toContain('"reason": "no check was run"');
});

test('a replay waits for its candidate, and says of a dead one nothing but that', async ({}, info) => {
  test.setTimeout(120_000);
  const recording = info.outputPath('traffic.ndjson');
  const certified = await assay(['certify', '--only', 'CARD-15', '--depth', 'quick', '--out', info.outputPath('made')]);
  expect(certified.code).toBe(0);
  copyFileSync(info.outputPath('made/evidence.ndjson'), recording);
  const port = await freePort();
  const replay = [
    ...['replay', recording, '--target', `http://127.0.0.1:${port}`, '--profile', profile],
    ...['--out', info.outputPath('report')],
  ];

  const dead = await assay(replay);
  const waiting = assay([...replay, '--wait', '60', '--json']);
  const service = await startReference({ port });
  const { stdout } = await waiting;
  await service.close();

  expect([dead.code, dead.stdout]).toEqual([3, '']);
  expect(dead.stderr.replaceAll(/\s+/g, ' ')).toContain(`http://127.0.0.1:${port} cannot be reached: `);
  expect(dead.stderr.trim().split('\n').length).toBeLessThan(6);
  expect((JSON.parse(stdout) as { account: { sent: number } }).account.sent).toBeGreaterThan(0);
});

test('a wrong password names where it came from, and missing credentials how to give them', async ({}, info) => {
  const service = await startReference();
  const out = ['--out', info.outputPath('report')];
  const wrong = info.outputPath('profile.yaml');
  writeFileSync(wrong, 'users: { full: { username: somebody, password: wrong } }\n');
  try {
    const target = ['certify', '--target', service.url, ...out];
    const [byEnvironment, byProfile, none] = [
      await assay(target, credentials),
      await assay([...target, '--profile', wrong]),
      await assay(target),
    ];

    expect([byEnvironment.code, byProfile.code, none.code]).toEqual([3, 3, 2]);
    expect(byEnvironment.stderr.replaceAll(/\s+/g, ' ')).toMatch(
      /refuses the login .* ASSAY_USERNAME and ASSAY_PASSWORD/,
    );
    expect(byProfile.stderr.replaceAll(/\s+/g, '')).toMatch(/Checkusers\.fullin\S+profile\.yaml\./);
    expect(none.stderr).toMatch(/^there are no credentials to log in with; set ASSAY_USERNAME and ASSAY_PASSWORD/);
  } finally {
    await service.close();
  }
});

test('a time to wait that is none is refused', async () => {
  for (const wait of ['soon', '1.5', '-1', '60h']) {
    expect((await assay(['certify', '--wait', wait])).code).toBe(2);
  }
});
