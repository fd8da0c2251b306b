// All faults of rate limits, in the order in which they are shown.
import type { Fault } from '../fault.ts';
import { answers } from './answers.ts';
import { allBodies, spreading } from './apart.ts';
import { otherLimits } from './others.ts';
import { ofPayments } from './payments.ts';

export const limitFaults: readonly Fault[] = [...ofPayments, ...otherLimits, ...spreading, ...answers, ...allBodies];
