// A candidate that succeeds with another status: the status is reported, and the ids in the answer are used all the same.
import { expect, test } from '@playwright/test';
import { defaultProfile } from '../../../subject/profile/profile.ts';
import { startAnswering, type Told, writeMade } from '../made.ts';
import { leftOver, replayed } from '../replaying.ts';

const profileOf = (url: string) =>
  defaultProfile({ ASSAY_USERNAME: 'u@example.com', ASSAY_PASSWORD: 'made-up' }, { url });
const basic = `Basic ${Buffer.from('somebody:made-up').toString('base64')}`;
const recordedToken = 'at_0123456789abcdef0123';
const tokensOf = (token: string) => ({
  access: { token, expiresIn: 900, expiredAt: 4_000_000_000 },
  refresh: { token: `rt_of_${token}` },
});
const authorization = `Bearer ${recordedToken}`;
const recordedId = '0b9f5f0e-6f0c-4d39-9f0e-3a4d1c2b7e7d';
const liveId = '9c1a7f8e-2b7d-4f60-8a54-5d0f6e3b2c11';

const told: readonly Told[] = [
  {
    path: '/v3/auth/token',
    method: 'POST',
    authorization: basic,
    body: '{"fingerprint":"device"}',
    status: 201,
    answer: tokensOf(recordedToken),
  },
  {
    path: '/v2/beneficiary',
    method: 'POST',
    authorization,
    body: '{}',
    status: 201,
    answer: { errors: [], notice: [], data: { id: 41, uuid: recordedId } },
  },
  {
    path: `/v1/beneficiary/${recordedId}`,
    authorization,
    status: 203,
    answer: { uuid: recordedId, name: 'Made Up' },
  },
  { path: '/v1/beneficiary/41', authorization, status: 203, answer: { uuid: recordedId, name: 'Made Up' } },
];

const candidateWith = (name: string) =>
  startAnswering(({ method, url, authorization: shown }) => {
    if (url === '/v3/auth/token') return { body: tokensOf('at_live_0123456789abcd') };
    if (shown !== 'Bearer at_live_0123456789abcd') return { status: 401, body: {} };
    if (method === 'POST') return { body: { errors: [], notice: [], data: { id: 7041, uuid: liveId } } };
    return { body: url.endsWith(`/${liveId}`) || url.endsWith('/7041') ? { uuid: liveId, name } : {} };
  });

const played = async (name: string, allowed: boolean) => {
  const path = await writeMade(test.info().outputPath(`${name} ${allowed}.ndjson`), told);
  const candidate = await candidateWith(name);
  const result = await replayed({
    url: candidate.url,
    recordings: [path],
    profile: profileOf(candidate.url),
    excuse: ({ kind }) => (allowed && kind === 'status' ? { by: 'policy', because: 'it is wanted' } : undefined),
  });
  await candidate.close();
  return result;
};

test('a success under another status is told once per operation, and what it brought is followed', async () => {
  const result = await played('Made Up', false);

  expect(leftOver(result)).toEqual([
    'createBeneficiary status status',
    'login status status',
    'readBeneficiary status status',
  ]);
  expect(result.account).toMatchObject({ sent: 4, heldBack: 0 });
  expect(result.status).toBe('failed');
});

test('where the other status is allowed, everything else must still be as recorded', async () => {
  const same = await played('Made Up', true);
  const other = await played('Somebody Else', true);

  expect(same.status).toBe('passed');
  expect(leftOver(other)).toEqual(['readBeneficiary /name value']);
});

test('a second factor that is asked for is no success under another status', async () => {
  const path = await writeMade(test.info().outputPath('made.ndjson'), told.slice(0, 1));
  const candidate = await startAnswering(() => ({
    status: 202,
    body: { status: 'MFA_REQUIRED', mfaToken: 'mfa_0123456789abcdef' },
  }));

  const result = await replayed({ url: candidate.url, recordings: [path], profile: profileOf(candidate.url) });
  await candidate.close();

  expect(leftOver(result)).toEqual(['login status status']);
});
