// Headers and messages that contain the candidate's id of the same thing count as equal; those with the id of another thing do not.
import { expect, test } from '@playwright/test';
import { startAnswering, type Told, writeMade } from '../made.ts';
import { authorization, tokens } from '../manifold.ts';
import { leftOver, profileOf, replayed } from '../replaying.ts';

const [recordedUuid, liveUuid] = ['0b9f5f0e-6f0c-4d39-9f0e-3a4d1c2b7e7d', '9c1a7f8e-2b7d-4f60-8a54-5d0f6e3b2c11'];

const made = (id: number, uuid: string) => ({ errors: [], notice: [], data: { id, uuid } });
const linksTo = (id: number, uuid: string) => ({
  location: `/v1/beneficiary/${id}`,
  link: `</v1/beneficiary/${uuid}>; rel="self"`,
});
const notFound = (id: number) => ({ errors: [{ message: `Beneficiary ${id} not found` }] });

const told: readonly Told[] = [
  {
    path: '/v2/beneficiary',
    method: 'POST',
    body: '{"name":"Made up"}',
    status: 201,
    answer: made(41, recordedUuid),
    headers: linksTo(41, recordedUuid),
  },
  { path: '/v3/payment', method: 'POST', body: '{"beneficiaryId":41}', status: 404, answer: notFound(41) },
  { path: '/v1/beneficiary/41', status: 404, answer: notFound(41) },
].map((one) => ({ authorization, ...one }));

const played = async (linked: number, quoted: number) => {
  const path = await writeMade(test.info().outputPath(`made-${linked}-${quoted}.ndjson`), told);
  const candidate = await startAnswering(({ method, url }) => {
    if (url.startsWith('/v3/auth')) return { body: tokens };
    if (method === 'POST' && url === '/v2/beneficiary')
      return { status: 201, body: made(57, liveUuid), headers: linksTo(linked, liveUuid) };
    return { status: 404, body: notFound(quoted) };
  });
  const result = await replayed({ url: candidate.url, recordings: [path], profile: profileOf(candidate.url) });
  await candidate.close();
  return leftOver(result);
};

test("the address of what was just made and a message about it may have the candidate's id", async () => {
  expect(await played(57, 57)).toEqual([]);
});

test('an address and a message that name another thing are differences', async () => {
  expect(await played(58, 58)).toEqual([
    'createBeneficiary header location header',
    'createPayment /errors/*/message value',
    'readBeneficiary /errors/*/message value',
  ]);
});
