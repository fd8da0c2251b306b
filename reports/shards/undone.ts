// Planned checks without a record: each leaves its requirement untested, with the reason.
import { type RequirementId, select } from '../../contract/requirements.ts';
import { nothingSeen, type TestRecord } from '../../harness/record.ts';
import { type Part, shardNumber } from './part.ts';

/** Records that stand for the checks of other shards, and for what their traffic may show. */
export function doneElsewhere(part: Part): readonly TestRecord[] {
  const { facts, division } = part;
  if (facts.shard === undefined) return [];
  const { index, count } = shardNumber(facts.shard);
  const checks = division.flatMap((planned, place) =>
    place + 1 === index ? [] : undone(planned, [], `shard ${place + 1}/${count} does its check`),
  );
  return [...checks, ...unmet(part)];
}

/** Requirements without a check are judged on the traffic that passes, and each shard has other traffic. */
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
    .map(({ id }) => untested(id, 'no exchange of this shard showed whether it is kept'));
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
  ...nothingSeen,
  requirement,
  outcome: { kind: 'untested', missing },
});
