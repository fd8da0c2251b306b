// On a clock: which requests keep their order although each has its own due time.
import { expect, test } from '@playwright/test';
import { defaultProfile } from '../../../subject/profile/profile.ts';
import { startAnswering, type Told, writeMade } from '../made.ts';
import { leftOver, replayed } from '../replaying.ts';

const card = '0b9f5f0e-6f0c-4d39-9f0e-3a4d1c2b7e7d';
const tokens = {
  access: { token: 'at_live', expiresIn: 900, expiredAt: 4_000_000_000 },
  refresh: { token: 'rt_live' },
};
const profileOf = (url: string) =>
  defaultProfile({ ASSAY_USERNAME: 'u@example.com', ASSAY_PASSWORD: 'made-up' }, { url });
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Reads a card, changes it and reads it again, each after the previous answer. */
const looked = (authorizations: readonly [string, string], user?: string): Told[] => {
  const who = (index: 0 | 1) => ({ authorization: authorizations[index], ...(user && { user }) });
  return [
    { path: `/v2/card/${card}`, answer: { version: 1 }, at: 0, ...who(0) },
    { path: `/v2/card/${card}/sms-balance-notification`, method: 'PATCH', body: '{"enabled":1}', at: 20, ...who(1) },
    { path: `/v2/card/${card}`, answer: { version: 2 }, at: 40, ...who(0) },
  ];
};

/** Takes far longer than the client waited between its requests: longest for the first read, no time for the last. */
const startSlow = async () => {
  let version = 1;
  const delays = [300, 150, 0];
  return startAnswering(async ({ method, url }) => {
    if (url.startsWith('/v3')) return { body: tokens };
    await pause(delays.shift()!);
    if (method === 'GET') return { body: { version } };
    version += 1;
    return { body: {} };
  });
};

for (const { of, authorizations, user } of [
  { of: 'a session', authorizations: ['Bearer at_0123456789abcdef01', 'Bearer at_0123456789abcdef01'] as const },
  {
    of: 'two sessions of one user',
    authorizations: ['Bearer at_0123456789abcdef01', 'Bearer at_fedcba987654321012'] as const,
    user: 'full',
  },
])
  test(`on a clock, no change of ${of} overtakes a read that was over before it, nor a read that change`, async () => {
    const path = await writeMade(test.info().outputPath('made.ndjson'), looked(authorizations, user));
    const candidate = await startSlow();

    const result = await replayed({
      url: candidate.url,
      recordings: [path],
      profile: profileOf(candidate.url),
      tempo: { speed: 1 },
    });
    await candidate.close();

    expect(leftOver(result)).toEqual([]);
    expect(result.outcomes.equivalent).toBe(3);
  });

test('on a clock, reads do not wait for slow reads', async () => {
  const authorization = 'Bearer at_0123456789abcdef01';
  const reads = Array.from({ length: 5 }, (_, index) => ({
    path: `/v2/card/${card}`,
    authorization,
    answer: {},
    at: index * 10,
  }));
  const path = await writeMade(test.info().outputPath('made.ndjson'), reads);
  let [open, most] = [0, 0];
  const candidate = await startAnswering(async ({ url }) => {
    if (url.startsWith('/v3')) return { body: tokens };
    open += 1;
    most = Math.max(most, open);
    await pause(300);
    open -= 1;
    return { body: {} };
  });

  await replayed({
    url: candidate.url,
    recordings: [path],
    profile: profileOf(candidate.url),
    tempo: { speed: 1 },
  });
  await candidate.close();

  expect(most).toBe(5);
});
