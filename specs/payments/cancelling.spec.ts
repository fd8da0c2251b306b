// Cancelling a payment, which its permission canCancel allows or not (Endpoints / Payments / POST v1 payment cancel).
import type { Exchange } from '../../exchange/exchange.ts';
import { admitted, type Mismatch } from '../../harness/assert/comparisons.ts';
import { expect } from '../../harness/assert/expect.ts';
import { inParallel } from '../../harness/assert/parallel.ts';
import { aMomentAfter, patiently } from '../../harness/assert/patiently.ts';
import { oneOfEach, sample } from '../../harness/assert/sample.ts';
import { settling } from '../../harness/assert/settling.ts';
import type { Check } from '../../harness/declare/check.ts';
import { unlessUntested } from '../../harness/declare/failures.ts';
import { oneAfterAnother, requirement } from '../../harness/declare/requirement.ts';
import { pastSecondFactor } from '../../harness/prepare/past-second-factor.ts';
import { jsonOf, succeeded, textWithin } from '../../subject/answers.ts';
import type { Call } from '../../subject/api.ts';
import { known } from '../../subject/names.ts';
import { sameByEither } from '../parity/support/either-id.ts';
import { expandsNothingElse } from '../parity/support/expanded.ts';
import {
  allowed,
  allRefused,
  cancelled,
  cancelledOne,
  cancelledOthers,
  cancels,
  cancelTwiceAtOnce,
  isCanceled,
  isNotCanceled,
  mostSorts,
  noteRefused,
  refusesToCancel,
  saysSuccess,
  staysCancellable,
  wasCancelled,
} from './support/cancelling.ts';
import { signing, uuidsOf } from './support/drafts.ts';
import { expectSameByEither, expectSameExpanded, expectStillExpanded } from './support/every-way.ts';
import { expandedWhenAsked } from './support/expansions.ts';
import {
  belongTogether,
  bothIdsOf,
  instantsAgree,
  isOver,
  isStill,
  isThe,
  lasting,
  malformedIsRefused,
  may,
  type ReadPayment,
  readPayments,
  showsNothingNew,
  signsDraftsAlone,
  signsNoOther,
  sortOf,
  staysThePayment,
  tellsTheSameInstants,
} from './support/payment.ts';
import { askedToSign, leftAlone } from './support/signable.ts';
import { isChangedThen } from './support/time-of-day.ts';

const mostAttempts = 80;

// The first check comes first, because it needs cancellable payments most where there are few.
oneAfterAnother();

// These cancellations are the accepted twins of those that PAY-45 wants refused.
requirement('PAY-44', cancels, async (check) => {
  const standing = (await readPayments(check, lasting(check))).filter((payment) => !isOver(payment));
  const first = await cancelledOne(check);
  const asked = [first, ...(await cancelledOthers(check))];
  let done = 0;
  for (const { before, exchange } of asked) {
    if (!(await wasCancelled(check, before, exchange))) continue;
    done += 1;
    // The judge looks at the payment as it is now. If its canCancel is still true, it must be possible to cancel it once more.
    if (!(await staysCancellable(check, before.id))) continue;
    await wasCancelled(check, before, await pastSecondFactor(check, 'cancelPayment', { path: { id: before.id } }));
  }
  if (done === 0) check.untested('a payment that can still be cancelled when it is asked for');
  const others = [...first.all, ...standing].filter(
    (other) => !asked.some(({ before }) => belongTogether(before, other)),
  );
  const apart = others.map(({ id }) => id);
  for (const { exchange: read } of await readPayments(check, apart)) expect(read).toSatisfy(isNotCanceled);
});

requirement('PAY-42', malformedIsRefused, 'of what can be cancelled', async (check) => {
  const { misspelt } = (await unlessUntested(() => cancelledOne(check))) ?? {};
  for (const answer of misspelt ?? []) expect(answer).toBeRefused();
});

// A payment that cannot be cancelled by the profile, and can by its canCancel: one of the two is wrong, and asking tells which.
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
  for (const { exchange } of await readPayments(
    check,
    over.map(({ id }) => id),
  ))
    expect(exchange).toSatisfy(staysCanceled);
});

const staysCanceled = (exchange: Exchange): Mismatch => {
  const got = textWithin(jsonOf(exchange), 'status');
  return got === 'canceled' ? undefined : { expected: 'a payment that stays canceled', got: String(got) };
};

