// Signing drafts (Endpoints / Payments / POST v3 payment sign). The checks that sign come last, so that all others can use the same few
// drafts; those that must not sign are declared by the first import.
import './not-signing.ts';
import { randomBytes } from 'node:crypto';
import { accepted } from '../../harness/assert/comparisons.ts';
import { expect } from '../../harness/assert/expect.ts';
import { inParallel } from '../../harness/assert/parallel.ts';
import type { Check } from '../../harness/declare/check.ts';
import { unlessUntested } from '../../harness/declare/failures.ts';
import { oneAfterAnother, requirement } from '../../harness/declare/requirement.ts';
import { pastSecondFactor } from '../../harness/prepare/past-second-factor.ts';
import { demandedMfa, succeeded } from '../../subject/answers.ts';
import { isKnown, type OpenValues } from '../../subject/names.ts';
import { sameByEither } from '../parity/support/either-id.ts';
import { expandsNothingElse } from '../parity/support/expanded.ts';
import {
  allowed,
  cancelled,
  cancels,
  isCanceled,
  mostSorts,
  refusesToCancel,
  wasCancelled,
} from './support/cancelling.ts';
import {
  claimed,
  expectUnchanged,
  inWords,
  openDrafts,
  signedDrafts,
  signing,
  uuidsOf,
  validating,
} from './support/drafts.ts';
import { expectSameByEither, expectSameExpanded, expectStillExpanded } from './support/every-way.ts';
import { expandedWhenAsked } from './support/expansions.ts';
import {
  bothIdsOf,
  instantsAgree,
  isDraft,
  isGone,
  isOver,
  isStill,
  isThe,
  isUnsigned,
  may,
  signsDraftsAlone,
  signsNoOther,
  staysThePayment,
  tellsTheSameInstants,
  uuidOf,
} from './support/payment.ts';
import { readAgain } from './support/read-again.ts';
import {
  askedToSign,
  leftAlone,
  leftElsewhere,
  leftToSign,
  nonDrafts,
  saysAccepted,
  signedBesideDraft,
  signedNow,
  withoutToken,
} from './support/signable.ts';
import { isChangedThen } from './support/time-of-day.ts';

oneAfterAnother();

const signsAll =
  'signing drafts with validate 0 and a valid sign token is accepted, and signs all of them and no other draft';

requirement('PAY-55', signsAll, async (check) => {
  const { exchange } = await signedDrafts(check);
  expect(exchange).toBeAccepted();
  expect(exchange).toAnswer(saysAccepted, 'ACCEPTED with data');
});

requirement(
  'PAY-74',
  'a sign token that came along with validate 1 is not used up by it, and signs afterwards',
  async (check) => {
    const { exchange, withShown } = await signedDrafts(check);
    if (accepted(exchange) !== undefined) check.untested('drafts that a new sign token signs');
    expect(withShown).toBeAccepted();
  },
);

// Where all payments still look unsigned, this target may never show signatures. Where only some do, these were not signed.
requirement('PAY-55', signsAll, 'all alike', async (check) => {
  const { drafts } = await signedDrafts(check);
  if (drafts.length < 2) return;
  const left = await leftToSign(check);
  if (left.length < drafts.length) expect(uuidsOf(left)).toBeExactly([]);
});

// Only where the signer sees signatures, because a target may never show any.
requirement('PAY-55', signsAll, 'as another session is shown', async (check) => {
  if ((await leftToSign(check)).length === 0) expect(uuidsOf(await leftElsewhere(check))).toBeExactly([]);
});

requirement('PAY-55', signsAll, 'no other draft', async (check) => {
  for (const other of await signedNow(check, 'others')) expect(other.exchange).toSatisfy(() => isUnsigned(other));
});

requirement(
  'PAY-62',
  'a payment that was signed is, within 10 s, no longer a draft that can be signed',
  async (check) => {
    expect(uuidsOf(await leftToSign(check))).toBeExactly([]);
    const { as, drafts } = await signedDrafts(check);
    for (const draft of drafts) {
      const again = await check.api.call('signPayments', { ...validating([uuidOf(draft)]), as });
      expect(again).toBeNotAccepted();
    }
  },
);

requirement('PAY-73', signsDraftsAlone, 'once they are signed', async (check) => {
  for (const payment of await signedNow(check)) expect(payment.exchange).toSatisfy(() => signsNoOther(payment));
});

requirement('PAY-76', staysThePayment, 'signed', async (check) => {
  const { drafts } = await signedDrafts(check);
  for (const after of await signedNow(check)) {
    const before = drafts.find(({ id }) => id === after.id);
    if (before) expect(after.exchange).toSatisfy(() => isThe(before, after));
  }
});

requirement('PAY-25', instantsAgree, 'once it is signed', async (check) => {
  const signed = (await unlessUntested(() => signedNow(check))) ?? [];
  for (const after of signed) {
    expect(after.exchange).toSatisfy(tellsTheSameInstants);
    const before = (await signedDrafts(check)).drafts.find(({ id }) => id === after.id);
    if (before) expect(after.exchange).toSatisfy(() => isChangedThen(before, after));
  }
});

