// How the checks of a run, and the changes that they may make, are divided among its shards.
import { readdirSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import type { Spent } from '../../harness/changes/spending.ts';
import { profileOf } from '../../harness/profile-of.ts';
import { quietFile, settingsFrom } from '../../harness/settings.ts';
import { type CheckFile, divided } from '../../harness/shard/division.ts';
import { sharesOf } from '../../harness/shard/shares.ts';

const file = (name: string, checks: number): CheckFile<string> => ({
  name,
  checks: Array.from({ length: checks }, (_, index) => `${name} ${index}`),
});

const names = (parts: ReturnType<typeof divided<string>>) => parts.map((files) => files.map(({ name }) => name));

test('the first shard does the checks of limits and deliveries and nothing else, whatever the number of shards', () => {
  const run = [file('cards/filters', 12), file(quietFile, 20), file('payments/signing', 15), file('webhooks/x', 5)];

  for (const count of [2, 3, 4, 9]) {
    const [first, ...others] = names(divided(run, count));

    expect(first).toEqual([quietFile]);
    expect(others.flat()).toEqual(['cards/filters', 'payments/signing', 'webhooks/x']);
  }
  expect(names(divided(run, 1))).toEqual([run.map(({ name }) => name)]);
});

test('where none of these was asked for, the first shard takes its part of the chapters', () => {
  const run = [
    file('cards/filters', 10),
    file('cards/reading', 10),
    file('errors/methods', 10),
    file('mfa/demands', 10),
  ];

  expect(names(divided(run, 2))).toEqual([
    ['cards/filters', 'cards/reading'],
    ['errors/methods', 'mfa/demands'],
  ]);
});

test('every check is in one shard, and a file in one piece', () => {
  const files = fc.uniqueArray(
    fc.tuple(fc.constantFrom(quietFile, 'a', 'b', 'c', 'd', 'e', 'f'), fc.integer({ min: 1, max: 30 })),
    {
      selector: ([name]) => name,
    },
  );
  fc.assert(
    fc.property(files, fc.integer({ min: 1, max: 12 }), (named, count) => {
      const run = named.map(([name, checks]) => file(name, checks));

      const parts = divided(run, count);

      expect(parts).toHaveLength(count);
      expect(names(parts).flat().toSorted()).toEqual(run.map(({ name }) => name).toSorted());
      expect(parts.flat().every((each) => run.includes(each))).toBe(true);
    }),
  );
});

const allowance = {
  createPayments: 500,
  createBeneficiaries: 100,
  inviteMembers: 20,
  cancelPayments: 2,
  signDrafts: 4,
};

const specs = readdirSync('specs', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.spec.ts'))
  .map((path) => ({ name: path.replaceAll('\\', '/').replace('.spec.ts', ''), checks: ['one'] }));

test('the shares of all shards add up to what the profile allows to the run', () => {
  for (let count = 1; count <= 12; count += 1) {
    const shares = sharesOf(allowance, divided(specs, count));

    for (const [what, allowed] of Object.entries(allowance)) {
      expect(shares.reduce((sum, share) => sum + share[what as Spent], 0)).toBe(allowed);
      expect(shares.every((share) => Number.isInteger(share[what as Spent]) && share[what as Spent] >= 0)).toBe(true);
    }
  }
});

test('a share goes where it is needed: payments to the limits, what one file cancels to that file', () => {
  const [limits, ...chapters] = sharesOf(allowance, divided(specs, 4));
  const withCancelling = divided(specs, 4).findIndex((files) =>
    files.some(({ name }) => name === 'payments/cancelling'),
  );

  expect(limits?.createPayments).toBeGreaterThan(480);
  expect(limits?.cancelPayments).toBe(0);
  expect(chapters[withCancelling - 1]?.cancelPayments).toBe(2);
});

test('without a bound there is enough for every shard that needs any', () => {
  const everything = Object.fromEntries(Object.keys(allowance).map((what) => [what, Number.MAX_SAFE_INTEGER]));

  const shares = sharesOf(everything as typeof allowance, divided(specs, 4));

  expect(shares[0]?.createPayments).toBeGreaterThan(1e15);
  expect(shares.some(({ signDrafts }) => signDrafts > 1e14)).toBe(true);
});

test('the processes of a shard see its share as what is allowed', () => {
  const settings = { ...settingsFrom({}), profile: 'reference/profile.yaml', target: 'http://127.0.0.1:1' };
  const share = { ...allowance, signDrafts: 3 };

  expect(profileOf(settings).allow.signDrafts).toBe(400);
  expect(profileOf({ ...settings, shard: '2/4', share }).allow).toMatchObject({ signDrafts: 3, load: true });
});
