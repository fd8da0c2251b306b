// All faults of payments, in the order in which they are shown.
import type { Fault } from '../fault.ts';
import { lostOnceSigned, otherAfterChanges, shownAfterChanges } from './cancelled.ts';
import { cancelling, cancellingByIds, cancellingUnderWay, cancellingWhatCannotBe } from './cancelling.ts';
import { expanded, expandedTogether, merchantByUuid, uninvited } from './expansions.ts';
import { fields, fieldsNeverFilled, references } from './fields.ts';
import { instantsAlone, instantsMissing } from './instants.ts';
import { againAfterwards, hiddenAfterwards } from './one-after-another.ts';
import { permissions } from './permissions.ts';
import { readingByIds, shownToSecond } from './reading.ts';
import { signTokensChecked, signTokensNeeded, signTokensOfOthers } from './sign-tokens.ts';
import { foreignBehindOwn, signing } from './signing.ts';

export const paymentFaults: readonly Fault[] = [
  ...hiddenAfterwards,
  ...otherAfterChanges,
  ...cancelling,
  ...shownAfterChanges,
  ...againAfterwards,
  ...lostOnceSigned,
  ...references,
  ...instantsAlone,
  ...uninvited,
  ...cancellingWhatCannotBe,
  ...signTokensChecked,
  ...fields,
  ...expanded,
  ...instantsMissing,
  ...expandedTogether,
  ...foreignBehindOwn,
  ...readingByIds,
  ...cancellingByIds,
  ...permissions,
  ...cancellingUnderWay,
  ...signTokensNeeded,
  ...merchantByUuid,
  ...signing,
  ...fieldsNeverFilled,
  ...signTokensOfOthers,
  ...shownToSecond,
];
