// However many users have seen a thing before one of them changes it, all of them see that change.
import { expect, test } from '@playwright/test';
import { makePlan } from '../../../replay/plan/make.ts';
import { startAnswering, type Told, writeMade } from '../made.ts';
import { leftOver, referenceProfile, replayed } from '../replaying.ts';

const card = '0b9f5f0e-6f0c-4d39-9f0e-3a4d1c2b7e7d';
const tokens = {
  access: { token: 'at_live', expiresIn: 900, expiredAt: 4_000_000_000 },
  refresh: { token: 'rt_live' },
};
const many = 70;
const by = (index: number) => ({ user: `user-${index}`, authorization: `Bearer at_0123456789abcdef${100 + index}` });
const path = `/v2/card/${card}`;

/** Everybody reads the card, the first changes it, and the last reads it again. */
const told: readonly Told[] = [
  ...Array.from({ length: many }, (_, index) => ({ path, answer: { version: 1 }, ...by(index) })),
  { path: `${path}/sms-balance-notification`, method: 'PATCH', body: '{"enabled":1}', ...by(0) },
  { path, answer: { version: 2 }, ...by(many - 1) },
];

test('the last of 70 users who saw a card reads it after the change of the first, and not before', async () => {
  const recording = await writeMade(test.info().outputPath('made.ndjson'), told);
  let version = 1;
  const candidate = await startAnswering(async ({ method, url }) => {
    if (url.startsWith('/v3')) return { body: tokens };
    if (method === 'GET') return { body: { version } };
    await new Promise((resolve) => setTimeout(resolve, 300));
    version += 1;
    return { body: {} };
  });
  const made = await makePlan([recording], referenceProfile(candidate.url));
  const users = made.users.map((user, index) => ({
    ...user,
    actsAs: index === many - 1 ? ('second' as const) : ('full' as const),
  }));

  const result = await replayed({ url: candidate.url, recordings: [recording], plan: { ...made, users } });
  await candidate.close();

  expect(new Set(made.users.map(({ circle }) => circle))).toEqual(new Set([1]));
  expect(leftOver(result)).toEqual([]);
});
