// Joins the folders of a run's shards into one folder, as the whole run would have written it.
import { existsSync } from 'node:fs';
import { joinRecordings } from '../../exchange/recording/joining.ts';
import { whyUnread } from '../../exchange/unread.ts';
import type { Settings } from '../../harness/settings.ts';
import { MergeError } from '../../replay/verdict/merge.ts';
import { clearReport, folderFact, reportFolder } from '../folder.ts';
import { verdictOn } from '../run-verdict.ts';
import type { Verdict } from '../verdict/verdict.ts';
import { writeReport } from '../write.ts';
import { joined, type ShardFolder } from './joined.ts';
import { type Part, readPart } from './part.ts';

export const isShard = (folder: string): boolean => existsSync(reportFolder(folder).shard);

/** Throws a `MergeError`, before it writes anything, when the folders are not those of one run. */
export async function mergeShards(
  folders: readonly string[],
  out: string,
  comparing: Pick<Settings, 'since' | 'gate'> = {},
): Promise<Verdict> {
  const shards = folders.flatMap((folder): ShardFolder[] => {
    const part = partIn(folder);
    return part === undefined ? [] : [{ folder, part }];
  });
  const whole = joined(
    shards,
    folders.filter((folder) => !isShard(folder)),
  );
  const evidence = shards.flatMap(evidenceOf);

  clearReport(out);
  await joinRecordings(evidence, reportFolder(out).evidence);
  const verdict = verdictOn({ ...whole, facts: { ...whole.facts, ...folderFact(out) } }, comparing);
  writeReport(out, verdict, whole.records);
  return verdict;
}

function partIn(folder: string): Part | undefined {
  const path = reportFolder(folder).shard;
  try {
    return readPart(path);
  } catch (error) {
    throw new MergeError(`${path} is no shard of a run: ${whyUnread(error)}`);
  }
}

/** The path of the shard's evidence, which must be there if the verdict refers to it. */
function evidenceOf({ folder, part }: ShardFolder): readonly string[] {
  const path = reportFolder(folder).evidence;
  if (existsSync(path)) return [path];
  if (part.records.every(({ exchanges }) => exchanges === 0)) return [];
  throw new MergeError(`${path} is missing, to which its findings refer`);
}
