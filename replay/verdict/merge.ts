// Joins the results of shards into one: adds up the counts and joins equal groups.

import { kindOfStatus } from '../compare/rejection.ts';
import { joinedLoad } from '../load/answered.ts';
import { otherShard } from '../plan/filter.ts';
import type { Account } from './account.ts';
import { byWeight } from './breaches.ts';
import { decide } from './decide.ts';
import { byUrgency } from './findings.ts';
import { joinedPace } from './latency.ts';
import type { DifferenceGroup, ReplayResult, ViolationGroup } from './result.ts';

/** The given results are not shards of one run. */
export class MergeError extends Error {
  override readonly name = 'MergeError';
}

const added = (
  one: Readonly<Record<string, number>>,
  other: Readonly<Record<string, number>>,
): Record<string, number> => {
  const sum: Record<string, number> = { ...one };
  for (const [key, count] of Object.entries(other)) sum[key] = (sum[key] ?? 0) + count;
  return sum;
};

const summed = <Counts extends object>(all: readonly Counts[]): Counts =>
  all.reduce((one, other) => added(one as Record<string, number>, other as Record<string, number>) as Counts);

/** Where a shard was run twice, the later result counts, so that running one again is safe. */
const latestOfEach = (results: readonly ReplayResult[]): ReplayResult[] => {
  const latest = new Map<number, ReplayResult>();
  for (const result of results) {
    const index = result.shard?.index ?? 0;
    const known = latest.get(index);
    if (known === undefined || known.startedAt <= result.startedAt) latest.set(index, result);
  }
  return [...latest.values()].sort((one, other) => (one.shard?.index ?? 0) - (other.shard?.index ?? 0));
};

/** Leaves out the steps that a shard left to the others, because the accounts of these have them. */
const withoutOthers = (account: Account): Account => {
  const { [otherShard]: others = 0, ...filtered } = account.because.filtered;
  return {
    ...account,
    recorded: account.recorded - others,
    filtered: account.filtered - others,
    because: { ...account.because, filtered },
  };
};

const accountOf = (results: readonly ReplayResult[]): Account => {
  const accounts = results.map(({ account }) => withoutOthers(account));
  const unlike = accounts.flatMap((each) => (each.unlike ? [each.unlike] : []));
  const total = (count: (account: Account) => number) => accounts.reduce((sum, each) => sum + count(each), 0);
  return {
    // Every shard reads the whole recording, so an exchange that no shard accounts for is missing from the sum.
    recorded: results[0]!.account.recorded,
    sent: total(({ sent }) => sent),
    filtered: total(({ filtered }) => filtered),
    heldBack: total(({ heldBack }) => heldBack),
    failed: total(({ failed }) => failed),
    because: {
      filtered: summed(accounts.map(({ because }) => because.filtered)),
      heldBack: summed(accounts.map(({ because }) => because.heldBack)),
      failed: summed(accounts.map(({ because }) => because.failed)),
    },
    added: summed(accounts.map((each) => each.added)),
    ...(unlike.length > 0 && { unlike: summed(unlike) }),
    unusable: results[0]!.account.unusable,
    whyUnusable: results[0]!.account.whyUnusable,
    ...(results[0]!.account.omitted && { omitted: results[0]!.account.omitted }),
  };
};

const sizeOf = ({ example: { exchanges: _, ...example } }: DifferenceGroup): number => JSON.stringify(example).length;

/** Joins groups with the same key, in the order in which they were met. */
const together = <Group>(
  all: readonly Group[],
  keyOf: (group: Group) => unknown,
  join: (one: Group, other: Group) => Group,
) => {
  const found = new Map<string, Group>();
  for (const group of all) {
    const key = JSON.stringify(keyOf(group));
    const known = found.get(key);
    found.set(key, known === undefined ? group : join(known, group));
  }
  return [...found.values()];
};

const differencesOf = (results: readonly ReplayResult[]): DifferenceGroup[] => {
  const compared = new Map<string, number>();
  for (const { differences } of results)
    for (const [operation, of] of new Map(differences.map((group) => [group.operation, group.of])))
      compared.set(operation, (compared.get(operation) ?? 0) + of);
  return together(
    results.flatMap(({ differences }) => differences),
    (group) => [group.operation, group.field, group.kind, kindOfStatus(group), group.follows, group.excuse],
    ({ loop: loopOfOne = 1, ...one }, { loop = 1, ...other }) => ({
      ...one,
      ...(Math.min(loopOfOne, loop) > 1 && { loop: Math.min(loopOfOne, loop) }),
      count: one.count + other.count,
      violating: one.violating + other.violating,
      violatingBefore: one.violatingBefore + other.violatingBefore,
      advised: one.advised + other.advised,
      example: sizeOf(other) < sizeOf(one) ? other.example : one.example,
    }),
  )
    .map((group) => ({ ...group, of: compared.get(group.operation) ?? group.of }))
    .sort(byUrgency);
};

const violationsOf = (results: readonly ReplayResult[]): ViolationGroup[] =>
  together(
    results.flatMap(({ violations }) => violations),
    ({ requirement, operation, at }) => [requirement, operation, at],
    (one, other) => ({
      ...one,
      count: one.count + other.count,
      alsoRecorded: one.alsoRecorded + other.alsoRecorded,
    }),
  ).sort(byWeight);

/** Throws a `MergeError` when the results do not belong together. */
export const merged = (all: readonly ReplayResult[]): ReplayResult => {
  const [first] = all;
  if (first === undefined) throw new MergeError('there is nothing to merge');
  for (const { planDigest, compared, load, shard, target } of all) {
    if (shard === undefined) throw new MergeError('one of them is no shard: it was replayed without --shard');
    if (planDigest !== first.planDigest) throw new MergeError('they carried out different plans');
    if (compared !== first.compared || (load === undefined) !== (first.load === undefined))
      throw new MergeError('they did not all compare the same: values, shapes or statuses');
    if (shard.count !== first.shard!.count) throw new MergeError('they are shards of different divisions');
    if (target !== first.target) throw new MergeError('they were played to different targets');
  }
  const results = latestOfEach(all);
  const count = first.shard!.count;
  const missing = Array.from({ length: count }, (_, index) => index + 1).filter(
    (index) => !results.some(({ shard }) => shard!.index === index),
  );
  const { shard: _, ...common } = first;
  const account = accountOf(results);
  const differences = differencesOf(results);
  const violations = violationsOf(results);
  const outcomes = summed(results.map((result) => result.outcomes));
  const latency = joinedPace(results.map((result) => result.latency));
  const { status, because } = decide({
    account,
    differences,
    violations,
    outcomes,
    latency,
    stopped: false,
    refused: [],
  });
  const told = new Set(
    results.flatMap((result) => result.because.filter((each) => /refuses|reached|stopped/.test(each))),
  );
  const seconds = Math.max(...results.map(({ timing }) => timing.seconds));
  return {
    ...common,
    status: missing.length > 0 && status === 'passed' ? 'undecided' : status,
    because: [...because, ...told, ...missing.map((index) => `shard ${index}/${count} is missing`)],
    startedAt: results.map(({ startedAt }) => startedAt).sort()[0]!,
    account,
    outcomes,
    judgements: summed(results.map(({ judgements }) => judgements)),
    differences,
    violations,
    latency,
    ...(first.load && { load: joinedLoad(results.flatMap(({ load }) => load ?? [])) }),
    rateLimits: summed(results.map(({ rateLimits }) => rateLimits)),
    timing: { speed: first.timing.speed, seconds, perSecond: Math.round((account.sent / seconds) * 10) / 10 },
  };
};
