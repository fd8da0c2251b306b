// All faults of authentication, in the order in which they are shown.
import type { Fault } from '../fault.ts';
import { basicCredentials, passwords } from './basic.ts';
import { bearerSchemes, cutTokens, unsignedTokens } from './bearer.ts';
import { changed, used, usedLater } from './foreign-changed.ts';
import { shownByIds, shownExpanded, shownWithSecrets } from './foreign-shown.ts';
import { aroundTheHeader, otherWaysIn } from './other-ways.ts';
import { mixedUpAtOnce, sessionsOfOthers } from './sessions-apart.ts';
import { endedEarly, endless } from './token-life.ts';
import { unguarded, unguardedWrites } from './without-credentials.ts';

export const authenticationFaults: readonly Fault[] = [
  ...unsignedTokens,
  ...passwords,
  ...mixedUpAtOnce,
  ...unguarded,
  ...otherWaysIn,
  ...endedEarly,
  ...unguardedWrites,
  ...bearerSchemes,
  ...basicCredentials,
  ...endless,
  ...aroundTheHeader,
  ...shownExpanded,
  ...cutTokens,
  ...shownByIds,
  ...changed,
  ...usedLater,
  ...used,
  ...sessionsOfOthers,
  ...shownWithSecrets,
];
