// What to do so that an untested requirement is tested: a line, followed by lines to paste into the profile.
import { type Requirement, requirements } from '../../contract/requirements.ts';
import { invocation } from '../../exchange/invocation.ts';
import { schemaAt, snippetOf } from '../../subject/profile/snippets.ts';
import { notMet } from '../verdict/result.ts';
import type { RequirementResult, Verdict } from '../verdict/verdict.ts';
import { enough, isMetAnyhow, isOfArea, neededBy } from './needs.ts';

/** The remedy for a requirement that another shard may show. */
export const waitingForShards = 'join all shards of the run: assay merge DIR…';

/** Adds to each untested requirement what can be done about it. `given`: the keys that the profile gives already. */
export function advised(verdict: Verdict, given: readonly string[]): Verdict {
  const known = [...given, ...namesFoundIn(verdict)];
  const broken = brokenIn(verdict);
  const wasCutShort = /^the run (was interrupted|ended (at|where) )/.test(verdict.reason ?? '');
  const advise = (result: RequirementResult): RequirementResult => {
    const requirement = catalogue.get(result.id);
    if (result.verdict !== 'untested' || requirement === undefined) return result;
    const { reason = '' } = result;
    if (wasCutShort && reason === notMet) return { ...result, remedy: goOn };
    const remedy = remedyFor(requirement, reason, known);
    const inTheWay = remedy.startsWith(invocation) ? blockedBy(broken, requirement) : [];
    return { ...result, remedy: inTheWay.length > 0 ? `mend first what is broken: ${inTheWay.join(', ')}` : remedy };
  };
  return { ...verdict, requirements: verdict.requirements.map(advise) };
}

/** The names that the run discovered, which the profile need not give. */
const namesFoundIn = ({ choices }: Verdict): readonly string[] =>
  Object.entries(choices?.open ?? {}).flatMap(([name, { kind }]) => (kind === 'found' ? [`open.${name}`] : []));

type Broken = ReadonlyMap<string, readonly string[]>;

/** The broken musts by the operations whose answers broke them. */
function brokenIn({ requirements: results }: Verdict): Broken {
  const found = results.flatMap(({ id, verdict, findings }) =>
    verdict === 'fail' ? findings.flatMap(({ operation }) => (operation === undefined ? [] : [{ operation, id }])) : [],
  );
  return new Map(
    found.map(({ operation }) => [operation, found.filter((one) => one.operation === operation).map(({ id }) => id)]),
  );
}

/** The broken musts of a requirement's operations, if each of these has some: then no key of the profile would help. */
function blockedBy(broken: Broken, { operations }: Requirement): readonly string[] {
  if (operations === '*' || !operations.every((id) => broken.has(id))) return [];
  return [...new Set(operations.flatMap((id) => broken.get(id) ?? []))].slice(0, 3);
}

const catalogue: ReadonlyMap<string, Requirement> = new Map(requirements.map((each) => [each.id, each]));

const goOn = 'let the run come to its end';

export function remedyFor(requirement: Requirement, reason: string, given: readonly string[] = []): string {
  const { id, level } = requirement;
  const [depth] = /--depth \w+/.exec(reason) ?? [];
  if (depth !== undefined) return `run with ${depth}`;
  if (reason.includes('--safe')) return 'run without --safe, where the target may be changed';
  if (/^shard \S+ does its check$|of this shard/.test(reason)) return waitingForShards;
  if (/^shard \S+[, ]/.test(reason)) return 'run that shard again, and merge again';
  if (/^the run (was interrupted|ended) before/.test(reason)) return goOn;
  if (reason.includes('within the rate limit')) return 'run with --workers 1, where the limits leave room for it';
  const [, factor] = /a user confirms by (\w+)/.exec(reason) ?? [];
  if (factor !== undefined)
    return `name a user who confirms by ${factor}, or accept that the target has none (--accept)`;
  if (reason === 'no check was run') return 'remove what kept the run from doing its checks';
  const lines = snippetOf([...new Set(wantedBy(requirement, reason, given))], {
    ...moreThan(reason),
    ...nameOfTheOtherList(reason),
  });
  if (lines.length > 0) return ['in the profile', ...lines].join('\n');
  const accepting = level === 'must' ? '; what the target cannot show may be accepted by name (--accept)' : '';
  return `${invocation} explain ${id} tells what is asked${accepting}`;
}

/** The keys that have to be given, all of them, so that the requirement can be tested. */
function wantedBy(requirement: Requirement, reason: string, given: readonly string[]): readonly string[] {
  const named = keysIn(reason);
  if (named.length === 0) return lacking(requirement, reason).filter((key) => !given.includes(key));
  const rest = isOfArea(requirement, named) && !isMetAnyhow(requirement) ? neededBy(requirement) : [];
  return [...enough(named, given), ...rest.filter((key) => !given.includes(key))];
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

const section = /\b(?:users|open|fixtures|allow|declares|target)\.[\w*]+(?:\.[\w*]+)*/g;

/** Twice as much as was allowed of what was used up. */
function moreThan(reason: string): Readonly<Record<string, number>> {
  const [, what, count] = /the profile allows (\w+): (\d+), and that is used up/.exec(reason) ?? [];
  return what === undefined ? {} : { [`allow.${what}`]: 2 * Number(count) };
}

/** The name in a reason that says that it works on one card list only. */
function nameOfTheOtherList(reason: string): Readonly<Record<string, string>> {
  const [, key, name] = /(open\.\w+): (\S+) would hold this list to it/.exec(reason) ?? [];
  return key === undefined || name === undefined ? {} : { [key]: name };
}

/** The keys of the profile that a reason names; of two that would do, the first. */
function keysIn(reason: string): readonly string[] {
  const [, allowed] = /the profile allows (\w+)/.exec(reason) ?? [];
  const named = reason.replaceAll(/, or [\w.]+/g, '').match(section) ?? [];
  return [...(allowed === undefined ? [] : [`allow.${allowed}`]), ...named]
    .map((key) => (key === 'fixtures.payments' ? 'fixtures.payments.others' : key))
    .filter((key) => schemaAt(key) !== undefined);
}
