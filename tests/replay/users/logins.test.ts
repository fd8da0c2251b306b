// What a login is replayed with: the user's real credentials, and everything else that the recorded login contained.
import { expect, test } from '@playwright/test';
import { createPseudonyms, newKey } from '../../../exchange/redaction/pseudonym.ts';
import { defaultProfile } from '../../../subject/profile/profile.ts';
import { startAnswering, type Told, writeMade } from '../made.ts';
import { leftOver, profileOf, replayed } from '../replaying.ts';

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

const unknown = 'b1c0ffee-1c39-4a52-8a0e-0d9f4b6c2e11';
const given = 'a0c0ffee-1c39-4a52-8a0e-0d9f4b6c2e22';

/** A user is asked for a second factor, and confirms another demand, which does not exist. */
const confirmed = (code: string): Told[] => [
  {
    ...loginWith('a-device', 0),
    answer: { status: 'MFA_REQUIRED', mfaToken: 'c2c0ffee-1c39-4a52-8a0e-0d9f4b6c2e33' },
  },
  {
    path: `/v2/mfa/sms/sign/${unknown}`,
    method: 'POST',
    authorization: basic,
    body: JSON.stringify({ code }),
    status: 404,
    answer: { status: 'ERROR', error: { code: 404, message: 'There is no such request.' } },
  },
];

const confirming = async (code: string, accepts: (requestId: string, code: string) => boolean) => {
  const path = await writeMade(test.info().outputPath(`${code}.ndjson`), confirmed(code));
  const candidate = await startAnswering(({ url, body }) => {
    if (url === '/v3/auth/token') return { body: { status: 'MFA_REQUIRED', mfaToken: given } };
    const { code: shown } = JSON.parse(body.toString()) as { code: string };
    return accepts(url.split('/').at(-1)!, shown)
      ? { body: { status: 'OK', data: { signToken: 'sign_0123456789abcdef' } } }
      : { status: 404, body: { status: 'ERROR', error: { code: 404, message: 'There is no such request.' } } };
  });
  const profile = defaultProfile(
    { ASSAY_USERNAME: 'u@example.com', ASSAY_PASSWORD: 'made-up' },
    { url: candidate.url },
  );
  const full = {
    ...profile.users.full!,
    mfa: {
      type: 'sms',
      code: { kind: 'fixed', code: '424242' },
      requestId: 'same',
      login: 'exchange',
    },
  } as const;
  const result = await replayed({
    url: candidate.url,
    recordings: [path],
    profile: { ...profile, users: { full } },
  });
  await candidate.close();
  return { result, asked: candidate.asked };
};

test('a request that nobody made is confirmed with the living code, in the form that the candidate gives its own', async () => {
  const sound = await confirming('123456', (requestId, code) => requestId === given && code === '424242');
  const taken = await confirming('654321', (_, code) => code === '424242');

  const { url, body } = sound.asked.at(-1)!;
  expect(url).toMatch(/^\/v2\/mfa\/sms\/sign\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  expect(url).not.toContain(given);
  expect(body.toString()).toBe('{"code":"424242"}');
  expect(leftOver(sound.result)).toEqual([]);
  expect(leftOver(taken.result)).toEqual(['confirmMfa status status']);
});

test('a code that is too long stays what it was', async () => {
  const { asked } = await confirming('1234567890', () => false);

  expect(asked.at(-1)!.body.toString()).not.toContain('424242');
});

test('two recorded things must not become one, whoever else was refused a login in the recording', async () => {
  const made = (name: string): Told => ({
    path: '/v2/payment/calculate',
    method: 'POST',
    authorization: `Bearer ${tokensOf('recorded0').access.token}`,
    body: JSON.stringify({ name }),
    answer: { id: `0b9f5f0e-6f0c-4d39-9f0e-3a4d1c2b7e7${name}` },
  });
  const refused = (name: string): Told => ({
    ...loginWith('a-device', 0),
    authorization: `Basic ${Buffer.from(`${name}:wrong`).toString('base64')}`,
    status: 401,
    answer: { message: 'no' },
  });
  const path = await writeMade(test.info().outputPath('made.ndjson'), [
    refused('one'),
    refused('other'),
    loginWith('a-device', 0),
    made('1'),
    made('2'),
  ]);
  let logins = 0;
  const candidate = await startAnswering(({ url }) => {
    if (!url.startsWith('/v3')) return { body: { id: '5c9f5f0e-6f0c-4d39-9f0e-3a4d1c2b7e7d' } };
    logins += 1;
    return logins < 3 ? { status: 401, body: { message: 'no' } } : { body: tokensOf('live') };
  });

  const result = await replayed({ url: candidate.url, recordings: [path], profile: profileOf(candidate.url) });
  await candidate.close();

  expect(result.plan.users.map(({ actsAs }) => actsAs)).toEqual(['as recorded', 'as recorded', 'full']);
  expect(result.differences.map(({ field, count }) => [field, count])).toEqual([['/id', 1]]);
});
