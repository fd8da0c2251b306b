// Cancelling a payment, which its permission canCancel allows or not (Endpoints / Payments / POST v1 payment cancel).
import { isUuid } from '../../contract/text/uuid.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { asPrograms, idIn } from '../../generators/ids.ts';
import { admitted, type Mismatch, refused } from '../../harness/assert/comparisons.ts';
import { expect } from '../../harness/assert/expect.ts';
import { inParallel } from '../../harness/assert/parallel.ts';
import { patiently } from '../../harness/assert/patiently.ts';
import { oneOfEach, sample } from '../../harness/assert/sample.ts';
import { settling } from '../../harness/assert/settling.ts';
import type { Check } from '../../harness/declare/check.ts';
import { Untested, unlessUntested } from '../../harness/declare/failures.ts';
import { oneAfterAnother, requirement } from '../../harness/declare/requirement.ts';
import { oncePerOccasion } from '../../harness/prepare/once.ts';
import { pastSecondFactor } from '../../harness/prepare/past-second-factor.ts';
import { jsonOf, succeeded, textWithin, within } from '../../subject/answers.ts';
import { isKnown, known } from '../../subject/names.ts';
import { answersByEither, type Ids, otherThanByFirst, sameByEither } from '../parity/support/either-id.ts';
import { type Expanded, expandsNothingElse, saysTheSame, withAndWithout } from '../parity/support/expanded.ts';
import {
  belongTogether,
  isOver,
  isStill,
  isThe,
  lasting,
  malformedIsRefused,
  may,
  oneOfEachSort,
  type ReadPayment,
  readPayments,
  showsNothingNew,
  sortOf,
  staysThePayment,
  uuidOf,
} from './support/payment.ts';

const mostSorts = 3;
const mostRead = 40;
const mostAttempts = 80;

// The first check comes first, because it needs cancellable payments most where there are few.
oneAfterAnother();

const cancels =
  'cancelling a payment whose canCancel is true, even 10 s after it was cancelled before, answers success true';

// These cancellations are the accepted twins of those that PAY-45 wants refused.
requirement('PAY-44', cancels, async (check) => {
  const standing = (await readPayments(check, lasting(check))).filter((payment) => !isOver(payment));
  const { before, exchange, all } = await cancelledOne(check);
  let done = Number(await wasCancelled(check, before, exchange));
  // The judge looks at the payment as it is now. If its canCancel is still true, it must be possible to cancel it once more.
  if (done > 0 && (await staysCancellable(check, before.id))) {
    await wasCancelled(check, before, await pastSecondFactor(check, 'cancelPayment', { path: { id: before.id } }));
  }
  const named = new Set([before]);
  for (const [place, payment] of othersOf(all, before).entries()) {
    if ([...named].some((one) => belongTogether(one, payment))) continue;
    if (!allowed(check)) break;
    named.add(payment);
    done += Number(await wasCancelled(check, payment, await cancelledByEither(check, payment, place)));
    await readPayments(check, [payment.id]);
  }
  if (done === 0) check.untested('a payment that can still be cancelled when it is asked for');
  const others = [...all, ...standing].filter((payment) => ![...named].some((one) => belongTogether(one, payment)));
  const apart = others.map(({ id }) => id);
  for (const { exchange: read } of await readPayments(check, apart)) expect(read).toSatisfy(isNotCanceled);
});

/** A payment that can be cancelled may go on before it is asked for; then its canCancel says so, and nothing is said of it. */
async function wasCancelled(check: Check, { id }: ReadPayment, exchange: Exchange): Promise<boolean> {
  if (refused(exchange) === undefined && !(await staysCancellable(check, id))) {
    const after = await readPayments(check, [id]);
    if (after.every((payment) => isNotCanceled(payment.exchange) === undefined)) return false;
  }
  expect(exchange).toAnswer(saysSuccess, 'success true, as canCancel is true');
  return true;
}

