// All faults of beneficiaries, in the order in which they are shown.
import type { Fault } from '../fault.ts';
import { bounds } from './bounds.ts';
import { checkedAtSomeKinds } from './checks.ts';
import { keptInPart, keptOtherwise } from './kept.ts';
import { needed, problems } from './needed.ts';
import { reading } from './reading.ts';

export const beneficiaryFaults: readonly Fault[] = [
  ...keptOtherwise,
  ...checkedAtSomeKinds,
  ...bounds,
  ...needed,
  ...keptInPart,
  ...problems,
  ...reading,
];
