// Some frameworks answer errors with redirects and pages unless only JSON is accepted. Most clients that name no type accept any type.
import type { Check } from '../../../harness/declare/check.ts';
import type { CallInput } from '../../../subject/calls.ts';

/** Empty where the profile declares the Accept header, because a gateway may need that. */
export const acceptingAny = ({ profile }: Pick<Check, 'profile'>): readonly Pick<CallInput, 'headers'>[] =>
  Object.keys(profile.headers).some((name) => name.toLowerCase() === 'accept')
    ? []
    : [{ headers: [['accept', '*/*']] }];
