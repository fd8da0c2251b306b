// Which payments can be signed: drafts that validation accepts, what must not be signed, and what is left to sign.
import type { Exchange } from '../../../exchange/exchange.ts';
import { patiently } from '../../../harness/assert/patiently.ts';
import { sample } from '../../../harness/assert/sample.ts';
import { settling } from '../../../harness/assert/settling.ts';
import type { Check } from '../../../harness/declare/check.ts';
import { unlessUntested } from '../../../harness/declare/failures.ts';
import { isFields, jsonOf, within } from '../../../subject/answers.ts';
import type { UserName } from '../../../subject/profile/profile.ts';
import { inWords, openDrafts, signedDrafts, signing, uuidsOf, validating } from './drafts.ts';
import { isDraft, lasting, may, oneOfEachSort, type ReadPayment, readPayments } from './payment.ts';

export const saysAccepted = (body: unknown): boolean =>
  within(body, 'status') === 'ACCEPTED' && isFields(within(body, 'data'));

/** Which of the drafts that were signed can still be signed; what was accepted may be carried out a little later. */
export async function leftToSign(check: Check): Promise<readonly ReadPayment[]> {
  const { as, drafts, exchange } = await signedDrafts(check);
  if (!saysAccepted(jsonOf(exchange))) check.untested('a draft that was signed');
  const ids = drafts.map(({ id }) => id);
  return patiently(
    check,
    () => stillSignable(check, ids, as),
    ({ length }) => length === 0,
    settling['PAY-62'],
  );
}

/** The payments that were signed, or the drafts that were not, as they are now. */
export async function signedNow(check: Check, which: 'drafts' | 'others' = 'drafts'): Promise<readonly ReadPayment[]> {
  await leftToSign(check);
  const { as, [which]: payments } = await signedDrafts(check);
  return readPayments(
    check,
    payments.map(({ id }) => id),
    { as },
  );
}

export const stillSignable = async (check: Check, ids: readonly string[], as: UserName) =>
  (await readPayments(check, ids, { as })).filter((payment) => isDraft(payment) && may(payment, 'canSign'));

/** The twin of what follows: the same request without its defect, accepted, and the drafts still what they were. */
export async function acceptedOnce(check: Check, list: readonly ReadPayment[]): Promise<void> {
  const exchange = await check.api.call('signPayments', validating(uuidsOf(list)));
  if (!saysAccepted(jsonOf(exchange))) check.untested('drafts that are accepted for validation');
  const after = await readPayments(
    check,
    list.map(({ id }) => id),
  );
  if (!after.every(isDraft)) check.untested('drafts that stay drafts when they are validated');
}

/** Asks for a signature, with a sign token where one is demanded; only for payments that must not be signed. */
export const askedToSign = ({ api }: Check, list: readonly string[]): Promise<Exchange> =>
  api.call('signPayments', { ...signing(list), confirmMfa: true });

/** Signs a draft and these behind it, where one may be signed for that; whether this is accepted is not stated. */
export async function signedBehindDraft(check: Check, others: readonly ReadPayment[]): Promise<boolean> {
  const draft = await unlessUntested(async () => {
    const [last] = await openDrafts(check, 1, { from: 'end' });
    check.spend('signDrafts');
    return last;
  });
  if (draft === undefined) return false;
  const exchange = await askedToSign(check, uuidsOf([draft, ...others]));
  check.observe(`a draft with others behind it that cannot be signed is ${inWords(exchange)} when signed`);
  return true;
}

const mostSorts = 12;
const mostCancellable = 20;

/** A sign request leaves them as they are, so that those which are there to be cancelled can be looked at as well. */
export async function nonDrafts(check: Check): Promise<readonly ReadPayment[]> {
  const cancellable = sample(check.profile.fixtures.payments.cancellable, mostCancellable, check.seed);
  const read = await readPayments(check, [...lasting(check), ...cancellable]);
  const others = oneOfEachSort(read.filter((payment) => !isDraft(payment) && !may(payment, 'canSign')));
  if (others.length === 0) check.untested('a payment that is no draft (fixtures.payments)');
  return others.slice(0, mostSorts);
}

export const unsignableDrafts = async (check: Check): Promise<readonly ReadPayment[]> =>
  (await readPayments(check, lasting(check))).filter((payment) => isDraft(payment) && !may(payment, 'canSign'));
