// All faults of parity, in the order in which they are shown.
import type { Fault } from '../fault.ts';
import { againAndAtOnce } from './again.ts';
import { betweenVersions } from './between-versions.ts';
import { ids } from './ids.ts';
import { owners } from './owners.ts';
import { references, referencesOfPayments } from './references.ts';
import { views } from './views.ts';

export const parityFaults: readonly Fault[] = [
  ...owners,
  ...betweenVersions,
  ...views,
  ...references,
  ...ids,
  ...referencesOfPayments,
  ...againAndAtOnce,
];
