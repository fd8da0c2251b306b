// A recording is replayed onto other data or another implementation: the shapes of answers are compared, the values are not.
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { parse, stringify } from 'yaml';
import type { Seams } from '../../../reference/http/seams.ts';
import { type ReferenceOptions, startReference } from '../../../reference/service.ts';
import { variants } from '../../../reference/variants/catalogue.ts';
import { translation } from '../../../replay/shape/translation.ts';
import type { ReplayResult } from '../../../replay/verdict/result.ts';
import { defaultProfile, type Profile, readProfile } from '../../../subject/profile/profile.ts';
import { assay } from '../../cli/command.ts';
import { actors, recordedFlow } from '../flow.ts';
import { otherInstance } from '../other-instance.ts';
import { leftOver, referenceProfile, replayed } from '../replaying.ts';

const profileText = (variant: string): string => {
  const plain = parse(readFileSync('reference/profile.yaml', 'utf8')) as { readonly open: object };
  const patch = variants.find(({ id }) => id === variant)?.profile as { readonly open?: object } | undefined;
  return stringify({ ...plain, ...patch, open: { ...plain.open, ...patch?.open } });
};

const variantProfile = (variant: string, url: string): Profile =>
  readProfile(profileText(variant), undefined, process.env, { url });

const onto = async (options: ReferenceOptions, shape = true): Promise<ReplayResult> => {
  const path = await recordedFlow();
  const candidate = await startReference({ port: 0, ...options });
  const recorded = referenceProfile(candidate.url);
  try {
    return await replayed({
      url: candidate.url,
      recordings: [path],
      profile: options.variant ? variantProfile(options.variant, candidate.url) : recorded,
      // The fixtures of the profile are those of the plain service.
      ...(shape && { shape: options.seams === otherInstance ? {} : { recorded } }),
    });
  } finally {
    await candidate.close();
  }
};

test('other data have the same shape, and values that differ all over', async () => {
  const result = await onto({ seed: 2 });
  const byValues = await onto({ seed: 2 }, false);

  expect(leftOver(result)).toEqual([]);
  expect(result.because).toEqual([]);
  expect(result.status).toBe('passed');
  expect(result.account.sent).toBe(result.account.recorded);
  expect(leftOver(byValues).length).toBeGreaterThan(20);
});

test('other data under other ids have the same shape', async () => {
  const result = await onto({ seed: 2, seams: otherInstance });

  expect(leftOver(result)).toEqual([]);
  expect(result.status).toBe('passed');
  expect(result.account.sent).toBe(result.account.recorded);
});

test('an implementation that names its parameters otherwise is asked by its own names', async () => {
  const result = await onto({ seed: 2, variant: 'other-names' });

  expect(leftOver(result)).toEqual([]);
  expect(result.status).toBe('passed');
  expect(result.account.sent).toBe(result.account.recorded);
});

const readsCard = (edit: (card: Record<string, unknown>) => void): Seams => ({
  around: {
    readCard: async (next, call) => {
      const answer = await next(call);
      edit(answer.body as Record<string, unknown>);
      return answer;
    },
  },
});

for (const [what, seams, shown] of [
  ['a number in the place of a text', readsCard((card) => Object.assign(card, { status: 7 })), 'readCard /status type'],
  ['a member that is left out', readsCard((card) => void delete card.permissions), 'readCard /permissions removed'],
  [
    'another status',
    { around: { readCard: async (next, call) => ({ ...(await next(call)), status: 202 }) } } satisfies Seams,
    'readCard status status',
  ],
] as const)
  test(`${what} is a difference in shape, and the only one`, async () => {
    const result = await onto({ seed: 2, seams });

    expect(result.status).toBe('failed');
    expect(leftOver(result)).toEqual([shown]);
  });

test('a member that nobody knows is excused, and its removal is not', async () => {
  const coloured = readsCard((card) => Object.assign(card, { colour: 'red' }));
  const path = await recordedFlow({ seams: coloured, path: test.info().outputPath('coloured.ndjson') });
  const plain = await startReference({ port: 0, seed: 2 });
  const back = await replayed({ url: plain.url, recordings: [path], shape: {} });
  await plain.close();
  const there = await onto({ seed: 2, seams: coloured });

  expect(there.status).toBe('passed');
  expect(there.differences.map(({ field, excuse }) => `${field} ${excuse?.by}`)).toContain('/colour contract');
  expect(leftOver(back)).toEqual(['readCard /colour removed']);
});

