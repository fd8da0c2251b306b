// What a login is played with: the living credentials, and whatever else the recorded one showed.
import { expect, test } from '@playwright/test';
import { createPseudonyms, newKey } from '../../exchange/pseudonym.ts';
import { defaultProfile } from '../../target/profile.ts';
import { startAnswering, type Told, writeMade } from './made.ts';
import { leftOver, replayed } from './replaying.ts';

const basic = `Basic ${Buffer.from('somebody:made-up').toString('base64')}`;
const tokensOf = (name: string) => ({
  access: { token: `at_${name}_0123456789abcdef`, expiresIn: 900, expiredAt: 4_000_000_000 },
  refresh: { token: `rt_${name}_0123456789abcdef`, expiresIn: 9000, expiredAt: 4_000_000_000 },
});
const longest = 'f'.repeat(64);

const loginWith = (fingerprint: string, index: number): Told => ({
  path: '/v3/auth/token',
  method: 'POST',
  authorization: basic,
  body: JSON.stringify({ fingerprint }),
  answer: tokensOf(`recorded${index}`),
});

const played = async (fingerprints: readonly string[], environment: Readonly<Record<string, string>> = {}) => {
  const path = await writeMade(test.info().outputPath('made.ndjson'), fingerprints.map(loginWith));
  let count = 0;
  const candidate = await startAnswering(({ body }) => {
    count += 1;
    const { fingerprint } = JSON.parse(body.toString()) as { fingerprint: string };
    return fingerprint.length < 64 ? { body: tokensOf(`live${count}`) } : { status: 422, body: {} };
  });
  const result = await replayed({
    url: candidate.url,
    recordings: [path],
    profile: defaultProfile(
      { ASSAY_USERNAME: 'u@example.com', ASSAY_PASSWORD: 'made-up', ...environment },
      { url: candidate.url },
    ),
  });
  await candidate.close();
  const sent = candidate.asked.map(({ body }) => (JSON.parse(body.toString()) as { fingerprint: string }).fingerprint);
  return { result, sent };
};

test('a login shows the fingerprint that was recorded, so that a candidate that refuses it is noticed', async () => {
  const { result, sent } = await played(['a-device', longest]);

  expect(sent).toEqual(['a-device', longest]);
  expect(leftOver(result)).toEqual(['login status status']);
});

test('a fingerprint that the profile states takes the place of the usual one, and of no other', async () => {
  const { sent } = await played(['a-device', longest, 'a-device'], { ASSAY_FINGERPRINT: 'known-here' });

  expect(sent).toEqual(['known-here', longest, 'known-here']);
});

test('a fingerprint that was taken out of the recording is the one of the profile', async () => {
  const { sent } = await played([createPseudonyms(newKey()).text('a device that is a secret')]);

  expect(sent).toEqual(['assay']);
});