requirement('PAR-31', sameByEither, 'payments that were signed', async (check) => {
  const { ids } = (await unlessUntested(() => signedDrafts(check))) ?? {};
  await inParallel(ids ?? [], (both) => expectSameByEither(check, both));
});

requirement('PAR-14', expandsNothingElse, 'payments that were signed', async (check) => {
  const { as, drafts } = (await unlessUntested(() => signedDrafts(check))) ?? { drafts: [] };
  if (as === check.api.user.name) await inParallel(drafts, ({ id }) => expectSameExpanded(check, id));
});

requirement('PAY-38', expandedWhenAsked, 'once they are signed', async (check) => {
  const { as, drafts } = (await unlessUntested(() => signedDrafts(check))) ?? { drafts: [] };
  await expectStillExpanded(check, uuidsOf(drafts), as);
});

requirement('PAY-56', leftAlone, 'beside a draft', async (check) => {
  const others = (await nonDrafts(check)).filter(isOver);
  if (others.length > 0 && (await signedBesideDraft(check, others))) await expectUnchanged(check, others);
});

// When it signs, a target may still treat a payment as a draft that it has just signed.
requirement('PAY-56', leftAlone, 'signed before', async (check) => {
  const { as, payments } = await signedBefore(check);
  const signed = payments.find((payment) => !isDraft(payment) && !may(payment, 'canSign'));
  if (signed === undefined || as !== check.api.user.name) return;
  expect(await askedToSign(check, signing([uuidOf(signed)]))).toBeNotAccepted();
});

/** The signed payments as they are now; none where nothing could be signed, which other checks report. */
async function signedBefore(check: Check) {
  const payments = (await unlessUntested(() => signedNow(check))) ?? [];
  return { payments, as: payments.length > 0 ? (await signedDrafts(check)).as : check.api.user.name };
}

requirement('PAY-54', withoutToken, 'by who has signed before', async (check) => {
  const { as } = await signedDrafts(check);
  const left = await unlessUntested(() => openDrafts(check, 1, { as }));
  if (left === undefined) return;
  const sign = (open: OpenValues = {}) => check.api.call('signPayments', { ...signing(uuidsOf(left), open), as });
  const without = await sign();
  expect(without).toBeNotCarriedOut();
  if (isKnown(check.api.names.signToken)) {
    const never = [randomBytes(24).toString('base64url'), demandedMfa(without)].filter((token) => token !== undefined);
    for (const signToken of never) expect(await sign({ signToken })).toBeNotCarriedOut();
  }
  await expectUnchanged(check, left);
});

const notStated =
  'what a sign request without validate does, and whether one bad payment in it stops the others, is not stated';

// Claimed from the allowance, because this request may sign.
requirement('PAY-63', notStated, 'without validate', async (check) => {
  const [draft] = await openDrafts(check, 1, { from: 'end' });
  check.spend('signDrafts');
  const exchange = await check.api.call('signPayments', { json: { id: [uuidOf(draft!)] } });
  const likeWhich =
    demandedMfa(exchange) !== undefined ? ', as with validate 0' : succeeded(exchange) ? ', as with validate 1' : '';
  check.observe(`without validate, and without a sign token, a sign request is ${inWords(exchange)}${likeWhich}`);
});

// These come after all checks that read signed payments. A payment may change by itself, so canCancel must be false before and after.
requirement('PAY-45', refusesToCancel, 'once it is signed', async (check) => {
  const { as, payments } = await signedBefore(check);
  const fixed = payments.filter((payment) => !isDraft(payment) && !isCanceled(payment) && !may(payment, 'canCancel'));
  await inParallel(fixed, async (payment) => {
    const refusals = await Promise.all(bothIdsOf(payment).map((id) => cancelled(check, id, { as })));
    const [after] = await readAgain(check, [payment], { as });
    if (after === undefined || may(after, 'canCancel')) return;
    for (const refusal of refusals) expect(refusal).toBeRefused();
    if (isCanceled(after) || isGone(after.exchange)) expect(after.exchange).toSatisfy(isStill(payment));
  });
});

// Where few payments may be cancelled, they are left to the checks of cancelling.
requirement('PAY-44', cancels, 'once it is signed', async (check) => {
  if (check.profile.allow.cancelPayments <= mostSorts) return;
  const { as, payments } = await signedBefore(check);
  const promised = payments.find((payment) => !isDraft(payment) && may(payment, 'canCancel'));
  if (promised === undefined || !allowed(check)) return;
  const exchange = await pastSecondFactor(check, 'cancelPayment', { as, path: { id: promised.id } });
  await wasCancelled(check, promised, exchange, { as });
});

const severalOpen = 8;

// Claimed as if it were signed. Taken from the middle of the list, because most other checks take drafts at its ends.
requirement('PAY-44', cancels, 'a draft', async (check) => {
  if (check.profile.allow.cancelPayments <= mostSorts) return;
  const open = (await unlessUntested(() => openDrafts(check, severalOpen))) ?? [];
  const promised = open.slice(severalOpen / 2).find((draft) => may(draft, 'canCancel'));
  if (promised === undefined || !allowed(check)) return;
  if ((await unlessUntested(async () => claimed(check, [promised]))) === undefined) return;
  const exchange = await pastSecondFactor(check, 'cancelPayment', { path: { id: promised.id } });
  await wasCancelled(check, promised, exchange);
});
