// Which user of the profile plays which user of the recording: decided by what the recording shows, and reported.
import { expect, test } from '@playwright/test';
import { createClient } from '../../../exchange/client/client.ts';
import { openRecording } from '../../../exchange/recording/recording.ts';
import { createRedaction } from '../../../exchange/redaction/redaction.ts';
import { startReference } from '../../../reference/service.ts';
import { users } from '../../../reference/users.ts';
import { makePlan } from '../../../replay/plan/make.ts';
import { writeMade } from '../made.ts';
import { leftOver, referenceProfile, replayed } from '../replaying.ts';

const url = 'http://127.0.0.1:9';

/** A user logs in and reads these paths. Each call opens the recording anew, as a restarted recorder does. */
const looks = async (path: string, name: string, paths: readonly string[]): Promise<void> => {
  const service = await startReference({ port: 0, seed: 1 });
  const recording = openRecording(path, { redaction: createRedaction() });
  const client = createClient({
    baseUrl: service.url,
    timeouts: { connect: 10_000, response: 30_000 },
    onExchange: (exchange) => recording.append(exchange),
  });
  const { username, password } = users.find((user) => user.name === name)!;
  const basic = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  const { outcome } = await client.send({
    method: 'POST',
    path: '/v3/auth/token',
    headers: [
      ['authorization', basic],
      ['content-type', 'application/json'],
    ],
    body: '{"fingerprint":"a-device"}',
  });
  const body = outcome.kind === 'answered' ? Buffer.from(outcome.response.body).toString() : '';
  const { access } = JSON.parse(body) as { access: { token: string } };
  for (const each of paths)
    await client.send({ method: 'GET', path: each, headers: [['authorization', `Bearer ${access.token}`]] });
  await client.close();
  await recording.close();
  await service.close();
};

const login = {
  ...{ method: 'POST', path: '/v3/auth/token', body: '{"fingerprint":"a-device"}' },
  answer: { access: { token: 'at_0123456789abcdef0123' }, refresh: { token: 'rt_0123456789abcdef0123' } },
};

const parts = (plan: Awaited<ReturnType<typeof makePlan>>) => plan.users.map(({ actsAs }) => actsAs);

test('a lone viewer who was forbidden what the profile forbids him is no full user, however much else he did', async () => {
  const path = test.info().outputPath('viewer.ndjson');
  await looks(path, 'restricted', ['/v2/card', ...Array.from({ length: 6 }, () => '/v3/auth/web-socket')]);

  const plan = await makePlan([path], referenceProfile(url));

  expect(parts(plan)).toEqual(['restricted']);
  expect(plan.users[0]!.because).toBe('it was forbidden once what the profile says is forbidden to restricted');
});

test("a user to whom the profile's own cards are listed is the full user, whoever came before", async () => {
  const path = test.info().outputPath('second.ndjson');
  await looks(path, 'second', ['/v2/card']);
  await looks(path, 'full', ['/v2/card']);
  const profile = referenceProfile(url);

  const plan = await makePlan([path], profile);

  expect(parts(plan)).toEqual(['second', 'full']);
});

test('the profile of the recorded server tells whose things are whose there', async () => {
  const path = test.info().outputPath('second.ndjson');
  await looks(path, 'second', ['/v2/card']);
  await looks(path, 'full', ['/v2/card']);
  const recorded = referenceProfile(url);
  const { fixtures, ...rest } = recorded;
  const nothing = { kind: 'declared', value: [] } as const;
  const candidate = {
    ...rest,
    fixtures: { ...fixtures, wallets: nothing, foreign: { ...fixtures.foreign, wallets: [], cards: [] } },
  };

  const [guessed, told] = [await makePlan([path], candidate), await makePlan([path], candidate, { recorded })];

  expect([parts(guessed), parts(told)]).toEqual([
    ['full', 'second'],
    ['second', 'full'],
  ]);
});

