// A UUID means the same in capitals and small letters, but each server must keep to the letters that it used.
import { expect, test } from '@playwright/test';
import { startAnswering, type Told, writeMade } from '../made.ts';
import { authorization, tokens } from '../manifold.ts';
import { leftOver, profileOf, replayed } from '../replaying.ts';

const [recorded, live] = ['0b9f5f0e-6f0c-4d39-9f0e-3a4d1c2b7e7d', '7c0e1a52-1c39-4a52-8a0e-0d9f4b6c2e11'];
const inCapitals = (text: string) => text.toUpperCase();

const played = async (told: readonly Told[], answer: (url: string) => unknown) => {
  const path = await writeMade(
    test.info().outputPath('made.ndjson'),
    told.map((one) => ({ authorization, ...one })),
  );
  const candidate = await startAnswering(({ url }) => ({ body: url.startsWith('/v3/auth') ? tokens : answer(url) }));
  const result = await replayed({ url: candidate.url, recordings: [path], profile: profileOf(candidate.url) });
  await candidate.close();
  const asked = candidate.asked.map(({ url }) => url).filter((url) => !url.startsWith('/v3/auth'));
  return { left: leftOver(result), asked };
};

const list: Told = { path: '/v2/card', answer: [{ id: recorded }] };
const detail = (id: string): Told => ({ path: `/v2/card/${id}`, answer: { id } });
const ofCandidate = (listed: string, shown: string) => (url: string) =>
  url === '/v2/card' ? [{ id: listed }] : { id: shown };

test('a client that writes a UUID in another case asks for the same thing of the candidate, in that case', async () => {
  const { left, asked } = await played([list, detail(inCapitals(recorded))], ofCandidate(live, inCapitals(live)));

  expect(asked).toEqual(['/v2/card', `/v2/card/${inCapitals(live)}`]);
  expect(left).toEqual([]);
});

test('a candidate may write all UUIDs in another case, and has to keep to it', async () => {
  const told = [list, detail(recorded)];

  const always = await played(told, ofCandidate(inCapitals(live), inCapitals(live)));
  const nowAndThen = await played(told, ofCandidate(live, inCapitals(live)));

  expect(always).toEqual({ left: [], asked: ['/v2/card', `/v2/card/${inCapitals(live)}`] });
  expect(nowAndThen.left).toEqual(['readCard /id value']);
});
