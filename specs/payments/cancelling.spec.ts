// Cancelling a payment, as its permission canCancel says (Endpoints / Payments / POST v1 payment cancel). The first import declares the
// checks of cancelled payments, which come first, because they need cancellable payments most where there are few.
import './cancelled.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { admitted, type Mismatch } from '../../harness/assert/comparisons.ts';
import { expect } from '../../harness/assert/expect.ts';
import { inParallel } from '../../harness/assert/parallel.ts';
import { aMomentAfter, patiently } from '../../harness/assert/patiently.ts';
import { sample } from '../../harness/assert/sample.ts';
import { settling } from '../../harness/assert/settling.ts';
import type { Check } from '../../harness/declare/check.ts';
import { unlessUntested } from '../../harness/declare/failures.ts';
import { oneAfterAnother, requirement } from '../../harness/declare/requirement.ts';
import { pastSecondFactor } from '../../harness/prepare/past-second-factor.ts';
import { jsonOf } from '../../subject/answers.ts';
import type { Call } from '../../subject/api.ts';
import { known } from '../../subject/names.ts';
import {
  allowed,
  allRefused,
  cancelled,
  cancelledAtOnce,
  cancelledOne,
  cancelledOthers,
  cancels,
  cancelTwiceAtOnce,
  isCanceled,
  lastingOnes,
  mostSorts,
  noteRefused,
  refusesToCancel,
  saysSuccess,
  wasCancelled,
} from './support/cancelling.ts';
import {
  belongTogether,
  bothIdsOf,
  isOver,
  isStill,
  lasting,
  may,
  oneOfEachSort,
  type ReadPayment,
  readPayments,
  showsNothingNew,
  sortOf,
} from './support/payment.ts';
import { readAgain } from './support/read-again.ts';

const mostAttempts = 80;

oneAfterAnother();

const showsOtherwise =
  'a payment whose cancelling answered success shows it in its status, permissions, version or updatedAt';

requirement('PAY-77', showsOtherwise, (check) => everyCancelled(check, () => {}));

async function everyCancelled(check: Check, wait: (exchange: Exchange) => void | Promise<void>): Promise<void> {
  const done = [await cancelledOne(check), ...(await cancelledOthers(check))].filter(saysDone);
  if (done.length === 0) return check.untested('a payment that was cancelled (allow.cancelPayments)');
  for (const { before, exchange } of done) {
    await wait(exchange);
    await readsOtherwise(check, before);
  }
}

const saysDone = ({ exchange }: { readonly exchange: Exchange }): boolean => saysSuccess(jsonOf(exchange));

async function readsOtherwise(check: Check, before: ReadPayment, call: Call = {}): Promise<void> {
  const read = async () => (await readPayments(check, [before.id], call))[0];
  const isOther = (after: ReadPayment | undefined) => after === undefined || !showsNothingNew(before, after);
  const after = await patiently(check, read, isOther, settling['PAY-77']);
  if (after) expect(after.exchange).toSatisfy(() => showsNothingNew(before, after));
}

// A target may update its cache only for the session, or the user, that cancels a payment.
requirement('PAY-77', showsOtherwise, 'in another session', async (check) => {
  const first = await unlessUntested(() => cancelledOne(check));
  if (first === undefined || !saysSuccess(jsonOf(first.exchange))) return;
  await inParallel(first.elsewhere, (call) => readsOtherwise(check, first.before, call));
});

// Not repeated when it fails, because a payment that was cancelled cannot show the failure again.
requirement('PAY-45', refusesToCancel, async (check) => {
  const { drafts } = check.profile.fixtures.payments;
  const all = await readPayments(check, [...lasting(check), ...drafts.slice(0, 1)]);
  // To cancel a cancelled payment again may be a success that changes nothing.
  for (const { id } of all.filter(isCanceled).slice(0, 1)) expect(await cancelled(check, id)).toSatisfy(knows(check));
  const fixed = all.filter((payment) => !may(payment, 'canCancel') && !isCanceled(payment));
  if (fixed.length === 0) check.untested('a payment whose canCancel is false (fixtures.payments.notCancellable)');
  await inParallel(sample(fixed, mostAttempts, check.seed, sortOf), async (payment) => {
    for (const refusal of await Promise.all(bothIdsOf(payment).map((id) => cancelled(check, id)))) {
      expect(refusal).toBeRefused();
      expect(refusal).toSatisfy(knows(check));
    }
    for (const { exchange } of await readAgain(check, [payment])) {
      expect(exchange).toSatisfy(isStill(payment));
      noteRefused(check, { before: payment, exchange });
    }
  });
});

// A target may refuse but cancel some seconds later, or undo a cancellation that it reported.
requirement('PAY-77', showsOtherwise, 'for more than a moment', (check) => everyCancelled(check, aMomentAfter));

requirement('PAY-45', refusesToCancel, 'for more than a moment', async (check) => {
  const { all } = await cancelledOne(check);
  // Payments that belong to a cancelled one may be cancelled with it.
  const apart = allRefused(check).filter(({ before }) => !all.some((other) => belongTogether(other, before)));
  for (const { exchange } of apart) await aMomentAfter(exchange);
  const kept = apart.map(({ before }) => before);
  for (const { before, exchange } of await readAgain(check, kept)) expect(exchange).toSatisfy(isStill(before));
});

// The judge checks the answers. Comes after the checks of payments that must not be cancelled.
requirement(
  'ERR-01',
  'no request, however odd, is answered with a 5xx, but for 501 to a method that no operation uses',
  'equal cancellations at once',
  async (check) => {
    await unlessUntested(() => cancelTwiceAtOnce(check));
  },
);

// These come last, because the other checks need cancellable payments more where there are few.
requirement('PAY-44', cancels, 'two at once', async (check) => {
  for (const { before, exchange } of await atOnce(check)) await wasCancelled(check, before, exchange);
});

requirement('PAY-77', showsOtherwise, 'two at once', async (check) => {
  for (const { before } of (await atOnce(check)).filter(saysDone)) await readsOtherwise(check, before);
});

const askedBefore = new WeakSet<Check['api']>();

async function atOnce(check: Check) {
  check.doubt();
  const pair = (await unlessUntested(() => cancelledAtOnce(check))) ?? [];
  // Untested on a second try without payments left: otherwise passing with none would take back the failure of the first try.
  if (pair.length === 0 && askedBefore.has(check.api)) check.untested('two more payments to cancel at the same time');
  if (pair.length > 0) askedBefore.add(check.api);
  return pair;
}

// Payments of the profile whose status is final, so that canCancel should not be true. Others may well be cancellable.
requirement('PAY-44', cancels, 'of what is over', async (check) => {
  const { cancellable, notCancellable } = check.profile.fixtures.payments;
  const known = [...cancellable, ...notCancellable];
  const over = (await lastingOnes(check)).filter((payment) => isOver(payment) && !known.includes(payment.id));
  const promised = oneOfEachSort(over.filter((payment) => may(payment, 'canCancel')));
  for (const payment of promised.slice(0, mostSorts)) {
    if (!allowed(check)) return;
    const exchange = await pastSecondFactor(check, 'cancelPayment', { path: { id: payment.id } });
    await wasCancelled(check, payment, exchange);
  }
});

/** Expects no 401, because the credentials are right; not where a login elsewhere may have ended the session. */
const knows =
  ({ api }: Check) =>
  (exchange: Exchange): Mismatch =>
    known(api.names.sessionsPerUser) === 'many' ? admitted(exchange) : undefined;
