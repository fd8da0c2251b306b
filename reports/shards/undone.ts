// Checks that were planned and of which there is no record: each leaves its requirement untested, and says why.
import { type RequirementId, select } from '../../contract/requirements.ts';
import type { TestRecord } from '../../harness/record.ts';
import { nothing } from '../records.ts';
import { type Part, shardNumber } from './part.ts';

/** In place of what other shards do, or may meet. */
export function doneElsewhere(part: Part): readonly TestRecord[] {
  const { facts, division } = part;
  if (facts.shard === undefined) return [];
  const { index, count } = shardNumber(facts.shard);
  const checks = division.flatMap((planned, place) =>
    place + 1 === index ? [] : undone(planned, [], `shard ${place + 1}/${count} does its check`),
  );
  return [...checks, ...unmet(part)];
}

/** What no check is for is checked on what passes, which is other traffic in each shard. */
function unmet({ facts, division, records }: Part): readonly TestRecord[] {
  const known = new Set<string>([
    ...division.flat(),
    ...records.flatMap(({ checked, findings }) => [
      ...Object.keys(checked),
      ...findings.map(({ requirement }) => requirement),
    ]),
  ]);
  return select(facts.only)
    .chosen.filter(({ id }) => !known.has(id))
    .map(({ id }) => untested(id, 'nothing in this shard gave occasion to check it'));
}

export function undone(
  planned: readonly RequirementId[],
  done: readonly TestRecord[],
  why: string,
): readonly TestRecord[] {
  const left = new Map<RequirementId, number>();
  for (const { requirement } of done) left.set(requirement, (left.get(requirement) ?? 0) + 1);
  return planned.flatMap((id) => {
    const records = left.get(id) ?? 0;
    left.set(id, records - 1);
    return records > 0 ? [] : [untested(id, why)];
  });
}

const untested = (requirement: RequirementId, missing: string): TestRecord => ({
  ...nothing,
  requirement,
  outcome: { kind: 'untested', missing },
});