requirement('PAY-76', staysThePayment, 'cancelled', async (check) => {
  const { before, exchange } = await cancelledOne(check);
  if (!succeeded(exchange)) return check.untested('a payment that was cancelled (allow.cancelPayments)');
  for (const after of await readPayments(check, [before.id])) {
    expect(after.exchange).toSatisfy(() => isThe(before, after));
  }
});

const showsOtherwise = `a payment whose cancelling answered success reads otherwise within 10 s, and still two seconds after
  it was cancelled, in its status, its permissions, its version or its updatedAt`;

requirement('PAY-77', showsOtherwise, (check) => everyCancelled(check, () => {}));

async function everyCancelled(check: Check, wait: (exchange: Exchange) => void | Promise<void>): Promise<void> {
  const asked = [await cancelledOne(check), ...(await cancelledOthers(check))];
  const done = asked.filter(({ exchange }) => saysSuccess(jsonOf(exchange)));
  if (done.length === 0) return check.untested('a payment that was cancelled (allow.cancelPayments)');
  for (const { before, exchange } of done) {
    await wait(exchange);
    await readsOtherwise(check, before);
  }
}

async function readsOtherwise(check: Check, before: ReadPayment, call: Call = {}): Promise<void> {
  const read = async () => (await readPayments(check, [before.id], call))[0];
  const isOther = (after: ReadPayment | undefined) => after === undefined || !showsNothingNew(before, after);
  const after = await patiently(check, read, isOther, settling['PAY-77']);
  if (after) expect(after.exchange).toSatisfy(() => showsNothingNew(before, after));
}

// A target may renew what it keeps for the session alone in which a payment is cancelled.
requirement('PAY-77', showsOtherwise, 'in another session', async (check) => {
  const first = await unlessUntested(() => cancelledOne(check));
  if (first?.elsewhere && saysSuccess(jsonOf(first.exchange)))
    await readsOtherwise(check, first.before, first.elsewhere);
});

// Not tried again when it fails: a payment that was cancelled could not show it a second time.
requirement('PAY-45', refusesToCancel, async (check) => {
  const { drafts } = check.profile.fixtures.payments;
  const all = await readPayments(check, [...lasting(check), ...drafts.slice(0, 1)]);
  // To cancel what is cancelled already may be a success that changes nothing.
  for (const { id } of all.filter(isCanceled).slice(0, 1)) expect(await cancelled(check, id)).toSatisfy(knows(check));
  const fixed = all.filter((payment) => !may(payment, 'canCancel') && !isCanceled(payment));
  if (fixed.length === 0) check.untested('a payment whose canCancel is false (fixtures.payments.notCancellable)');
  await inParallel(sample(fixed, mostAttempts, check.seed, sortOf), async (payment) => {
    for (const refusal of await Promise.all(bothIdsOf(payment).map((id) => cancelled(check, id)))) {
      expect(refusal).toBeRefused();
      expect(refusal).toSatisfy(knows(check));
    }
    for (const { exchange } of await readPayments(check, [payment.id])) {
      expect(exchange).toSatisfy(isStill(payment));
      noteRefused(check, { before: payment, exchange });
    }
  });
});

// A target may refuse, and cancel some seconds later all the same, or undo what it said was done.
requirement('PAY-77', showsOtherwise, 'for more than a moment', (check) => everyCancelled(check, aMomentAfter));

requirement('PAY-45', refusesToCancel, 'for more than a moment', async (check) => {
  const { all } = await cancelledOne(check);
  // What belongs to a payment that was cancelled may go along with it.
  const apart = allRefused(check).filter(({ before }) => !all.some((other) => belongTogether(other, before)));
  for (const { exchange } of apart) await aMomentAfter(exchange);
  await inParallel(apart, async ({ before }) => {
    for (const { exchange } of await readPayments(check, [before.id])) expect(exchange).toSatisfy(isStill(before));
  });
});

// The judge looks at the answers. All others have looked at what was not to be cancelled by then.
requirement(
  'ERR-01',
  'no request, however odd, is answered with a 5xx, but for 501 to a method that no operation uses',
  'equal cancellations at once',
  async (check) => {
    await unlessUntested(() => cancelTwiceAtOnce(check));
  },
);

/** A 401 would say that the credentials are wrong, which they are not, unless a login elsewhere has just ended the session. */
const knows =
  ({ api }: Check) =>
  (exchange: Exchange): Mismatch =>
    known(api.names.sessionsPerUser) === 'many' ? admitted(exchange) : undefined;