test('a colleague who is listed the same things, and was forbidden what the other did, is another user', async () => {
  const card = { id: '0b9f5f0e-6f0c-4d39-9f0e-3a4d1c2b7e7d', status: 'ACTIVE' };
  const path = await writeMade(test.info().outputPath('colleagues.ndjson'), [
    ...[login, { path: '/v2/card', answer: [card] }, { path: '/v2/webhook' }],
    ...[login, { path: '/v2/card', answer: [card] }, { path: '/v2/webhook', status: 403 }],
    ...[login, { path: '/v2/card', answer: [card] }, { path: '/v2/webhook' }],
  ]);

  const plan = await makePlan([path], referenceProfile(url));

  expect(parts(plan)).toEqual(['full', 'second', 'full']);
});

test('after a restart of the recorder the same user is the same user, and the plan says that the keys differ', async () => {
  const path = test.info().outputPath('restarted.ndjson');
  await looks(path, 'full', ['/v2/card']);
  await looks(path, 'full', ['/v2/card', '/v1/card']);
  const candidate = await startReference({ port: 0, seed: 1 });

  const plan = await makePlan([path], referenceProfile(candidate.url));
  const result = await replayed({ url: candidate.url, recordings: [path], plan });
  await candidate.close();

  expect(parts(plan)).toEqual(['full', 'full']);
  expect(plan.recording.keys).toBe(2);
  expect(plan.users[1]!.because).toContain('its stand-ins were made with another key');
  expect(leftOver(result)).toEqual([]);
});

test('where nobody is left, the line that decides is suggested', async () => {
  const path = test.info().outputPath('two.ndjson');
  await looks(path, 'full', ['/v1/card']);
  await looks(path, 'second', ['/v1/card']);
  const profile = referenceProfile(url);

  const plan = await makePlan([path], { ...profile, users: { full: profile.users.full! } });

  expect(parts(plan)).toEqual(['full', 'nobody']);
  expect(plan.users[1]!.because).toMatch(/say who it is: --user '?~\S+=full$/);
});

test('a session without credentials that shows nothing is not guessed before another proves who it is', async () => {
  const profile = referenceProfile(url);
  const { wallets } = profile.fixtures;
  const wallet = { id: 41, walletUuid: wallets.kind === 'declared' ? wallets.value[0]! : '', status: 'ACTIVE' };
  const path = await writeMade(test.info().outputPath('browser.ndjson'), [
    ...[login, { path: '/v3/auth/web-socket' }],
    ...[login, { path: '/v2/card', answer: [wallet] }],
    ...[login, { path: '/v2/card', answer: [wallet] }],
  ]);

  const plan = await makePlan([path], profile);

  expect(parts(plan)).toEqual(['full', 'full', 'full']);
  expect(plan.users[0]!.because).toBe('nothing in the file tells it from credentials left out (2)');
});

/** Users of whom nothing is known except whether a second factor was demanded at login. */
const loggedIn = (name: string, ...demanded: readonly boolean[]): Promise<string> =>
  writeMade(
    test.info().outputPath(name),
    demanded.map((isDemanded, index) => ({
      ...login,
      authorization: `Basic ${Buffer.from(`user-${index}:password-${index}`).toString('base64')}`,
      answer: isDemanded ? { status: 'MFA_REQUIRED', mfaToken: `mt_0123456789abcdef012${index}` } : {},
    })),
  );

test('who was let in without a second factor is not guessed to be the one of whom it is demanded', async () => {
  const path = await loggedIn('demanded-last.ndjson', false, false, false, true, true);
  const alone = await loggedIn('never-demanded.ndjson', false, false, false);

  const [plan, without] = [
    await makePlan([path], referenceProfile(url)),
    await makePlan([alone], referenceProfile(url)),
  ];

  expect(parts(plan)).toEqual(['full', 'second', 'nobody', 'mfa', 'nobody']);
  expect(parts(without)).toEqual(['full', 'second', 'nobody']);
});

test('what is asked for everybody who is left is asked before a guess', async () => {
  const path = await loggedIn('all-one.ndjson', false, false, true);

  const plan = await makePlan([path], referenceProfile(url), { users: { '*': 'full' } });

  expect(parts(plan)).toEqual(['full', 'full', 'mfa']);
});
