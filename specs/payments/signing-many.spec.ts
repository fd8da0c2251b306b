// Signing many drafts in one request (Endpoints / Payments / POST v3 payment sign). A target may bear only so many at a time: then it
// refuses them, and nothing is said of that.
import { expect } from '../../harness/assert/expect.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import { uuidsOf } from './support/drafts.ts';
import { leftOfMany, signedMany } from './support/many-drafts.ts';

requirement(
  'PAY-55',
  `signing drafts with validate 0 and a valid sign token is accepted, and signs all of them where it signs one (10 s
   allowed, and for more than two until none follows within 10 s)`,
  'many together',
  async (check) => {
    const drafts = await signedMany(check);
    const left = await leftOfMany(check, drafts);
    if (left.length < drafts.length) expect(uuidsOf(left)).toBeExactly([]);
  },
);
