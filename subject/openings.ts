// The part of the profile and of the discovered names that the judge needs.
import type { ListParameters, Openings } from '../contract/openings.ts';
import { isKnown, type Knowledge, known, type Names } from './names.ts';
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

/** The same for traffic that no spec looks at. */
export const openingsForTraffic = (profile: Profile, names: Names): Openings => ({
  ...openingsOf(profile, names),
  lists: {
    listCards: given({ status: names.statusFilter, type: names.typeFilter, sort: names.sort }),
    listCardsV1: given({ status: names.statusFilterV1, type: names.typeFilterV1, sort: names.sortV1 }),
  },
});

const given = (of: Readonly<Record<keyof ListParameters, Knowledge<string>>>): ListParameters =>
  Object.fromEntries(
    Object.entries(of).flatMap(([key, knowledge]) => (isKnown(knowledge) ? [[key, knowledge.value]] : [])),
  );
