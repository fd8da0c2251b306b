// Which payments can be signed: drafts that validation accepts, payments that must not be signed, and drafts that are left.
import type { Exchange } from '../../../exchange/exchange.ts';
import { notAccepted } from '../../../harness/assert/comparisons.ts';
import { patiently } from '../../../harness/assert/patiently.ts';
import { sample } from '../../../harness/assert/sample.ts';
import { settling } from '../../../harness/assert/settling.ts';
import type { Check } from '../../../harness/declare/check.ts';
import { Untested, unlessUntested } from '../../../harness/declare/failures.ts';
import { oncePerCheck } from '../../../harness/prepare/once.ts';
import { signTokenOf } from '../../../harness/prepare/second-factor.ts';
import { demandedMfa, isFields, jsonOf, within } from '../../../subject/answers.ts';
import type { Call } from '../../../subject/api.ts';
import { known } from '../../../subject/names.ts';
import { inWords, openDrafts, signedDrafts, signing, uuidsOf, validating } from './drafts.ts';
import { isDraft, lasting, may, oneOfEachSort, type ReadPayment, readPayments } from './payment.ts';

export const withoutToken =
  'signing with validate 0 and no sign token, or one never issued, is not accepted and leaves the drafts as they were';

export const leftAlone =
  'a payment that is not a draft is left as it was by a sign request, and one that names it alone is not accepted';

export const saysAccepted = (body: unknown): boolean =>
  within(body, 'status') === 'ACCEPTED' && isFields(within(body, 'data'));

/** Which of the drafts that were signed can still be signed; what was accepted may be carried out a little later. */
export async function leftToSign(check: Check): Promise<readonly ReadPayment[]> {
  const { as, drafts, exchange } = await signedDrafts(check);
  if (!saysAccepted(jsonOf(exchange))) check.untested('a draft that was signed');
  return leftAfterAWhile(check, drafts, { as });
}

/** The same for the draft that another session of the signer read before; none where that session has ended. */
export async function leftElsewhere(check: Check): Promise<readonly ReadPayment[]> {
  const { drafts, elsewhere } = await signedDrafts(check);
  return elsewhere ? leftAfterAWhile(check, drafts.slice(0, 1), elsewhere) : [];
}

const leftAfterAWhile = (check: Check, drafts: readonly ReadPayment[], call: Call) =>
  patiently(
    check,
    () =>
      stillSignable(
        check,
        drafts.map(({ id }) => id),
        call,
      ),
    ({ length }) => length === 0,
    settling['PAY-62'],
  );

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

export const stillSignable = async (check: Check, ids: readonly string[], call: Call = {}) =>
  (await readPayments(check, ids, call)).filter((payment) => isDraft(payment) && may(payment, 'canSign'));

/** The twin of the request that follows: without its defect it must be accepted, and must not change the drafts. */
export async function acceptedOnce(check: Check, list: readonly ReadPayment[]): Promise<void> {
  const exchange = await check.api.call('signPayments', validating(uuidsOf(list)));
  if (!saysAccepted(jsonOf(exchange))) check.untested('drafts that are accepted for validation');
  const after = await readPayments(
    check,
    list.map(({ id }) => id),
  );
  if (!after.every(isDraft)) check.untested('drafts that stay drafts when they are validated');
}

/** The same for several drafts. False when they are not accepted together but the first is alone, because they may exceed the balance. */
export async function acceptedTogether(check: Check, list: readonly ReadPayment[]): Promise<boolean> {
  try {
    await acceptedOnce(check, list);
    return true;
  } catch (error) {
    if (list.length === 1 || !(error instanceof Untested)) throw error;
    await acceptedOnce(check, list.slice(0, 1));
    return false;
  }
}

/** A sign token for each check; only a request that signs uses it up. Undefined where none can be obtained or its place is not known. */
export const spareSignToken = oncePerCheck(async (check) => {
  const { names, user } = check.api;
  if (known(names.signToken) === undefined) return undefined;
  return (await unlessUntested(() => signTokenOf(check, [user.name], 'signPayments')))?.signToken;
});

/**
 * Asks for a signature that must be refused, with a sign token where one is demanded. A refusal without a demand may be due only to the
 * missing token, so the request is sent once more with one.
 */
export async function askedToSign(check: Check, call: Call): Promise<Exchange> {
  const { api } = check;
  const first = await api.call('signPayments', { ...call, confirmMfa: true });
  if (notAccepted(first) !== undefined || hasSignToken(check, first)) return first;
  const signToken = await spareSignToken(check);
  if (signToken === undefined) return first;
  const second = await api.call('signPayments', { ...call, open: { signToken } });
  return demandedMfa(second) === undefined ? second : first;
}

const hasSignToken = ({ api }: Check, { request }: Exchange): boolean =>
  new URL(request.url).searchParams.has(known(api.names.signToken) ?? '');

/**
 * Signs a list of a draft and these payments, and if that is refused, one of these payments and a draft, because a target may check only
 * the first or the last. Whether either is accepted is not stated. False where no draft may be used for it.
 */
export async function signedBesideDraft(check: Check, others: readonly ReadPayment[]): Promise<boolean> {
  const draft = await unlessUntested(async () => {
    const [last] = await openDrafts(check, 1, { from: 'end' });
    check.spend('signDrafts');
    return last;
  });
  if (draft === undefined) return false;
  const behind = await askedToSign(check, signing(uuidsOf([draft, ...others])));
  check.observe(`a draft with others behind it that cannot be signed is ${inWords(behind)} when signed`);
  if (notAccepted(behind) === undefined) await askedToSign(check, signing(uuidsOf([...others, draft])));
  return true;
}

const mostSorts = 12;
const mostCancellable = 20;

/** Payments other than drafts. A sign request must not change them, so those for cancelling can be used too. */
export async function nonDrafts(check: Check): Promise<readonly ReadPayment[]> {
  const cancellable = sample(check.profile.fixtures.payments.cancellable, mostCancellable, check.seed);
  const read = await readPayments(check, [...lasting(check), ...cancellable]);
  const others = oneOfEachSort(read.filter((payment) => !isDraft(payment) && !may(payment, 'canSign')));
  if (others.length === 0) check.untested('a payment that is no draft (fixtures.payments)');
  return others.slice(0, mostSorts);
}

export const unsignableDrafts = async (check: Check): Promise<readonly ReadPayment[]> =>
  (await readPayments(check, lasting(check))).filter((payment) => isDraft(payment) && !may(payment, 'canSign'));
