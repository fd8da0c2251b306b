// Which deviations a run accepts: those of its profile, and those of the file that --accept names.
import { loadDeviations } from '../subject/deviations.ts';
import type { Deviation, Profile } from '../subject/profile/profile.ts';
import { UsageError } from './exit.ts';

/** Called before anything is sent; throws when one of them has expired or is listed twice. */
export function acceptedBy(profile: Profile, file: string | undefined): readonly Deviation[] {
  const all = [...profile.deviations, ...(file === undefined ? [] : loadDeviations(file, process.env))];
  const today = new Date().toISOString().slice(0, 10);
  const problems = all.flatMap(({ requirement, owner, until }, index) => [
    ...(until < today ? [`${requirement} is accepted until ${until}, which is over (${owner})`] : []),
    ...(all.findIndex((other) => other.requirement === requirement) < index
      ? [`${requirement} is accepted twice`]
      : []),
  ]);
  if (problems.length > 0) throw new UsageError(problems.join('\n'));
  return all;
}
