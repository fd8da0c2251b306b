// A recording that is played more often than it was recorded: in loops, and each session several times side by side.
import { expect, test } from '@playwright/test';
import type { ReplayResult } from '../../../replay/verdict/result.ts';
import { replaySummary } from '../../../reports/replay/terminal.ts';
import { defaultProfile } from '../../../subject/profile/profile.ts';
import { assay } from '../../cli/command.ts';
import { startAnswering, writeMade } from '../made.ts';
import { leftOver, profileOf, replayed } from '../replaying.ts';

const output = (...parts: string[]) => test.info().outputPath(...parts);
const environment = { ASSAY_USERNAME: 'u@example.com', ASSAY_PASSWORD: 'made-up' };

const tokens = (name: string) => ({
  access: { token: `at_${name}0123456789abcdef`, expiredAt: 4_000_000_000, expiresIn: 900 },
  refresh: { token: `rt_${name}0123456789abcdef`, expiredAt: 4_000_000_000, expiresIn: 900 },
});
const bearer = `Bearer ${tokens('recorded').access.token}`;

/** A login, a creation, and a read of what was created. */
const recordedSession = (): Promise<string> =>
  writeMade(output('made.ndjson'), [
    {
      method: 'POST',
      path: '/v3/auth/token',
      authorization: `Basic ${Buffer.from('u@example.com:recorded').toString('base64')}`,
      body: '{"fingerprint":"a-device"}',
      answer: tokens('recorded'),
    },
    { method: 'POST', path: '/v2/beneficiary', authorization: bearer, body: '{}', answer: { data: { id: 41 } } },
    { path: '/v1/beneficiary/41', authorization: bearer, answer: { id: 41 } },
  ]);

/** Every login gets a token of its own and every creation an id. Creations are answered once `together` of them wait. */
const startService = async (together = 1) => {
  let [logins, made] = [0, 100];
  const waiting: (() => void)[] = [];
  const readBy: string[] = [];
  const owner = new Map<number, string | undefined>();
  const service = await startAnswering(async ({ url, authorization }) => {
    if (url === '/v3/auth/token') {
      logins += 1;
      return { body: tokens(`live${logins}`) };
    }
    if (url === '/v2/beneficiary') {
      made += 1;
      const id = made;
      owner.set(id, authorization);
      if (together > 1) {
        const all = new Promise<void>((resolve) => waiting.push(resolve));
        if (waiting.length === together) for (const go of waiting.splice(0)) go();
        await all;
      }
      return { body: { data: { id } } };
    }
    const id = Number(url.split('/').at(-1));
    readBy.push(`${id} ${owner.get(id) === authorization ? 'by its maker' : 'by another'}`);
    return { body: { id } };
  });
  return { ...service, readBy, logins: () => logins };
};

test('every loop lives its logins and what it makes anew', async () => {
  const path = await recordedSession();
  const service = await startService();

  const result = await replayed({
    url: service.url,
    recordings: [path],
    profile: defaultProfile(environment, { url: service.url }),
    loops: 3,
  });
  await service.close();

  expect(leftOver(result)).toEqual([]);
  expect(result.account).toMatchObject({ recorded: 9, sent: 9, filtered: 0, heldBack: 0, failed: 0 });
  expect(result.outcomes.equivalent).toBe(9);
  expect(service.logins()).toBe(3);
  expect(service.readBy).toEqual(['101 by its maker', '102 by its maker', '103 by its maker']);
});

test('copies of a session run side by side, each with its own login and what it made itself', async () => {
  const path = await recordedSession();
  const service = await startService(4);

  const result = await replayed({
    url: service.url,
    recordings: [path],
    profile: defaultProfile(environment, { url: service.url }),
    tempo: { copies: 4 },
  });
  await service.close();

  expect(leftOver(result)).toEqual([]);
  expect(result.account).toMatchObject({ recorded: 12, sent: 12 });
  expect(result.outcomes.equivalent).toBe(12);
  expect(service.logins()).toBe(4);
  expect(service.readBy.sort()).toEqual([101, 102, 103, 104].map((id) => `${id} by its maker`));
});

test('the command plays loops of copies, and its account is exact with a filter too', async () => {
  const path = await recordedSession();
  const service = await startService();
  const replay = (...more: string[]) =>
    assay(['replay', path, '--target', service.url, '--out', output('report'), '--json', ...more], {
      ...environment,
      ASSAY_ALLOW: 'everything',
    });

  const all = await replay('--loops', '2', '--times', '3');
  const safe = await replay('--loops', '2', '--times', '3', '--safe');
  const wrong = await replay('--times', '0');
  await service.close();

  const account = ({ stdout }: { readonly stdout: string }) => (JSON.parse(stdout) as ReplayResult).account;
  expect(all.code).toBe(0);
  expect(account(all)).toMatchObject({ recorded: 18, sent: 18, filtered: 0 });
  expect(account(safe)).toMatchObject({ recorded: 18, sent: 12, filtered: 6 });
  expect(wrong.code).toBe(2);
});

test('what differs only in a later loop is told as that', async () => {
  const path = await writeMade(test.info().outputPath('made.ndjson'), [
    { path: '/v2/payment/1', authorization: 'Bearer at_0123456789abcdef01', answer: { status: 'NEW' } },
  ]);
  let reads = 0;
  const candidate = await startAnswering(({ url }) => {
    if (url.startsWith('/v3'))
      return { body: { access: { token: 'at_live', expiresIn: 900 }, refresh: { token: 'rt_live' } } };
    reads += 1;
    return { body: { status: reads === 1 ? 'NEW' : 'CANCELLED' } };
  });

  const result = await replayed({
    url: candidate.url,
    recordings: [path],
    profile: profileOf(candidate.url),
    loops: 2,
  });
  await candidate.close();

  expect(result.differences).toMatchObject([{ operation: 'readPayment', field: '/status', loop: 2, count: 1 }]);
  expect(result.because).toEqual([
    'differences that nothing excuses: 1, one of them first met in a later loop, which may come of what an earlier one changed',
  ]);
  expect(replaySummary(result)).toContain('another value, first in loop 2');
});
