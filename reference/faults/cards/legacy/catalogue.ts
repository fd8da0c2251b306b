// All faults of cards in version 1, in the order in which they are shown.
import type { Fault } from '../../fault.ts';
import { extras } from './extras.ts';
import { fields } from './fields.ts';
import { lists } from './lists.ts';

export const legacyCardFaults: readonly Fault[] = [...fields, ...lists, ...extras];
