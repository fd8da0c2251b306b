// A request that could not be sent, for a reason that nobody chose, leaves a replay without a verdict.
import { expect, test } from '@playwright/test';
import { startAnswering, type Told, writeMade } from '../made.ts';
import { profileOf, replayed } from '../replaying.ts';

const authorization = 'Bearer at_0123456789abcdef01';
const tokens = {
  access: { token: 'at_live', expiresIn: 900, expiredAt: 4_000_000_000 },
  refresh: { token: 'rt_live' },
};

for (const [what, letter] of [
  ['a blank', ' '],
  ['a NUL', '\0'],
  ['a letter beyond ASCII', 'ш'],
] as const)
  test(`a replay is not passed when ${what} in an address kept one request from being sent`, async () => {
    const told: readonly Told[] = [
      { path: '/v2/card', authorization, answer: [] },
      { path: `/v2/card?status=A${letter}B`, authorization, answer: [] },
    ];
    const path = await writeMade(test.info().outputPath('made.ndjson'), told);
    const candidate = await startAnswering(({ url }) => ({ body: url.startsWith('/v3') ? tokens : [] }));

    const result = await replayed({ url: candidate.url, recordings: [path], profile: profileOf(candidate.url) });
    await candidate.close();

    expect(result.account).toMatchObject({ recorded: 2, sent: 1, failed: 1 });
    expect(result.status).toBe('undecided');
    expect(result.because).toEqual(['1 failed and could not be compared']);
  });
