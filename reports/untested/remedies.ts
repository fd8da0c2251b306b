// What can be done about a requirement that could not be tested, in one line.
import { type Requirement, requirements } from '../../contract/requirements.ts';
import { invocation } from '../../exchange/invocation.ts';
import { schemaAt, snippetOf } from '../../subject/profile/snippets.ts';
import { notMet } from '../verdict/result.ts';
import type { RequirementResult, Verdict } from '../verdict/verdict.ts';
import { isMetAnyhow, neededBy } from './needs.ts';

/** The remedy for a requirement that another shard may show. */
export const waitingForShards = 'join all shards of the run: assay merge DIR…';

/** Adds to each untested requirement what can be done about it. `given`: the keys that the profile gives already. */
export function advised(verdict: Verdict, given: readonly string[]): Verdict {
  const wasCutShort = /^the run (was interrupted|ended (at|where) )/.test(verdict.reason ?? '');
  const advise = (result: RequirementResult): RequirementResult => {
    const requirement = catalogue.get(result.id);
    if (result.verdict !== 'untested' || requirement === undefined) return result;
    const { reason = '' } = result;
    return { ...result, remedy: wasCutShort && reason === notMet ? goOn : remedyFor(requirement, reason, given) };
  };
  return { ...verdict, requirements: verdict.requirements.map(advise) };
}

const catalogue: ReadonlyMap<string, Requirement> = new Map(requirements.map((each) => [each.id, each]));

const goOn = 'let the run come to its end';

export function remedyFor(requirement: Requirement, reason: string, given: readonly string[] = []): string {
  const { id, level } = requirement;
  const [depth] = /--depth \w+/.exec(reason) ?? [];
  if (depth !== undefined) return `run with ${depth}`;
  if (reason.includes('--safe')) return 'run without --safe, where the target may be changed';
  if (/^shard \S+ does its check$|in this shard/.test(reason)) return waitingForShards;
  if (/^shard \S+[, ]/.test(reason)) return 'run that shard again, and merge again';
  if (/^the run (was interrupted|ended) before/.test(reason)) return goOn;
  if (reason.includes('within the rate limit')) return 'run with --workers 1, where the limits leave room for it';
  if (reason === 'no check was run') return 'take away what kept the run from its checks';
  const named = keysIn(reason);
  const wanted = named.length > 0 ? named : lacking(requirement, reason).filter((key) => !given.includes(key));
  const lines = [...new Set(wanted)].slice(0, most).map(snippetOf);
  if (lines.length > 0) return `in the profile: ${lines.join(' and ')}`;
  const accepting = level === 'must' ? '; what the target cannot show may be accepted by name (--accept)' : '';
  return `${invocation} explain ${id} tells what is asked${accepting}`;
}

/** Suggests no key where the operation was called without it and did not show the requirement: the key would not help. */
const lacking = (requirement: Requirement, reason: string): readonly string[] =>
  reason === notMet && isMetAnyhow(requirement) ? [] : neededBy(narrowed(requirement, reason));

/** Narrows a requirement to the operations that the reason names, if it names any. */
function narrowed(requirement: Requirement, reason: string): Requirement {
  const { operations } = requirement;
  const named = operations === '*' ? [] : operations.filter((id) => reason.split(/\W+/).includes(id));
  return named.length === 0 ? requirement : { ...requirement, operations: named };
}

const most = 2;

const section = /\b(?:users|open|fixtures|allow|declares|target)\.[\w*]+(?:\.[\w*]+)*/g;

/** The keys of the profile that a reason names. */
function keysIn(reason: string): readonly string[] {
  const [, allowed] = /the profile allows (\w+)/.exec(reason) ?? [];
  const named = reason.match(section) ?? [];
  return [...(allowed === undefined ? [] : [`allow.${allowed}`]), ...named].filter(
    (key) => schemaAt(key) !== undefined,
  );
}
