// A recording of one server replayed onto other data and onto another implementation: its shape is compared, its values are not.
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { parse, stringify } from 'yaml';
import type { Seams } from '../../reference/http/seams.ts';
import { type ReferenceOptions, startReference } from '../../reference/service.ts';
import { variants } from '../../reference/variants/catalogue.ts';
import type { ReplayResult } from '../../replay/verdict/result.ts';
import { type Profile, readProfile } from '../../subject/profile/profile.ts';
import { actors, recordFlow } from './flow.ts';
import { otherInstance } from './other-instance.ts';
import { leftOver, referenceProfile, replayed } from './replaying.ts';

const recordedFlow = async (): Promise<string> => {
  const path = test.info().outputPath('recording.ndjson');
  const service = await startReference({ port: 0, seed: 1 });
  await recordFlow({ url: service.url, path });
  await service.close();
  return path;
};

const profileText = (variant: string): string => {
  const plain = parse(readFileSync('reference/profile.yaml', 'utf8')) as { readonly open: object };
  const patch = variants.find(({ id }) => id === variant)?.profile as { readonly open?: object };
  return stringify({ ...plain, open: { ...plain.open, ...patch.open } });
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
      // The profile's fixtures are those of the plain service.
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
  ['a member that is new', readsCard((card) => Object.assign(card, { colour: 'red' })), 'readCard /colour added'],
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

test('what nothing finds on the candidate is held back and named', async () => {
  const path = test.info().outputPath('recording.ndjson');
  const service = await startReference({ port: 0, seed: 1 });
  await recordFlow({ url: service.url, path, actors: [actors.full] });
  await service.close();
  const lists = /"GET","url":"[^"]*\/v[12]\/card(?:\?[^"]*)?"/;
  const lines = readFileSync(path, 'utf8').split('\n');
  const unlisted = test.info().outputPath('unlisted.ndjson');
  writeFileSync(unlisted, lines.filter((line) => !lists.test(line)).join('\n'));
  const candidate = await startReference({ port: 0, seed: 2, seams: otherInstance });

  const result = await replayed({ url: candidate.url, recordings: [unlisted], shape: {} });
  await candidate.close();

  expect(result.status).toBe('undecided');
  expect(Object.keys(result.account.because.heldBack)).toContain(
    "nothing says which one of the candidate's is meant, readCard path id",
  );
});
