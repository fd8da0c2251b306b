// The commands that help to follow the lines of a report: a token for curl, and one exchange of the evidence.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { request } from 'undici';
import { exchangeLine, format, headerLine } from '../../exchange/recording/line.ts';
import { startReference } from '../../reference/service.ts';
import { userNames } from '../../subject/profile/profile.ts';
import { assay, root } from './command.ts';

const profile = join(root, 'reference/profile.yaml');

test('a token of each user is all that is printed, a second factor lived through, and the target takes it', async () => {
  const service = await startReference();
  try {
    for (const user of userNames) {
      const { code, stdout, stderr } = await assay([
        ...['token', '--target', service.url, '--profile', profile, '--user', user],
      ]);

      expect([code, stderr]).toEqual([0, '']);
      expect(stdout).toMatch(/^\S+\n$/);
      const answer = await request(`${service.url}/v1/webhook/event`, {
        headers: { authorization: `Bearer ${stdout.trim()}` },
      });
      await answer.body.dump();
      expect(answer.statusCode).not.toBe(401);
    }
  } finally {
    await service.close();
  }
});

test('Basic credentials are printed without asking anybody', async () => {
  const { code, stdout } = await assay(['token', '--basic'], {
    ASSAY_USERNAME: 'some:body',
    ASSAY_PASSWORD: 'pässword',
  });

  expect([code, Buffer.from(stdout, 'base64').toString()]).toEqual([0, 'some:body:pässword']);
});

test('without a token nothing is printed, and the cause is told', async () => {
  const service = await startReference();
  const credentials = { ASSAY_USERNAME: 'somebody', ASSAY_PASSWORD: 'wrong' };
  const target = ['token', '--target', service.url];
  try {
    const [refused, none, stranger] = [
      await assay(target, credentials),
      await assay(target),
      await assay([...target, '--user', 'second'], credentials),
    ];

    expect([refused.code, none.code, stranger.code]).toEqual([3, 2, 2]);
    expect(refused.stderr).toContain('refuses the login');
    expect(none.stderr).toContain('no credentials');
    expect(stranger.stderr).toContain('the profile has no user second; it has full');
    expect(refused.stdout + none.stdout + stranger.stdout).toBe('');
  } finally {
    await service.close();
  }
});

const exchange = {
  id: 'abc-1',
  request: {
    method: 'POST',
    url: 'http://127.0.0.1:8080/v2/member',
    headers: [
      ['authorization', 'Bearer ~k3Xa9Qp0a7F'],
      ['content-type', 'application/json'],
    ],
    body: Buffer.from('{"email":"~k3Xa9Qp0a7F@redacted.invalid"}'),
  },
  outcome: {
    kind: 'answered',
    response: {
      status: 201,
      headers: [['content-type', 'application/json']],
      body: Buffer.from(JSON.stringify({ id: 'm-1', note: 'x'.repeat(40_000) })),
    },
  },
  times: { startedAt: 1_772_600_767_890, sent: 1, answered: 2, ended: 3 },
  user: 'full',
  purpose: 'MEM-02',
} as const;

test('an exchange is shown whole, and as JSON as it is stored', async ({}, info) => {
  const out = info.outputPath('report');
  mkdirSync(out);
  const line = exchangeLine(exchange);
  const other = exchangeLine({
    ...exchange,
    id: 'abc-2',
    outcome: {
      kind: 'failed',
      failure: { kind: 'dropped', message: 'gone' },
      beginning: { status: 206, headers: [['X-Part', 'one']], body: Buffer.from('{"beg') },
    },
  });
  writeFileSync(
    join(out, 'evidence.ndjson'),
    headerLine({ format, writtenBy: 'test', at: '2026-03-04T05:06:07Z', about: {} }) + other + line,
  );

  const [text, broken, json, both, curl, missing, nowhere] = [
    await assay(['show', 'abc-1', '--in', out]),
    await assay(['show', 'abc-2', '--in', out]),
    await assay(['show', 'abc-1', '--in', out, '--json']),
    await assay(['show', 'abc-1', 'abc-2', '--in', join(out, 'evidence.ndjson'), '--json']),
    await assay(['show', 'abc-1', '--in', out, '--curl']),
    await assay(['show', 'abc-3', '--in', out]),
    await assay(['show', 'abc-1', '--in', info.outputPath('elsewhere')]),
  ];

  expect(text.stdout).toContain(
    'exchange abc-1 · for MEM-02 · by the user full · 2026-03-04T05:06:07.890Z · took 3 ms',
  );
  expect(text.stdout).toContain('POST http://127.0.0.1:8080/v2/member');
  expect(text.stdout).toContain('  "email": "~k3Xa9Qp0a7F@redacted.invalid"');
  expect(text.stdout).toContain('x'.repeat(40_000));
  expect(broken.stdout).toMatch(/gone[\s\S]*Until then there came:\n\n206\nX-Part: one\n\n\{"beg/);
  expect(json.stdout).toBe(line);
  expect(both.stdout).toBe(line + other);
  expect(curl.stdout).toMatch(/^curl -isS 'http:\/\/127\.0\.0\.1:8080\/v2\/member' .*"\$EMAIL".*\n$/);
  expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('has no exchange abc-3')]);
  expect([nowhere.code, nowhere.stderr]).toEqual([2, expect.stringContaining('there is no such file')]);
});
