// Credentials that were refused in the recording are sent well-formed, and wrong in the same way as far as the recording shows it.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import type { Exchange } from '../../../exchange/exchange.ts';
import { makePlan } from '../../../replay/plan/make.ts';
import { planText } from '../../../replay/plan/text.ts';
import { assay } from '../../cli/command.ts';
import { writeHar } from '../foreign/foreign-files.ts';
import { exchangesOf, startAnswering, type Told, writeMade } from '../made.ts';
import { leftOver, profileOf, replayed } from '../replaying.ts';

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
const tokensOf = (name: string) => ({
  access: { token: `at_${name}_0123456789abcdef`, expiresIn: 900, expiredAt: 4_000_000_000 },
  refresh: { token: `rt_${name}_0123456789abcdef`, expiresIn: 9000, expiredAt: 4_000_000_000 },
});
const recorded = tokensOf('recorded').access.token;
const no = { status: 401, answer: { message: 'no' } };
const login = (text: string, device: string, answer: Pick<Told, 'status' | 'answer'>): Told => ({
  ...{ path: '/v3/auth/token', method: 'POST', authorization: basic(text), ...answer },
  body: JSON.stringify({ fingerprint: device }),
});
const events = (token: string, answer: Pick<Told, 'status' | 'answer'>): Told => ({
  ...{ path: '/v2/webhook/event', authorization: `Bearer ${token}`, ...answer },
});

/** A typing error, the right password, somebody else's attempt, and a token with a letter too many. */
const told: readonly Told[] = [
  login('u@example.com:made-upzz', 'a-device', no),
  login('u@example.com:made-up', 'a-device', { answer: tokensOf('recorded') }),
  login('off@example.com:their-own-one', 'their-device', no),
  events(recorded, { answer: [] }),
  events(`${recorded}x`, no),
];

interface Lax {
  /** Accepts everything that begins with a right password, or with a valid token. */
  readonly passwords?: true;
  readonly tokens?: true;
}

/** Answers malformed credentials with 400. */
const start = (lax: Lax = {}) =>
  startAnswering(({ url, authorization = '' }) => {
    const [scheme, value = ''] = authorization.split(' ');
    if (scheme === 'Bearer') {
      const { token } = tokensOf('live').access;
      return (lax.tokens ? value.startsWith(token) : value === token)
        ? { body: [] }
        : { status: 401, body: { message: 'no' } };
    }
    const text = Buffer.from(value, 'base64').toString();
    if (basic(text) !== authorization || !text.includes(':')) return { status: 400, body: { message: 'malformed' } };
    const isRight = lax.passwords ? text.startsWith('u@example.com:made-up') : text === 'u@example.com:made-up';
    if (!url.startsWith('/v3') || !isRight) return { status: 401, body: { message: 'no' } };
    return { body: tokensOf('live') };
  });

const shownTo = (asked: readonly { readonly authorization: string | undefined }[]) =>
  asked.map(({ authorization = '' }) =>
    authorization.startsWith('Basic') ? Buffer.from(authorization.slice(6), 'base64').toString() : authorization,
  );

const har = (): string => {
  const path = test.info().outputPath('made.har');
  writeHar(path, exchangesOf(told) as Exchange[], 'kept');
  return path;
};

test('a recording without secrets is played with a wrong password of whose device it was, or under a made-up name, and says so', async () => {
  const path = await writeMade(test.info().outputPath('made.ndjson'), told);
  const candidate = await start();

  const result = await replayed({ url: candidate.url, recordings: [path], profile: profileOf(candidate.url) });
  await candidate.close();

  const shown = shownTo(candidate.asked).sort();
  expect(shown).toEqual([
    expect.stringMatching(/^Bearer at_live_/),
    expect.stringMatching(/^Bearer ~/),
    'u@example.com:made-up',
    'u@example.com:made-ux',
    expect.stringMatching(/^~[\w-]+@redacted\.invalid:~[\w-]+$/),
  ]);
  expect(leftOver(result)).toEqual([]);
  expect(result.account).toMatchObject({ sent: 5, heldBack: 0, failed: 0 });
  expect(result.account.unlike).toEqual({
    'refused credentials that the recording hides, as a wrong password of their user': 1,
    'refused credentials that the recording hides, under a made-up name': 1,
    'a refused token that the recording hides, as its stand-in': 1,
  });
});