/** One of each other sort; where all payments are of one sort, a second one, which is cancelled by its other id. */
function othersOf(all: readonly ReadPayment[], first: ReadPayment): readonly ReadPayment[] {
  const others = all.filter((payment) => !belongTogether(payment, first));
  const isAsFirst = ({ fields }: ReadPayment) => fields.status === first.fields.status;
  const unlike = others.filter((payment) => sortOf(payment) !== sortOf(first));
  const chosen = oneOfEachSort(unlike).toSorted((one, other) => Number(isAsFirst(one)) - Number(isAsFirst(other)));
  return chosen.length > 0 ? chosen.slice(0, mostSorts - 1) : others.slice(0, 1);
}

interface Cancelled {
  readonly before: ReadPayment;
  readonly exchange: Exchange;
  /** What came before it by the id with letters behind it and the like, which are no ids. */
  readonly misspelt: readonly Exchange[];
  /** Undefined where the target knows the payment by one of its ids alone. */
  readonly ids: Ids | undefined;
  /** All that could be cancelled before. */
  readonly all: readonly ReadPayment[];
}

/** The first, which all checks look at that need one; read by both ids and with expansions before, so that whatever the target keeps is out of date afterwards. */
const cancelledOne = oncePerOccasion(async (check): Promise<Cancelled> => {
  const read = await readPayments(check, sample(check.fixtures.cancellable(), mostRead, check.seed));
  const all = read.filter((payment) => may(payment, 'canCancel'));
  const [before] = oneOfEach(all, sortOf);
  if (before === undefined) return check.untested('a payment whose canCancel is true (fixtures.payments.cancellable)');
  const ids: Ids = [uuidOf(before), idIn(before.fields.id)];
  const [byEither] = await Promise.all([
    answersByEither(check, 'readPayment', ids),
    isKnown(check.api.names.expand) ? withAndWithout(check, before.id) : undefined,
  ]);
  check.spend('cancelPayments');
  const spellings = [`${ids[1] ?? ids[0]}abc`, ...asPrograms(ids[1] ?? '').slice(0, 1)];
  const misspelt = await Promise.all(spellings.map((id) => cancelled(check, id)));
  const exchange =
    misspelt.find(succeeded) ?? (await pastSecondFactor(check, 'cancelPayment', { path: { id: before.id } }));
  return { before, exchange, misspelt, ids: byEither && ids, all };
});

requirement('PAY-42', malformedIsRefused, 'of what can be cancelled', async (check) => {
  const { misspelt } = (await unlessUntested(() => cancelledOne(check))) ?? {};
  for (const answer of misspelt ?? []) expect(answer).toBeRefused();
});

/**
 * By which of its ids a payment is cancelled is not stated, so for the second payment the id is tried that the profile does not
 * name.
 */
async function cancelledByEither(check: Check, { id, fields }: ReadPayment, place: number): Promise<Exchange> {
  const other = isUuid(id) ? idIn(fields.id) : textWithin(fields, 'uuid');
  if (place === 0 && other !== undefined) {
    const exchange = await pastSecondFactor(check, 'cancelPayment', { path: { id: other } });
    if (succeeded(exchange)) return exchange;
  }
  return pastSecondFactor(check, 'cancelPayment', { path: { id } });
}

/** It was not named in any request, and was not canceled before. */
const isNotCanceled = (exchange: Exchange): Mismatch =>
  textWithin(jsonOf(exchange), 'status') === 'canceled'
    ? { expected: 'a payment that is as it was, as others were cancelled', got: 'canceled' }
    : undefined;

const saysSuccess = (body: unknown): boolean => within(body, 'success') === true;

/** Whether its canCancel is true even when there was time for the cancellation to show. */
async function staysCancellable(check: Check, id: string): Promise<boolean> {
  const canCancel = async () => {
    const [after] = await readPayments(check, [id]);
    return after !== undefined && may(after, 'canCancel');
  };
  return patiently(check, canCancel, (can) => !can, settling['PAY-44']);
}

