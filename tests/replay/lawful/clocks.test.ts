// Where answers have no date, the tokens of a login show by how much the server's clock differs from ours.
import { expect, test } from '@playwright/test';
import { startAnswering, type Told, writeMade } from '../made.ts';
import { leftOver, profileOf, replayed } from '../replaying.ts';

const began = 1_768_000_000_000;
const bearer = { authorization: 'Bearer at_recorded_0123456789abcdef' };
const card = '0b9f5f0e-6f0c-4d39-9f0e-3a4d1c2b7e7d';

type Unit = 'seconds' | 'milliseconds';
/** The tokens of a server whose clock shows `now`. */
const issued = (name: string, now: number, unit: Unit = 'seconds') => {
  const ending = (lifetime: number) => {
    const end = now + lifetime * 1000;
    return { expiresIn: lifetime, expiredAt: unit === 'seconds' ? Math.floor(end / 1000) : end };
  };
  return {
    access: { token: `at_${name}_0123456789abcdef`, ...ending(900) },
    refresh: { token: `rt_${name}_0123456789abcdef`, ...ending(86_400) },
  };
};

/** Two logins, and a card that was changed just now. `ahead`: how far the server's clock is ahead of the recorder's. */
const recordedWith = async (ahead: number, unit?: Unit, name = 'made') => {
  const login = (index: number, answer: unknown): Told => ({
    ...{ path: '/v3/auth/token', method: 'POST', body: '{"fingerprint":"a-device"}', at: index * 1000, answer },
    authorization: `Basic ${Buffer.from('u@example.com:made-up').toString('base64')}`,
  });
  return writeMade(test.info().outputPath(`${name}.ndjson`), [
    login(0, issued('recorded', began + ahead, unit)),
    login(1, issued('further', began + 1000 + ahead, unit)),
    { path: `/v2/card/${card}`, ...bearer, at: 2000, answer: { id: card, updatedAtMs: began + 2000 + ahead } },
  ]);
};

interface Candidate {
  readonly ahead?: number;
  readonly unit?: Unit;
  /** Additional milliseconds by which the parts of a login, and the card, are off. */
  readonly login?: readonly [first: number, second: number];
  readonly access?: number;
  readonly card?: number;
}

const played = async (path: string, { ahead = 0, unit, login = [0, 0], access = 0, card: of = 0 }: Candidate) => {
  let logins = 0;
  const candidate = await startAnswering(({ url }) => {
    const now = Date.now() + ahead;
    if (!url.startsWith('/v3')) return { dateless: true, body: { id: card, updatedAtMs: now + of } };
    const off = login[logins]!;
    logins += 1;
    const tokens = issued(`live${logins}`, now + off, unit);
    const expiredAt = tokens.access.expiredAt + access;
    return { dateless: true, body: { ...tokens, access: { ...tokens.access, expiredAt } } };
  });
  const result = await replayed({ url: candidate.url, recordings: [path], profile: profileOf(candidate.url) });
  await candidate.close();
  return leftOver(result);
};

const ends = ['login /access/expiredAt value', 'login /refresh/expiredAt value'];

for (const unit of ['seconds', 'milliseconds'] as const)
  test(`a recorder or a candidate whose clock is wrong all along differs in nothing, with ends in ${unit}`, async () => {
    for (const [index, ahead] of [0, 30_000, -30_000, 300_000].entries())
      expect([ahead, await played(await recordedWith(ahead, unit, `${index}`), { unit })]).toEqual([ahead, []]);
    expect(await played(await recordedWith(0, unit, 'right'), { unit, ahead: 40_000 })).toEqual([]);
    expect(await played(await recordedWith(-40_000, unit, 'wrong'), { unit, ahead: 40_000 })).toEqual([]);
  });

test('what differs in some places alone, or by more than a clock does, is a difference', async () => {
  const path = await recordedWith(30_000);

  expect(await played(path, { card: 30_000 })).toEqual(['readCard /updatedAtMs value']);
  expect(await played(path, { login: [0, 30_000] })).toEqual(ends);
  expect(await played(path, { login: [40_000, 40_000] })).toEqual(['readCard /updatedAtMs value']);
  expect(await played(path, { access: 30 })).toEqual([ends[0]]);
  expect(await played(path, { login: [3_600_000, 3_600_000] })).toEqual(ends);
});
