// Frameworks answer errors by redirects and pages unless JSON alone is accepted. Most clients that name no type accept any.
import type { Check } from '../../../harness/declare/check.ts';
import type { CallInput } from '../../../subject/calls.ts';

/** None where the profile says what is accepted, since a gateway may need that. */
export const acceptingAny = ({ profile }: Pick<Check, 'profile'>): readonly Pick<CallInput, 'headers'>[] =>
  Object.keys(profile.headers).some((name) => name.toLowerCase() === 'accept')
    ? []
    : [{ headers: [['accept', '*/*']] }];
