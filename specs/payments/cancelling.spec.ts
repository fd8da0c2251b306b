// Cancelling a payment, which its permission canCancel allows or not (Endpoints / Payments / POST v1 payment cancel).
import { within } from '../../target/answers.ts';
import type { Check } from '../harness/check.ts';
import { expect } from '../harness/expect.ts';
import { Untested } from '../harness/failures.ts';
import { pastSecondFactor } from '../harness/past-second-factor.ts';
import { requirement } from '../harness/requirement.ts';
import { oneOfEach, sample } from '../harness/sample.ts';
import { lasting, may, type ReadPayment, readPayments, sortOf, stateOf } from './payment.ts';

const mostSorts = 3;
const mostRead = 40;
const mostAttempts = 80;

// What cannot be cancelled is refused beside these, which are accepted.
requirement('PAY-44', async (check) => {
  const read = await readPayments(check, sample(check.fixtures.cancellable(), mostRead, check.seed));
  const sorts = oneOfEach(
    read.filter((payment) => may(payment, 'canCancel')),
    sortOf,
  );
  if (sorts.length === 0) check.untested('a payment whose canCancel is true (fixtures.payments.cancellable)');
  for (const [place, payment] of sorts.slice(0, mostSorts).entries()) {
    if (!allowed(check, place)) break;
    const exchange = await pastSecondFactor(check, 'cancelPayment', { path: { id: payment.id } });
    expect(exchange).toAnswer((body) => within(body, 'success') === true, 'success true');
    // What has become of it is looked at by the judge.
    await readPayments(check, [payment.id]);
  }
});

/** One has to be allowed; more sorts are cancelled as far as the allowance goes. */
function allowed({ spend }: Check, place: number): boolean {
  try {
    spend('cancelPayments');
    return true;
  } catch (error) {
    if (place > 0 && error instanceof Untested) return false;
    throw error;
  }
}

requirement('PAY-45', async (check) => {
  await check.steady(async () => {
    const ids = [...lasting(check), ...check.profile.fixtures.payments.drafts.slice(0, 1)];
    const fixed = (await readPayments(check, ids)).filter((payment) => !may(payment, 'canCancel'));
    if (fixed.length === 0) check.untested('a payment whose canCancel is false (fixtures.payments.notCancellable)');
    for (const payment of sample(fixed, mostAttempts, check.seed, sortOf)) await cannotBeCancelled(check, payment);
  });
});

async function cannotBeCancelled(check: Check, payment: ReadPayment): Promise<void> {
  expect(await check.api.call('cancelPayment', { path: { id: payment.id }, confirmMfa: true })).toBeRefused();
  const [after] = await readPayments(check, [payment.id]);
  if (after) expect(stateOf(after)).toEqual(stateOf(payment));
}
