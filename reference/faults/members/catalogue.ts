// All faults of members, in the order in which they are shown.
import type { Fault } from '../fault.ts';
import { lawful } from './lawful.ts';
import { signTokens } from './sign-tokens.ts';
import { otherFields, roles } from './unchecked.ts';

export const memberFaults: readonly Fault[] = [...roles, ...signTokens, ...lawful, ...otherFields];
