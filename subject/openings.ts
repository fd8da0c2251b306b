// The part of the profile and of what was found out that the judge needs.
import type { Openings } from '../contract/openings.ts';
import { known, type Names } from './names.ts';
import type { Profile } from './profile/profile.ts';

export function openingsOf(profile: Profile, names: Names): Openings {
  const include = known(names.include)?.name;
  const expand = known(names.expand)?.name;
  return {
    basePath: profile.basePath,
    ...(profile.declares.validationStatus !== undefined && { validationStatus: profile.declares.validationStatus }),
    successStatuses: profile.declares.success as Readonly<Record<string, readonly number[]>>,
    ...(include && { includeParameter: include }),
    ...(expand && { expandParameter: expand }),
  };
}
