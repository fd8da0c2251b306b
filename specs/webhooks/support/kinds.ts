// The triggers of events that checks use.
import type { Exchange } from '../../../exchange/exchange.ts';
import { notAccepted } from '../../../harness/assert/comparisons.ts';
import type { Check } from '../../../harness/declare/check.ts';
import { unlessRefused, unlessUntested } from '../../../harness/declare/failures.ts';
import { createdIn } from '../../../harness/prepare/beneficiaries.ts';
import { pastSecondFactor } from '../../../harness/prepare/past-second-factor.ts';
import { paymentBodies } from '../../../harness/prepare/payments.ts';
import { signTokenFor } from '../../../harness/prepare/sign-token.ts';
import { idsAnywhereIn, jsonOf, succeeded } from '../../../subject/answers.ts';
import { UnexpectedAnswer } from '../../../subject/api.ts';
import { newReference, withReference } from '../../../subject/bodies.ts';
import type { CallBody } from '../../../subject/calls.ts';
import type { UserName } from '../../../subject/profile/profile.ts';
import { isOn, onlyWithLeaveToSwitch, switchableOf, switching } from '../../cards/support/notification.ts';
import { soundBeneficiary, soundMember } from '../../errors/support/sound-calls.ts';
import { saysSuccess } from '../../payments/support/cancelling.ts';
import { openDrafts, signing, uuidsOf } from '../../payments/support/drafts.ts';
import { bothIdsOf, may, readPayments } from '../../payments/support/payment.ts';
import { saysAccepted } from '../../payments/support/signable.ts';
import type { Subscriber } from './configuration.ts';
import type { Kind, Trigger } from './triggers.ts';

export const payment: Kind = {
  by: 'createPayment',
  async ready(check, as) {
    const body = await paymentBodies(check, { as });
    return () => paid(check, as, distinct(body()));
  },
  async alike(check, as) {
    const body = distinct((await paymentBodies(check, { as }))());
    const once = () => unlessRefused(() => unlessUntested(() => paid(check, as, body)));
    const [first, second] = [await once(), await once()];
    // A target may refuse the second, or treat it as the first sent again; then its answer names no payment of its own.
    const own = second?.traces.filter((id) => !first?.traces.includes(id)) ?? [];
    return first && second && (await readPayments(check, own, { as })).length > 0 ? [first, second] : [];
  },
};

async function paid(check: Check, as: UserName, body: CallBody): Promise<Trigger> {
  check.spend('createPayments');
  return done(() => pastSecondFactor(check, 'createPayment', { as, ...body }));
}

/** Payments with different references, because identical ones would meet their rate limit. */
const distinct = (body: CallBody): CallBody => withReference(body, newReference()) ?? body;

const member: Kind = {
  by: 'inviteMember',
  ready: async (check, as) => async () => {
    const fields = await soundMember(check, as);
    check.spend('inviteMembers');
    const trigger = await done(() => pastSecondFactor(check, 'inviteMember', { as, json: fields }));
    return { ...trigger, traces: [...trigger.traces, String(fields.email)] };
  },
};

export const beneficiary: Kind = {
  by: 'createBeneficiary',
  ready: async (check, as) => async () => {
    check.spend('createBeneficiaries');
    const json = soundBeneficiary(check.profile);
    // The body of a success may say that nothing was created.
    return done(
      () => pastSecondFactor(check, 'createBeneficiary', { as, json }),
      (exchange) => createdIn(exchange) !== undefined,
    );
  },
};

/** A card that is switched, and switched back. */
const notification: Kind = {
  by: 'setSmsBalanceNotification',
  async ready(check, as) {
    onlyWithLeaveToSwitch(check);
    const [card] = waitsForCodes(check, as) ? [] : await switchableOf(check, as);
    if (card === undefined) return check.untested('a card that can be switched without the codes of an authenticator');
    const path = { id: String(card.id) };
    const set = (on: boolean) =>
      pastSecondFactor(check, 'setSmsBalanceNotification', { as, path, ...switching(check, on) });
    return async () => {
      const trigger = await done(() => set(!isOn(card)));
      await set(isOn(card));
      return { ...trigger, traces: [path.id] };
    };
  },
};

/** One cancellable payment or draft is used only where the allowance is at least this, because they are few. */
const plenty = 8;

const cancellation: Kind = {
  by: 'cancelPayment',
  times: 1,
  async ready(check, as) {
    const ids = check.fixtures.cancellable();
    const isSpare = isOfMainUser(check, as) && Math.min(ids.length, check.profile.allow.cancelPayments) >= plenty;
    const read = isSpare ? await readPayments(check, ids.slice(-plenty), { as }) : [];
    const one = read.findLast((each) => may(each, 'canCancel'));
    if (one === undefined) return check.untested('a payment to cancel that no other check needs');
    return async () => {
      check.spend('cancelPayments');
      const path = { id: one.id };
      const trigger = await done(
        () => pastSecondFactor(check, 'cancelPayment', { as, path }),
        (exchange) => saysSuccess(jsonOf(exchange)),
      );
      return { ...trigger, traces: bothIdsOf(one) };
    };
  },
};

const signature: Kind = {
  by: 'signPayments',
  times: 1,
  async ready(check, as) {
    const isSpare =
      isOfMainUser(check, as) && Math.min(check.fixtures.drafts().length, check.profile.allow.signDrafts) >= plenty;
    const [draft] = isSpare ? await openDrafts(check, 1, { from: 'end', as }) : [];
    if (draft === undefined) return check.untested('a draft to sign that no other check needs');
    const id = uuidsOf([draft]);
    return async () => {
      const signToken = await signTokenFor(check, as, 'signPayments', signing(id));
      check.spend('signDrafts');
      const trigger = await done(
        () => check.api.call('signPayments', { as, ...signing(id, { signToken }) }),
        (exchange) => saysAccepted(jsonOf(exchange)) && notAccepted(exchange) !== undefined,
      );
      return { ...trigger, traces: bothIdsOf(draft) };
    };
  },
};

const isOfMainUser = (check: Check, as: UserName): boolean => as === check.api.user.name && !waitsForCodes(check, as);

const waitsForCodes = ({ api }: Check, as: UserName): boolean => api.confirmer(as).waitsForCodes;

export const kinds: readonly Kind[] = [payment, member, beneficiary, notification, cancellation, signature];

/** The most events that a run causes at once. */
export const mostAtOnce = 60;

/** How many payments a subscriber makes: more than may be delivered in two seconds, where that is not too many. */
export function paymentsOf(check: Check, { configuration: { enable, rateLimit } }: Subscriber): number {
  const many = 2 * rateLimit + 1;
  return enable && check.profile.allow.load && many <= mostAtOnce ? Math.max(many, usual) : usual;
}

/** Fifteen show with a probability of 96 % that one delivery in five gets lost. */
const usual = 15;

async function done(
  act: () => Promise<Exchange>,
  isDone: (exchange: Exchange) => boolean = succeeded,
): Promise<Trigger> {
  const at = performance.now();
  const exchange = await act();
  if (!isDone(exchange)) throw new UnexpectedAnswer(exchange, 'a success');
  return { at, traces: idsAnywhereIn(jsonOf(exchange)) };
}
