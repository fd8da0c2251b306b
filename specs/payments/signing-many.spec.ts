// Signing many drafts in one request, and validating one many times (Endpoints / Payments / POST v3 payment sign). A target may limit the
// number of drafts in a request: then it refuses them, which is no failure.
import { setTimeout as pause } from 'node:timers/promises';
import { accepted } from '../../harness/assert/comparisons.ts';
import { expect } from '../../harness/assert/expect.ts';
import { inParallel } from '../../harness/assert/parallel.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import { openDrafts, uuidsOf, validating } from './support/drafts.ts';
import { leftOfMany, signedMany } from './support/many-drafts.ts';
import { saysAccepted, stillSignable } from './support/signable.ts';

requirement(
  'PAY-55',
  'signing drafts with validate 0 and a valid sign token is accepted, and signs all of them and no other draft',
  'many together',
  async (check) => {
    const { drafts, refused } = await signedMany(check);
    if (refused) expect(refused).toBeAccepted();
    const left = await leftOfMany(check, drafts);
    if (left.length < drafts.length) expect(uuidsOf(left)).toBeExactly([]);
  },
);

/** Milliseconds. */
const twoSecondsAndMore = 2100;

requirement(
  'PAY-62',
  'a payment that was signed is, within 10 s, no longer a draft that can be signed',
  'for more than a moment',
  async (check) => {
    const { drafts } = await signedMany(check);
    if (drafts.length === 0 || (await leftOfMany(check, drafts)).length > 0) return;
    await pause(twoSecondsAndMore);
    const ids = drafts.map(({ id }) => id);
    expect(uuidsOf(await stillSignable(check, ids))).toBeExactly([]);
  },
);

const manyTimes = 60;

// Repeated, for a defect that shows only now and then.
requirement('PAY-48', 'accepting a sign request answers status ACCEPTED and data as an object', async (check) => {
  const list = uuidsOf(await openDrafts(check, 1));
  const answers = await inParallel(Array.from({ length: manyTimes }), () =>
    check.api.call('signPayments', validating(list)),
  );
  const successes = answers.filter((answer) => accepted(answer) === undefined);
  if (successes.length === 0) check.untested('a sign request that is accepted');
  for (const answer of successes) expect(answer).toAnswer(saysAccepted, 'ACCEPTED with data');
});