/** More than one is cancelled as far as the allowance goes. */
function allowed({ spend }: Check): boolean {
  try {
    spend('cancelPayments');
    return true;
  } catch (error) {
    if (error instanceof Untested) return false;
    throw error;
  }
}

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
  if (ids === undefined) return;
  const answers = () => answersByEither(check, 'readPayment', ids);
  const isAlike = (found: Awaited<ReturnType<typeof answers>>) => found === undefined || !otherThanByFirst(found);
  const after = await patiently(check, answers, isAlike, settling['PAR-31']);
  if (after) expect(after[1].exchange).toSatisfy(() => otherThanByFirst(after));
});

requirement('PAR-14', expandsNothingElse, 'payments that were cancelled', async (check) => {
  const { before } = (await unlessUntested(() => cancelledOne(check))) ?? {};
  if (before === undefined || !isKnown(check.api.names.expand)) return;
  const read = () => withAndWithout(check, before.id);
  const isAlike = (found: Expanded | undefined) =>
    found === undefined || found.expanded.every((exchange) => saysTheSame(found)(exchange) === undefined);
  const after = await patiently(check, read, isAlike, settling['PAR-14']);
  for (const exchange of after?.expanded ?? []) expect(exchange).toSatisfy(saysTheSame(after!));
});

requirement('PAY-76', staysThePayment, 'cancelled', async (check) => {
  const { before, exchange } = await cancelledOne(check);
  if (!succeeded(exchange)) return check.untested('a payment that was cancelled (allow.cancelPayments)');
  for (const after of await readPayments(check, [before.id])) {
    expect(after.exchange).toSatisfy(() => isThe(before, after));
  }
});

requirement(
  'PAY-77',
  `a payment whose cancelling answered success reads otherwise within 10 s, in its status, its permissions, its version
   or its updatedAt`,
  async (check) => {
    const { before, exchange } = await cancelledOne(check);
    if (!saysSuccess(jsonOf(exchange))) return check.untested('a payment that was cancelled (allow.cancelPayments)');
    const read = async () => (await readPayments(check, [before.id]))[0];
    const isOther = (after: ReadPayment | undefined) => after === undefined || !showsNothingNew(before, after);
    const after = await patiently(check, read, isOther, settling['PAY-77']);
    if (after) expect(after.exchange).toSatisfy(() => showsNothingNew(before, after));
  },
);

// Not tried again when it fails: a payment that was cancelled could not show it a second time.
requirement(
  'PAY-45',
  'cancelling a payment whose canCancel is false is refused and leaves it as it was',
  async (check) => {
    const ids = [...lasting(check), ...check.profile.fixtures.payments.drafts.slice(0, 1)];
    const all = await readPayments(check, ids);
    const isCanceled = ({ fields }: ReadPayment) => fields.status === 'canceled';
    // To cancel once more what is cancelled already may be a success that changes nothing.
    for (const { id } of all.filter(isCanceled).slice(0, 1)) expect(await cancelled(check, id)).toSatisfy(knows(check));
    const fixed = all.filter((payment) => !may(payment, 'canCancel') && !isCanceled(payment));
    if (fixed.length === 0) check.untested('a payment whose canCancel is false (fixtures.payments.notCancellable)');
    await inParallel(sample(fixed, mostAttempts, check.seed, sortOf), async (payment) => {
      const refusal = await cancelled(check, payment.id);
      expect(refusal).toBeRefused();
      expect(refusal).toSatisfy(knows(check));
      for (const { exchange } of await readPayments(check, [payment.id])) expect(exchange).toSatisfy(isStill(payment));
    });
  },
);

const cancelled = ({ api }: Check, id: string): Promise<Exchange> =>
  api.call('cancelPayment', { path: { id }, confirmMfa: true });

/** A 401 would say that the credentials are wrong, which they are not, unless a login elsewhere has just ended the session. */
const knows =
  ({ api }: Check) =>
  (exchange: Exchange): Mismatch =>
    known(api.names.sessionsPerUser) === 'many' ? admitted(exchange) : undefined;
