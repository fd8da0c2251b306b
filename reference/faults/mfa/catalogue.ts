// All faults of second factors and of the sign tokens that they bring, in the order in which they are shown.
import type { Fault } from '../fault.ts';
import { codes } from './codes.ts';
import { confirmations, demands } from './confirmations.ts';
import { signTokens } from './sign-tokens.ts';
import { tokenAlone } from './token-alone.ts';

export const mfaFaults: readonly Fault[] = [...demands, ...codes, ...confirmations];

export const signTokenFaults: readonly Fault[] = [...tokenAlone, ...signTokens];