test('of many attempts from one device a single one is made under the name of its user, whom a candidate may lock', async () => {
  const attempts = ['u@example.con', 'v@example.com', 'w@example.com'].map((name) =>
    login(`${name}:some`, 'a-device', no),
  );
  const path = await writeMade(test.info().outputPath('made.ndjson'), [...attempts, told[1]!]);
  const candidate = await start();

  const result = await replayed({ url: candidate.url, recordings: [path], profile: profileOf(candidate.url) });
  await candidate.close();

  const shown = shownTo(candidate.asked);
  expect(shown.filter((text) => text === 'u@example.com:made-ux')).toHaveLength(1);
  expect(shown.filter((text) => text.includes('@redacted.invalid:'))).toHaveLength(2);
  expect(leftOver(result)).toEqual([]);
});

test('of a file in clear goes out what stood there, and the living token with the end that was shown', async () => {
  const path = har();
  const [sound, lax] = [await start(), await start({ passwords: true, tokens: true })];

  const result = await replayed({ url: sound.url, recordings: [path], profile: profileOf(sound.url) });
  const wrong = await replayed({ url: lax.url, recordings: [path], profile: profileOf(lax.url) });
  await Promise.all([sound.close(), lax.close()]);

  const live = tokensOf('live').access.token;
  expect(shownTo(sound.asked).sort()).toEqual([
    `Bearer ${live}`,
    `Bearer ${live}x`,
    'off@example.com:their-own-one',
    'u@example.com:made-up',
    'u@example.com:made-upzz',
  ]);
  expect(leftOver(result)).toEqual([]);
  expect(result.account.unlike).toBeUndefined();
  expect(leftOver(wrong)).toEqual(['listWebhookEvents status status', 'login status status']);
});

test('credentials in clear that were refused then, and are right now, go out with a wrong password', async () => {
  const path = test.info().outputPath('made.har');
  writeHar(path, exchangesOf([login('u@example.com:made-up', 'a-device', no)]) as Exchange[], 'kept');
  const candidate = await start();

  const result = await replayed({ url: candidate.url, recordings: [path], profile: profileOf(candidate.url) });
  await candidate.close();

  expect(shownTo(candidate.asked)).toEqual(['u@example.com:made-ux']);
  expect(leftOver(result)).toEqual([]);
  expect(Object.keys(result.account.unlike ?? {})).toEqual([expect.stringContaining('are right now')]);
});

test('what is sent in clear stands in no plan, report or evidence', async () => {
  const path = har();
  const candidate = await start({ passwords: true, tokens: true });
  const out = test.info().outputPath('out');

  const plan = planText(await makePlan([path], profileOf(candidate.url)));
  const { code, stdout, stderr } = await assay(['replay', path, '--target', candidate.url, '--out', out], {
    ASSAY_USERNAME: 'u@example.com',
    ASSAY_PASSWORD: 'made-up',
  });
  await candidate.close();

  expect(code).toBe(1);
  const written = readdirSync(out).map((name) => readFileSync(`${out}/${name}`).toString());
  expect(written.join()).toContain('/v3/auth/token');
  for (const text of [plan, stdout, stderr, ...written])
    for (const secret of [
      'made-upzz',
      basic('u@example.com:made-upzz').slice(6),
      'their-own-one',
      recorded,
      'at_live_0123',
    ])
      expect(text.includes(secret) ? `${secret} in ${text.slice(0, 100)}` : '').toBe('');
});