test('what nothing finds on the candidate is held back and named', async () => {
  const path = await recordedFlow({ actors: [actors.full] });
  const lists = /"GET","url":"[^"]*\/v[12]\/card(?:\?[^"]*)?"/;
  const lines = readFileSync(path, 'utf8').split('\n');
  const unlisted = test.info().outputPath('unlisted.ndjson');
  writeFileSync(unlisted, lines.filter((line) => !lists.test(line)).join('\n'));
  const candidate = await startReference({ port: 0, seed: 2, seams: otherInstance });

  const result = await replayed({ url: candidate.url, recordings: [unlisted], shape: {} });
  await candidate.close();

  expect(result.status).toBe('undecided');
  expect(Object.keys(result.account.because.heldBack)).toContainEqual(
    expect.stringMatching(
      /^it is not known which thing of the candidate is meant, readCard path id, recorded as [\da-f-]{36}$/,
    ),
  );
});

test('the command compares shapes, and says so', async () => {
  const path = await recordedFlow();
  const [profile, otherProfile] = ['reference/profile.yaml', test.info().outputPath('other.yaml')];
  writeFileSync(otherProfile, profileText('other-names'));
  const lawful = await startReference({ port: 0, seed: 2, variant: 'other-names' });
  const faulty = await startReference({ port: 0, seed: 2, fault: 'card-design-as-number' });
  const replay = (url: string, own: string, out: string, ...more: string[]) =>
    assay(['replay', path, '--target', url, '--profile', own, '--out', test.info().outputPath(out), ...more]);

  const passed = await replay(lawful.url, otherProfile, 'passed', '--shape', '--recorded-profile', profile);
  const failed = await replay(faulty.url, profile, 'failed', '--shape');
  const refused = await replay(faulty.url, profile, 'refused', '--recorded-profile', profile);
  await Promise.all([lawful.close(), faulty.close()]);
  const result = JSON.parse(readFileSync(test.info().outputPath('failed', 'replay.json'), 'utf8')) as ReplayResult;

  expect([passed.code, failed.code, refused.code]).toEqual([0, 1, 2]);
  expect(passed.stdout).toContain('compared by status and shape alone');
  expect(leftOver(result)).toContain('listCards /*/designId type');
  expect(refused.stderr).toContain('--shape');
});

test('a success under a status that the candidate declares is excused, and members that do not apply may be left out', async () => {
  const [statuses, members] = [
    await onto({ seed: 2, variant: 'other-success-statuses' }),
    await onto({ seed: 2, variant: 'dateless-until-made' }),
  ];

  expect([statuses.status, members.status]).toEqual(['passed', 'passed']);
  expect(new Set(statuses.differences.map(({ kind, excuse }) => `${kind} ${excuse?.by}`))).toEqual(
    new Set(['status contract']),
  );
});

test('without the profile of the recorded server, nothing is translated', async () => {
  const path = await recordedFlow();
  const candidate = await startReference({ port: 0, seed: 2, variant: 'other-names' });

  const profile = variantProfile('other-names', candidate.url);
  const result = await replayed({ url: candidate.url, recordings: [path], profile, shape: {} });
  await candidate.close();

  expect(leftOver(result)).toContain('setSmsBalanceNotification status status');
});

test('a request is said in the words of the other profile', () => {
  const url = 'http://127.0.0.1:1';
  const [here, there] = [referenceProfile(url), variantProfile('other-names', url)];
  const said = (operation: string, path: string, to = there, from = here) => {
    const request = translation(from, to)(operation, { method: 'GET', path });
    return 'because' in request ? request.because : decodeURIComponent(request.path);
  };

  expect(said('listCards', '/v2/card?status=ACTIVE&sort=-id&mine=1')).toBe(
    '/v2/card?filter[state]=ACTIVE&order=-id&mine=1',
  );
  expect(said('readCardV1', '/v1/card/1?include=limits,cvv')).toBe('/v1/card/1?with[]=limits&with[]=cvv');
  expect(said('readCardV1', '/v1/card/1?with[]=limits&with[]=cvv', here, there)).toBe('/v1/card/1?include=limits,cvv');
  expect(said('signPayments', '/v3/payment/sign?validate=0&signToken=a')).toBe(
    '/v3/payment/sign?validate=0&confirmation=a',
  );
  expect(said('readCard', '/v2/card/1?status=ACTIVE')).toBe('/v2/card/1?status=ACTIVE');
  expect(
    said('listCards', '/v2/card?status=ACTIVE', defaultProfile({ ASSAY_USERNAME: 'u', ASSAY_PASSWORD: 'p' }, { url })),
  ).toContain('open.statusFilter');
});
