// All faults of errors, in the order in which they are shown.
import type { Fault } from '../fault.ts';
import { breakdowns } from './breakdowns.ts';
import { forbidden } from './forbidden.ts';
import { oddRequests } from './odd-requests.ts';
import { shapes, undeclared } from './shapes.ts';

export const errorFaults: readonly Fault[] = [...breakdowns, ...shapes, ...forbidden, ...oddRequests, ...undeclared];
