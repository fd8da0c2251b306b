// Cancellations that several checks look at, each made once.
import type { Exchange } from '../../../exchange/exchange.ts';
import { asPrograms, idIn } from '../../../generators/ids.ts';
import { type Mismatch, refused } from '../../../harness/assert/comparisons.ts';
import { expect } from '../../../harness/assert/expect.ts';
import { inParallel } from '../../../harness/assert/parallel.ts';
import { patiently } from '../../../harness/assert/patiently.ts';
import { oneOfEach, sample, shuffle } from '../../../harness/assert/sample.ts';
import { settling } from '../../../harness/assert/settling.ts';
import type { Check } from '../../../harness/declare/check.ts';
import { Untested } from '../../../harness/declare/failures.ts';
import { inSecondSession, othersAtOnce } from '../../../harness/prepare/fresh-session.ts';
import { oncePerOccasion } from '../../../harness/prepare/once.ts';
import { pastSecondFactor } from '../../../harness/prepare/past-second-factor.ts';
import { jsonOf, succeeded, textWithin, within } from '../../../subject/answers.ts';
import type { Call } from '../../../subject/api.ts';
import type { Ids } from '../../parity/support/either-id.ts';
import { readInEveryWay } from './every-way.ts';
import {
  belongTogether,
  bothIdsOf,
  isGone,
  isStill,
  lasting,
  may,
  type ReadPayment,
  readPayments,
  sortOf,
  uuidOf,
} from './payment.ts';
import { readAgain } from './read-again.ts';

export const cancels = 'cancelling a payment whose canCancel is true answers success true';

export const refusesToCancel = 'cancelling a payment whose canCancel is false is refused and leaves it as it was';

export const mostSorts = 4;
const mostRead = 40;

interface Asked {
  readonly before: ReadPayment;
  readonly exchange: Exchange;
}

interface Cancelled extends Asked {
  /** Answers to earlier requests with a malformed form of the id. */
  readonly misspelt: readonly Exchange[];
  /** Undefined where the target knows the payment by only one of its ids. */
  readonly ids: Ids | undefined;
  /** All payments that could be cancelled before. */
  readonly all: readonly ReadPayment[];
  /** Whether a second factor was demanded. */
  readonly demands: boolean;
  /** Calls in another session, and as other users who see the payment; it was read in each of these ways before. */
  readonly elsewhere: readonly Call[];
}

/** The cancelled payment that all checks share. It is read in every way before, so that every cache of the target is out of date afterwards. */
export const cancelledOne = oncePerOccasion(async (check): Promise<Cancelled> => {
  const read = await readPayments(check, sample(check.fixtures.cancellable(), mostRead, check.seed));
  const all = read.filter((payment) => may(payment, 'canCancel'));
  const [before] = oneOfEach(all, sortOf);
  if (before === undefined) return check.untested('a payment whose canCancel is true (fixtures.payments.cancellable)');
  const [ids, elsewhere] = await Promise.all([readInEveryWay(check, before), seenElsewhere(check, before)]);
  check.spend('cancelPayments');
  const number = idIn(before.fields.id);
  const spellings = [`${number ?? uuidOf(before)}abc`, ...asPrograms(number ?? '').slice(0, 1)];
  const misspelt = await Promise.all(spellings.map((id) => cancelled(check, id)));
  let demands = false;
  const call = { path: { id: before.id }, onDemand: () => (demands = true) };
  const exchange = misspelt.find(succeeded) ?? (await pastSecondFactor(check, 'cancelPayment', call));
  return { before, exchange, misspelt, ids, all, demands, elsewhere };
});

async function seenElsewhere(check: Check, { id }: ReadPayment): Promise<readonly Call[]> {
  const inSession = async () => {
    const session = await inSecondSession(check);
    if (session) await readPayments(check, [id], session);
    return session;
  };
  const byOthers = inParallel(othersAtOnce(check), async (as) => {
    const isIn = (await check.api.login(as)).kind === 'loggedIn';
    return isIn && (await readPayments(check, [id], { as })).length > 0 ? [{ as }] : [];
  });
  const [session, seen] = await Promise.all([inSession(), byOthers]);
  return [...(session ? [session] : []), ...seen.flat()];
}

/** The payments that no check changes, as they were before the first cancellation if this is called before it. */
export const lastingOnes = oncePerOccasion((check) => readPayments(check, lasting(check)));

/** Payments of other sorts that were cancelled, as many as the allowance permits. */
export const cancelledOthers = oncePerOccasion(async (check): Promise<readonly Asked[]> => {
  const { before, all } = await cancelledOne(check);
  const asked: Asked[] = [];
  for (const payment of othersOf(all, before, check.seed)) {
    if ([before, ...asked.map((one) => one.before)].some((one) => belongTogether(one, payment))) continue;
    if (!allowed(check)) break;
    asked.push({ before: payment, exchange: await cancelledByEither(check, payment, asked.length) });
  }
  return asked;
});

const refusedOnes = new WeakMap<Check['occasion'], readonly Asked[]>();

/** Notes a refused cancellation, so that a later check can see whether the payment stays unchanged. */
export const noteRefused = (check: Check, asked: Asked): unknown =>
  refusedOnes.set(check.occasion, [...allRefused(check), asked]);

export const allRefused = ({ occasion }: Check): readonly Asked[] => refusedOnes.get(occasion) ?? [];

/** Cancels one payment by two equal requests at the same time. Which of them is accepted is not stated. */
export async function cancelTwiceAtOnce(check: Check): Promise<void> {
  const [left] = await leftToCancel(check, 1);
  if (left === undefined || !allowed(check) || !allowed(check)) return;
  await Promise.all([left, left].map(({ id }) => cancelled(check, id, { confirmMfa: false })));
}

