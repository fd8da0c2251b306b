// Which shard of a run does which checks. Every shard computes the same division, because it depends only on the checks.
import { quietFile } from '../settings.ts';

/** The checks of one spec file: they stay together, as they share what is costly to find out, and some disturb each other. */
export interface CheckFile<Check> {
  /** Below specs/, without its extension: `cards/filters`. */
  readonly name: string;
  readonly checks: readonly Check[];
}

/** The checks of deliveries and limits. */
const isQuiet = ({ name }: Pick<CheckFile<unknown>, 'name'>): boolean => name === quietFile;

/**
 * The files of each shard, the first shard's first. The quiet checks must be done once, by one process, while nothing else is sent: the
 * first shard does them and nothing else, so that a pipeline can let it end before the others begin. The other shards, or all
 * where no quiet check was asked for, take stretches of the chapters with about as many checks in each.
 */
export function divided<Check>(
  files: readonly CheckFile<Check>[],
  count: number,
): readonly (readonly CheckFile<Check>[])[] {
  if (count === 1) return [files];
  const first = files.filter(isQuiet);
  const chapters = files.filter((file) => !isQuiet(file));
  return first.length === 0 ? stretches(chapters, count) : [first, ...stretches(chapters, count - 1)];
}

function stretches<Check>(files: readonly CheckFile<Check>[], count: number): readonly (readonly CheckFile<Check>[])[] {
  const total = files.reduce((sum, { checks }) => sum + checks.length, 0);
  const parts = Array.from({ length: count }, (): CheckFile<Check>[] => []);
  let before = 0;
  for (const file of files) {
    // A file goes to the stretch in which its middle lies, so that a long file at the end does not make a stretch much longer.
    const middle = before + file.checks.length / 2;
    parts[Math.min(count - 1, Math.floor((middle * count) / total))]?.push(file);
    before += file.checks.length;
  }
  return parts;
}
