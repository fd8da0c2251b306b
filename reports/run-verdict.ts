// The verdict on a run or a shard: decided by its records, and compared with an earlier one if that was asked for.
import { select } from '../contract/requirements.ts';
import type { Settings } from '../harness/settings.ts';
import { compare } from './comparison/compare.ts';
import type { Part } from './shards/part.ts';
import { doneElsewhere } from './shards/undone.ts';
import { advised } from './untested/remedies.ts';
import { decide } from './verdict/decide.ts';
import type { Verdict } from './verdict/verdict.ts';

export function verdictOn(part: Part, { since, gate = 'all' }: Pick<Settings, 'since' | 'gate'> = {}): Verdict {
  const { facts, records, trouble, deviations, given } = part;
  const all = [...records, ...doneElsewhere(part)];
  const verdict = advised(decide(facts, select(facts.only).chosen, all, trouble, deviations), given);
  return since === undefined ? verdict : { ...verdict, since: { ...compare(since, verdict), gate } };
}
