// Payments that can be cancelled, and what they show afterwards (Endpoints / Payments / POST v1 payment cancel; Resources / Payment).
import type { Exchange } from '../../exchange/exchange.ts';
import type { Mismatch } from '../../harness/assert/comparisons.ts';
import { expect } from '../../harness/assert/expect.ts';
import { oneOfEach } from '../../harness/assert/sample.ts';
import { unlessUntested } from '../../harness/declare/failures.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import { pastSecondFactor } from '../../harness/prepare/past-second-factor.ts';
import { jsonOf, succeeded, textWithin } from '../../subject/answers.ts';
import { sameByEither } from '../parity/support/either-id.ts';
import { expandsNothingElse } from '../parity/support/expanded.ts';
import {
  allowed,
  cancelledOne,
  cancelledOthers,
  cancels,
  isCanceled,
  isNotCanceled,
  lastingOnes,
  mostSorts,
  saysSuccess,
  staysCancellable,
  wasCancelled,
} from './support/cancelling.ts';
import { signing, uuidsOf } from './support/drafts.ts';
import { expectSameByEither, expectSameExpanded, expectStillExpanded } from './support/every-way.ts';
import { expandedWhenAsked } from './support/expansions.ts';
import {
  belongTogether,
  instantsAgree,
  isGone,
  isOver,
  isThe,
  malformedIsRefused,
  may,
  readPayments,
  signsDraftsAlone,
  signsNoOther,
  sortOf,
  staysThePayment,
  tellsTheSameInstants,
} from './support/payment.ts';
import { isFound, readAgain } from './support/read-again.ts';
import { askedToSign, leftAlone } from './support/signable.ts';
import { isChangedThen } from './support/time-of-day.ts';

// These accepted cancellations are the twins of those that must be refused (PAY-45).
requirement('PAY-44', cancels, async (check) => {
  const standing = (await lastingOnes(check)).filter((payment) => !isOver(payment));
  const first = await cancelledOne(check);
  const asked = [first, ...(await cancelledOthers(check))];
  let done = 0;
  for (const { before, exchange } of asked) {
    if (!(await wasCancelled(check, before, exchange))) continue;
    done += 1;
    // If canCancel is still true after a cancellation, it must be possible to cancel once more. (The judge checks each answer that is read.)
    if (!(await staysCancellable(check, before.id))) continue;
    await wasCancelled(check, before, await pastSecondFactor(check, 'cancelPayment', { path: { id: before.id } }));
  }
  if (done === 0) check.untested('a payment that can still be cancelled when it is asked for');
  for (const call of saysSuccess(jsonOf(first.exchange)) ? first.elsewhere : []) {
    if (!(await staysCancellable(check, first.before.id, call))) continue;
    const again = await pastSecondFactor(check, 'cancelPayment', { ...call, path: { id: first.before.id } });
    await wasCancelled(check, first.before, again, call);
  }
  const others = [...first.all, ...standing].filter(
    (other) => !asked.some(({ before }) => belongTogether(before, other)),
  );
  for (const { exchange: read } of await readAgain(check, others)) expect(read).toSatisfy(isNotCanceled);
});

requirement('PAY-42', malformedIsRefused, 'of what can be cancelled', async (check) => {
  const { misspelt } = (await unlessUntested(() => cancelledOne(check))) ?? {};
  for (const answer of misspelt ?? []) expect(answer).toBeRefused();
});

// The profile names these payments as not cancellable. Where canCancel is true, one of the two is wrong, and a cancellation shows which.
requirement('PAY-44', cancels, 'of what the profile names not cancellable', async (check) => {
  const read = await readPayments(check, check.profile.fixtures.payments.notCancellable);
  const promised = oneOfEach(
    read.filter((payment) => may(payment, 'canCancel')),
    sortOf,
  );
  for (const payment of promised.slice(0, mostSorts)) {
    if (!allowed(check)) return;
    const exchange = await pastSecondFactor(check, 'cancelPayment', { path: { id: payment.id } });
    if (await wasCancelled(check, payment, exchange)) {
      check.observe(`a payment that the profile names not cancellable was cancelled: ${payment.id}`);
    }
  }
});

requirement('PAR-31', sameByEither, 'payments that were cancelled', async (check) => {
  const { ids } = (await unlessUntested(() => cancelledOne(check))) ?? {};
  if (ids) await expectSameByEither(check, ids);
});

requirement('PAR-14', expandsNothingElse, 'payments that were cancelled', async (check) => {
  const { before } = (await unlessUntested(() => cancelledOne(check))) ?? {};
  if (before) await expectSameExpanded(check, before.id);
});

requirement('PAY-38', expandedWhenAsked, 'once it is cancelled', async (check) => {
  const { before } = (await unlessUntested(() => cancelledOne(check))) ?? {};
  if (before) await expectStillExpanded(check, [before.id]);
});

requirement('PAY-25', instantsAgree, 'once it is cancelled', async (check) => {
  const first = await unlessUntested(() => cancelledOne(check));
  if (first === undefined || !succeeded(first.exchange)) return;
  for (const { before } of [first, ...(await cancelledOthers(check))]) {
    for (const after of await readPayments(check, [before.id])) {
      expect(after.exchange).toSatisfy(tellsTheSameInstants);
      expect(after.exchange).toSatisfy(() => isChangedThen(before, after));
    }
  }
});

requirement('PAY-73', signsDraftsAlone, 'once it is cancelled', async (check) => {
  const first = await unlessUntested(() => cancelledOne(check));
  if (first === undefined || !succeeded(first.exchange)) return;
  const ids = [first, ...(await cancelledOthers(check))].map(({ before }) => before.id);
  for (const payment of await readPayments(check, ids)) expect(payment.exchange).toSatisfy(() => signsNoOther(payment));
});

requirement('PAY-56', leftAlone, 'once it is cancelled', async (check) => {
  const first = await unlessUntested(() => cancelledOne(check));
  if (first === undefined || !succeeded(first.exchange)) return;
  const ids = [first, ...(await cancelledOthers(check))].map(({ before }) => before.id);
  const over = (await readPayments(check, ids)).filter((payment) => isCanceled(payment) && !may(payment, 'canSign'));
  for (const payment of over) {
    expect(await askedToSign(check, signing(uuidsOf([payment])))).toBeNotAccepted();
  }
  for (const { exchange } of await readAgain(check, over)) expect(exchange).toSatisfy(staysCanceled);
});

const staysCanceled = (exchange: Exchange): Mismatch => {
  const got = textWithin(jsonOf(exchange), 'status');
  return got === 'canceled' ? undefined : { expected: 'a payment that stays canceled', got: String(got) };
};

requirement('PAY-76', staysThePayment, 'cancelled', async (check) => {
  const asked = [await cancelledOne(check), ...(await cancelledOthers(check))];
  const done = asked.filter(({ exchange }) => succeeded(exchange)).map(({ before }) => before);
  if (done.length === 0) return check.untested('a payment that was cancelled (allow.cancelPayments)');
  for (const after of await readAgain(check, done)) {
    if (isGone(after.exchange)) check.doubt();
    expect(after.exchange).toSatisfy(isFound);
    expect(after.exchange).toSatisfy(() => isThe(after.before, after));
  }
});
