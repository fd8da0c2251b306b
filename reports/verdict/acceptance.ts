// The words for accepted deviations, and the lines that would accept the remaining ones.

import { visible } from '../terminal/visible.ts';
import { byReason } from './groups.ts';
import type { RequirementResult, Verdict } from './verdict.ts';

/** The requirements whose verdict is accepted by name. */
export const acceptedResults = ({ requirements }: Verdict): readonly RequirementResult[] =>
  requirements.filter(({ accepted }) => accepted !== undefined);

export const isAccepted = ({ accepted }: Pick<RequirementResult, 'accepted'>): boolean => accepted !== undefined;

/** Whether a run shows anything: where nothing could be tested or judged, not even advice, it does not. */
export const isAnyDecided = (results: readonly RequirementResult[]): boolean =>
  results.some((result) => !['untested', 'error'].includes(result.verdict) || isAccepted(result));

export const acceptanceOf = ({ verdict, accepted }: RequirementResult): string =>
  accepted === undefined ? '' : `${verdict}; accepted until ${accepted.until} by ${accepted.owner}: ${accepted.reason}`;

const days = 90;
const longestReason = 160;

/**
 * Entries in YAML for a file for --accept, with which the status would be `accepted`. The owner is left empty, which is not valid
 * in such a file, so that somebody has to take responsibility. None for a part of a run, nor where something could not be judged.
 */
export function deviationEntries(verdict: Verdict): readonly (readonly string[])[] {
  const { requirements, shard, reason, traffic } = verdict;
  if (shard !== undefined || reason !== undefined || traffic !== undefined) return [];
  const open = requirements.filter(({ level, accepted }) => level === 'must' && accepted === undefined);
  if (open.some((result) => result.verdict === 'error')) return [];
  const until = new Date(Date.parse(verdict.startedAt) + days * 86_400_000).toISOString().slice(0, 10);
  return (['fail', 'untested'] as const).flatMap((kind) =>
    byReason(open.filter((result) => result.verdict === kind)).map(({ key, members }) => [
      `  - requirement: ${listed(members.map(({ id }) => id))}`,
      `    verdict: ${kind}`,
      `    reason: ${JSON.stringify(visible(key).replaceAll(/\s+/g, ' ').slice(0, longestReason))}`,
      '    owner: ""',
      `    until: ${until}`,
    ]),
  );
}

const listed = (ids: readonly string[]): string => (ids.length === 1 ? String(ids[0]) : `[${ids.join(', ')}]`);
