// Groups untested requirements by what has to be done so that they are tested, and then by reason.
import { byReason, type Group, groupedBy } from '../verdict/groups.ts';
import type { RequirementResult } from '../verdict/verdict.ts';
import { counted } from '../verdict/wording.ts';

interface ByRemedy {
  /** `26 musts and 3 others: in the profile` */
  readonly heading: string;
  /** Lines for the profile. */
  readonly snippet: readonly string[];
  readonly reasons: readonly Group<string, RequirementResult>[];
}

/** The remedy that helps most musts comes first. */
export const byRemedy = (results: readonly RequirementResult[]): readonly ByRemedy[] =>
  groupedBy(results, ({ remedy = '' }) => remedy.replace(/ explain \S+ /, ' explain ID '))
    .sort((one, other) => weightOf(other.members) - weightOf(one.members))
    .map(({ key, members }) => {
      const [remedy, ...snippet] = ((members.length === 1 && members[0]?.remedy) || key).split('\n');
      return { heading: `${counting(members)}${remedy && `: ${remedy}`}`, snippet, reasons: byReason(members) };
    });

const mustsAmong = (results: readonly RequirementResult[]): number =>
  results.filter(({ level }) => level === 'must').length;

/** One must counts more than all other requirements together. */
const weightOf = (results: readonly RequirementResult[]): number => 1000 * mustsAmong(results) + results.length;

function counting(results: readonly RequirementResult[]): string {
  const musts = mustsAmong(results);
  const others = results.length - musts;
  if (musts === 0) return others === 1 ? '1 requirement that is no must' : `${others} requirements, none a must`;
  return others === 0 ? counted(musts, 'must') : `${counted(musts, 'must')} and ${counted(others, 'other')}`;
}
