// A run, by the real command, against a service that locks a user out for an hour after one wrong password.
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { refused } from '../../../reference/errors.ts';
import type { Around } from '../../../reference/http/seams.ts';
import { startReference } from '../../../reference/service.ts';
import { assay, root, verdictIn } from '../command.ts';

const lockingOut: Around = async (next, call, { notes }) => {
  const name = `locked out: ${
    Buffer.from(call.headers.authorization?.slice('Basic '.length) ?? '', 'base64')
      .toString()
      .split(':', 1)[0]
  }`;
  if (notes.get(name)) return refused(429, 'Locked out.', { 'retry-after': '3600' });
  const answer = await next(call);
  notes.set(name, answer.status === 401);
  return answer;
};

test('wrong passwords come last, so that a user who is then kept out has been asked about all else', async ({}, info) => {
  const [out, profile] = [info.outputPath('report'), join(root, 'reference/profile.yaml')];
  const service = await startReference({ seams: { outside: { login: lockingOut } } });

  const chosen = ['--only', 'AUTH-09', 'AUTH-15', 'CARD-14', 'SESS-01', 'BEN-20', 'VER-02', '--workers', '1'];
  const run = await assay([
    ...['certify', '--target', service.url, '--profile', profile, '--depth', 'quick', '--out', out],
    ...chosen,
  ]);

  await service.close();
  const marks = verdictIn(out)
    .requirements.map(({ id, verdict }) => `${id} ${verdict}`)
    .toSorted();
  expect(marks, run.stdout).toEqual([
    'AUTH-09 untested',
    ...['AUTH-15 pass', 'BEN-20 pass', 'CARD-14 pass', 'SESS-01 pass', 'VER-02 pass'],
  ]);
});

test('a target that refuses further logins once there were many is told of in words', async ({}, info) => {
  const slow: Around = async (next, call) => {
    await pause(60);
    return next(call);
  };
  let logins = 0;
  const onlySome: Around = (next, call, service) =>
    ++logins > 6 ? refused(401, 'Too many logins.') : slow(next, call, service);
  const untilThen: Around = (next, call, service) =>
    logins > 6 ? refused(401, 'Unauthorized.') : slow(next, call, service);
  const profile = join(root, 'reference/profile.yaml');
  const service = await startReference({
    seams: { outside: { every: slow, login: onlySome, listCards: untilThen, refreshSession: untilThen } },
  });

  const { code, stderr } = await assay([
    'certify',
    '--target',
    service.url,
    '--profile',
    profile,
    '--out',
    info.outputPath('report'),
  ]);

  await service.close();
  const said = stderr.replaceAll(/\s+/g, ' ');
  expect([code, said]).toEqual([3, expect.stringContaining('refuses the login of the user full: ')]);
  expect(said).not.toContain('.js:');
});
