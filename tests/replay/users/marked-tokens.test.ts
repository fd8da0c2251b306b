// A login whose JSON begins with a byte order mark: the mark is reported, and its tokens are used all the same.
import { expect, test } from '@playwright/test';
import { startAnswering, type Told, writeMade } from '../made.ts';
import { leftOver, profileOf, replayed } from '../replaying.ts';

const mark = '\ufeff';
const basic = `Basic ${Buffer.from('u@example.com:made-up').toString('base64')}`;
const tokensOf = (name: string) => ({
  access: { token: `at_${name}_0123456789abcdef`, expiresIn: 900, expiredAt: 4_000_000_000 },
  refresh: { token: `rt_${name}_0123456789abcdef`, expiresIn: 9000, expiredAt: 4_000_000_000 },
});

const session = (before: string): Told[] => [
  {
    ...{ path: '/v3/auth/token', method: 'POST', authorization: basic, body: '{"fingerprint":"a-device"}' },
    text: before + JSON.stringify(tokensOf('recorded')),
  },
  { path: '/v2/webhook/event', authorization: `Bearer ${tokensOf('recorded').access.token}`, answer: [] },
  {
    ...{ path: '/v2/auth/refresh', method: 'POST', authorization: `Bearer ${tokensOf('recorded').access.token}` },
    ...{ body: JSON.stringify({ refreshToken: tokensOf('recorded').refresh.token }), answer: {} },
  },
];

const played = async (recorded: string, live: string) => {
  const path = await writeMade(test.info().outputPath('made.ndjson'), session(recorded));
  const candidate = await startAnswering(({ url }) =>
    url.startsWith('/v3')
      ? { text: live + JSON.stringify(tokensOf('live')) }
      : { body: url.endsWith('event') ? [] : {} },
  );
  const result = await replayed({ url: candidate.url, recordings: [path], profile: profileOf(candidate.url) });
  await candidate.close();
  return { result, asked: candidate.asked };
};

for (const [recorded, live, left] of [
  ['', mark, ['login body type']],
  [mark, '', []],
  [mark, mark, []],
] as const)
  test(`tokens are followed behind ${recorded ? 'a mark' : 'no mark'} in the recording and ${live ? 'one' : 'none'} of the candidate`, async () => {
    const { result, asked } = await played(recorded, live);

    expect(asked.map(({ url }) => url)).toEqual(['/v3/auth/token', '/v2/webhook/event', '/v2/auth/refresh']);
    expect(asked[1]!.authorization).toBe(`Bearer ${tokensOf('live').access.token}`);
    expect(JSON.parse(asked[2]!.body.toString())).toEqual({ refreshToken: tokensOf('live').refresh.token });
    expect(leftOver(result)).toEqual(left);
    expect(result.violations.some(({ requirement }) => requirement === 'ERR-03')).toBe(live !== '');
    expect(result.account).toMatchObject({ sent: 3, heldBack: 0 });
  });