/**
 * Two different payments, cancelled at the same time, because a target may confuse them. It may refuse one of them for the moment; then
 * that one is tried once more.
 */
export const cancelledAtOnce = oncePerOccasion(async (check): Promise<readonly Asked[]> => {
  const [, ...pair] = await leftToCancel(check, 3);
  if (pair.length < 2 || !allowed(check) || !allowed(check)) return [];
  const exchanges = await Promise.all(pair.map(({ id }) => cancelled(check, id, { confirmMfa: false })));
  return inParallel(pair, async (before, place): Promise<Asked> => {
    const exchange = exchanges[place]!;
    const isRefused = refused(exchange) === undefined && (await canCancelNow(check, before.id));
    return { before, exchange: isRefused ? await cancelled(check, before.id) : exchange };
  });
});

/**
 * Unrelated payments that no other check cancels, always in the same order. None where a second factor is demanded, because two
 * confirmations of one user at the same time may disturb each other.
 */
async function leftToCancel(check: Check, wanted: number): Promise<readonly ReadPayment[]> {
  const { before, all, demands } = await cancelledOne(check);
  if (demands) return [];
  const asked = [before, ...(await cancelledOthers(check)).map((other) => other.before)];
  const left: ReadPayment[] = [];
  for (const payment of shuffle(all, check.seed)) {
    if (![...asked, ...left].some((one) => belongTogether(one, payment))) left.push(payment);
  }
  return left.slice(0, wanted);
}

/**
 * One payment of each other sort: those in another status first, then in an order by the seed, so that each sort has its turn. Where all
 * payments are of one sort, a second one, which is cancelled by its other id.
 */
function othersOf(all: readonly ReadPayment[], first: ReadPayment, seed: number): readonly ReadPayment[] {
  const others = all.filter((payment) => !belongTogether(payment, first));
  const unlike = others.filter((payment) => sortOf(payment) !== sortOf(first));
  const ofEachStatus = oneOfEach(
    unlike.filter(({ fields }) => fields.status !== first.fields.status),
    ({ fields }) => String(fields.status),
  );
  const chosen = new Set([...ofEachStatus, ...shuffle(oneOfEach(unlike, sortOf), seed)]);
  return chosen.size > 0 ? [...chosen].slice(0, mostSorts - 1) : others.slice(0, 1);
}

/**
 * The specification does not say by which of its ids a payment is cancelled, so for one payment the id is tried that the profile does
 * not name.
 */
async function cancelledByEither(check: Check, payment: ReadPayment, place: number): Promise<Exchange> {
  const [id, other] = bothIdsOf(payment);
  if (place === 0 && other !== undefined) {
    const exchange = await pastSecondFactor(check, 'cancelPayment', { path: { id: other } });
    if (succeeded(exchange)) return exchange;
  }
  return pastSecondFactor(check, 'cancelPayment', { path: { id } });
}

/** Whether one more may be cancelled. */
export function allowed({ spend }: Check): boolean {
  try {
    spend('cancelPayments');
    return true;
  } catch (error) {
    if (error instanceof Untested) return false;
    throw error;
  }
}

export const isCanceled = ({ fields }: Pick<ReadPayment, 'fields'>): boolean => fields.status === 'canceled';

/** Expects that a payment is not canceled: no request named it, and it was not canceled before. */
export function isNotCanceled(exchange: Exchange): Mismatch {
  const status = textWithin(jsonOf(exchange), 'status');
  if (!isGone(exchange) && status !== 'canceled') return undefined;
  return {
    expected: 'a payment that is as it was, as others were cancelled',
    got: isGone(exchange) ? '404' : 'canceled',
  };
}

export const saysSuccess = (body: unknown): boolean => within(body, 'success') === true;

/** False where a refusal is right, because the payment has changed meanwhile and its canCancel is now false. */
export async function wasCancelled(
  check: Check,
  before: ReadPayment,
  exchange: Exchange,
  call: Call = {},
): Promise<boolean> {
  if (refused(exchange) === undefined && !(await staysCancellable(check, before.id, call))) {
    const after = await readAgain(check, [before], call);
    if (after.every((payment) => isNotCanceled(payment.exchange) === undefined)) return false;
  }
  expect(exchange).toAnswer(saysSuccess, 'success true, as canCancel is true');
  return true;
}

/** Whether its canCancel is true even when there was time for the cancellation to show. */
export async function staysCancellable(check: Check, id: string, call: Call = {}): Promise<boolean> {
  return patiently(
    check,
    () => canCancelNow(check, id, call),
    (can) => !can,
    settling['PAY-44'],
  );
}

async function canCancelNow(check: Check, id: string, call: Call = {}): Promise<boolean> {
  const [payment] = await readPayments(check, [id], call);
  return payment !== undefined && may(payment, 'canCancel');
}

/**
 * Expects that a payment is unchanged after the target refused to cancel it. Nothing is expected where it may have been cancelled
 * together with another payment in the meantime.
 */
export async function expectStill(check: Check, before: ReadPayment): Promise<void> {
  for (const { exchange } of await readAgain(check, [before])) {
    if (isStill(before)(exchange) !== undefined && (await goesAlong(check, before))) return;
    expect(exchange).toSatisfy(isStill(before));
  }
}

const goesAlong = async (check: Check, payment: ReadPayment): Promise<boolean> =>
  (await readPayments(check, check.fixtures.cancellable())).some((other) => belongTogether(other, payment));

export const cancelled = ({ api }: Check, id: string, call: Call = {}): Promise<Exchange> =>
  api.call('cancelPayment', { confirmMfa: true, ...call, path: { id } });
