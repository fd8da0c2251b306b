// Reads an earlier verdict, and takes from it what a later one is compared with.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { whyUnread } from '../../exchange/unread.ts';
import type { Earlier } from '../../harness/settings.ts';
import { factsInWords } from '../verdict/differing-facts.ts';
import type { Mark, RequirementResult, Verdict } from '../verdict/verdict.ts';

/** The named file is not a verdict that can be compared with. */
export class NotComparable extends Error {
  override readonly name = 'NotComparable';
}

export const markOf = ({ verdict, accepted }: RequirementResult): Mark => (accepted ? 'accepted' : verdict);

/** Only the parts that the comparison needs, because they are passed on with the settings of the run. */
export const earlierOf = (verdict: Verdict, file: string): Earlier => ({
  file,
  status: verdict.status,
  startedAt: verdict.startedAt,
  facts: factsInWords(verdict),
  marks: Object.fromEntries(verdict.requirements.map((result) => [result.id, markOf(result)])),
});

/** From a file, or from the folder of a report. */
export function readVerdict(path: string): Verdict {
  const file = statSync(path, { throwIfNoEntry: false })?.isDirectory() ? join(path, 'verdict.json') : path;
  const value = parsed(file);
  if (!isVerdict(value)) throw new NotComparable(`${file} is no verdict of Assay`);
  if (value.shard !== undefined) {
    throw new NotComparable(
      `${file} is the verdict of shard ${value.shard} alone: join the shards with assay merge first`,
    );
  }
  return value;
}

function parsed(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new NotComparable(`${file} cannot be read: ${whyUnread(error)}`);
  }
}

const isResult = (value: unknown): boolean => {
  const { id, level, verdict } = (value ?? {}) as Partial<RequirementResult>;
  return [id, level, verdict].every((text) => typeof text === 'string');
};

/** A verdict of another version may have more or fewer members; those that are compared must be there. */
function isVerdict(value: unknown): value is Verdict {
  const { status, startedAt, target, digests, only, requirements } = (value ?? {}) as Partial<Verdict>;
  return (
    [status, startedAt, target].every((text) => typeof text === 'string') &&
    typeof digests === 'object' &&
    digests !== null &&
    Array.isArray(only) &&
    Array.isArray(requirements) &&
    requirements.every(isResult)
  );
}
