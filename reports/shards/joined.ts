// Joins the shards of one run into the part that the whole run would have left for its verdict. Pure functions.
import type { Spent } from '../../harness/changes/spending.ts';
import { MergeError } from '../../replay/verdict/merge.ts';
import { differingFacts, factsInWords } from '../verdict/differing-facts.ts';
import { type Disturbance, disturbanceOf } from '../verdict/disturbance.ts';
import type { RunFacts } from '../verdict/verdict.ts';
import { type Part, type ShardNumber, shardNumber } from './part.ts';
import { undone } from './undone.ts';

export interface ShardFolder {
  /** The folder that the shard was read from. */
  readonly folder: string;
  readonly part: Part;
}

/** `empty`: folders that should hold a shard and do not. Throws a `MergeError` when the shards are not those of a single run. */
export function joined(shards: readonly ShardFolder[], empty: readonly string[] = []): Part {
  const inOrder = shards.toSorted((one, other) => numberOf(one).index - numberOf(other).index);
  const [first] = inOrder;
  if (first === undefined) throw new MergeError(`no shard is in ${empty.join(', ')}`);
  for (const other of inOrder.slice(1)) refuseForeign(first, other);
  refuseTwice(inOrder);

  const { count } = numberOf(first);
  // A shard that did not reach the target has no division.
  const division = inOrder.map(({ part }) => part.division).find(({ length }) => length > 0) ?? [];
  const missing = Array.from({ length: count }, (_, place) => place + 1).filter(
    (index) => !inOrder.some((shard) => numberOf(shard).index === index),
  );
  const lost = missing.flatMap((index) =>
    undone(division[index - 1] ?? [], [], `shard ${index}/${count}, which does its check, is missing`),
  );
  const unfinished = inOrder.map((shard) => unfinishedIn(shard, division));
  const troubles = [
    ...missing.map((index) => `shard ${index}/${count} is missing`),
    ...empty.map((folder) => `no shard is in ${folder}`),
    ...unfinished.flatMap(({ trouble }) => trouble),
  ];
  return {
    facts: factsOf(inOrder),
    division,
    records: [...inOrder.flatMap(({ part }) => part.records), ...unfinished.flatMap(({ records }) => records), ...lost],
    deviations: first.part.deviations,
    given: first.part.given,
    ...(troubles.length > 0 && { trouble: troubles.join('; ') }),
  };
}

const numberOf = ({ part }: ShardFolder): ShardNumber => shardNumber(part.facts.shard ?? '1/1');

function refuseForeign(first: ShardFolder, other: ShardFolder): void {
  const [one, two] = [first, other].map(({ part }) => part.facts) as [RunFacts, RunFacts];
  const differing = [
    ...differingFacts(factsInWords(one), factsInWords(two)),
    { name: 'number of shards', one: `${numberOf(first).count}`, other: `${numberOf(other).count}` },
    { name: 'list of accepted deviations', one: accepted(first), other: accepted(other) },
  ].find((fact) => fact.one !== fact.other);
  if (differing) {
    throw new MergeError(
      `${first.folder} and ${other.folder} are of different runs: the ${differing.name} is ${differing.one} and ${differing.other}`,
    );
  }
  const divisions = [first, other].map(({ part }) => part.division).filter(({ length }) => length > 0);
  if (new Set(divisions.map((division) => JSON.stringify(division))).size > 1) {
    throw new MergeError(`${first.folder} and ${other.folder} are of different runs: they divide different checks`);
  }
}

const accepted = ({ part }: ShardFolder): string =>
  part.deviations.map(({ requirement, verdict = 'any', until }) => `${requirement} ${verdict} ${until}`).join(', ') ||
  'empty';

function refuseTwice(inOrder: readonly ShardFolder[]): void {
  for (const [place, shard] of inOrder.entries()) {
    const before = inOrder[place - 1];
    if (before && numberOf(before).index === numberOf(shard).index) {
      throw new MergeError(`${before.folder} and ${shard.folder} are both shard ${shard.part.facts.shard}`);
    }
  }
}

/** The checks that a shard did not do, and what prevented them. */
function unfinishedIn({ part }: ShardFolder, division: Part['division']) {
  const { facts, records, trouble } = part;
  const { index, count } = shardNumber(facts.shard ?? '1/1');
  const name = `shard ${index}/${count}`;
  const left = undone(division[index - 1] ?? [], records, `${name} ended before it did its check`);
  if (trouble !== undefined) return { records: left, trouble: [`${name}: ${trouble}`] };
  return {
    records: left,
    trouble: left.length === 0 ? [] : [`${name} left no record of ${left.length} of its checks`],
  };
}

function factsOf(inOrder: readonly ShardFolder[]): RunFacts {
  const all = inOrder.map(({ part }) => part.facts);
  const [first] = all as [RunFacts];
  const { shard: _, folder: __, spent: ___, draftsLeft: ____, disturbance: _____, ...common } = first;
  const spent = all.flatMap((facts) => facts.spent ?? []);
  const draftsLeft = all.flatMap((facts) => facts.draftsLeft ?? []);
  const disturbances = all.flatMap(({ disturbance }) => disturbance ?? []);
  return {
    ...common,
    startedAt: all.map(({ startedAt }) => startedAt).sort()[0] as string,
    // The seconds of shards are not added up, because shards may run at the same time.
    seconds: Math.max(...all.map(({ seconds }) => seconds)),
    shards: all.map(({ shard = '1/1', startedAt, seconds }) => ({ shard, startedAt, seconds })),
    ...(spent.length > 0 && { spent: summed(spent) }),
    ...(draftsLeft.length > 0 && { draftsLeft: Math.min(...draftsLeft) }),
    ...(disturbances.length > 0 && { disturbance: worst(disturbances) }),
  };
}

function summed(all: readonly Partial<Record<Spent, number>>[]): Partial<Record<Spent, number>> {
  const sum: Partial<Record<Spent, number>> = {};
  for (const [what, count] of all.flatMap((spent) => Object.entries(spent) as [Spent, number][])) {
    sum[what] = (sum[what] ?? 0) + count;
  }
  return sum;
}

function worst(all: readonly Disturbance[]): Disturbance {
  const steals = all.flatMap(({ steal }) => steal ?? []);
  return disturbanceOf({
    delay: Math.max(...all.map(({ delay }) => delay)),
    load: Math.max(...all.map(({ load }) => load)),
    ...(steals.length > 0 && { steal: Math.max(...steals) }),
  });
}
