// The operations that take a sign token, each with a request that lacks only that token.
import type { OperationId } from '../../../contract/operations.ts';
import { isUuid } from '../../../contract/text/uuid.ts';
import type { Exchange } from '../../../exchange/exchange.ts';
import type { Check } from '../../../harness/declare/check.ts';
import { Untested } from '../../../harness/declare/failures.ts';
import { oncePerOccasion } from '../../../harness/prepare/once.ts';
import { pastSecondFactor } from '../../../harness/prepare/past-second-factor.ts';
import { askedAtLogin, confirmingUsers, forExchange, signTokenOf } from '../../../harness/prepare/second-factor.ts';
import { demandedMfa, inWords, isFields, jsonOf, statusOf, succeeded } from '../../../subject/answers.ts';
import type { Call } from '../../../subject/api.ts';
import { paymentUuid } from '../../../subject/discovery/payment-uuid.ts';
import { nameOf } from '../../../subject/names.ts';
import type { UserName } from '../../../subject/profile/profile.ts';
import { current } from '../../cards/support/card.ts';
import { isOn, isSwitchable, onlyWithLeaveToSwitch } from '../../cards/support/notification.ts';
import { soundMember } from '../../errors/support/sound-calls.ts';
import { payment } from '../../webhooks/support/kinds.ts';

export interface Use {
  readonly what: string;
  /** Whether the specification says that a sign token is asked for here (Authentication, rule 5). */
  readonly isStated: boolean;
  /** The users whose sign tokens can be tried here. */
  users(check: Check): Promise<readonly UserName[]>;
  /** The answer to a new sign token of this user. Ends the check where the target asks for none, or none is available. */
  withNewToken(check: Check, user: UserName): Promise<Exchange>;
}

/** The target does not ask this user for a sign token, or forbids him the operation. No change of the profile could help. */
export class NotAsked extends Untested {}

/** For a user of whom no second factor is demanded, the request is carried out. */
const everyone = async (check: Check): Promise<readonly UserName[]> => confirmingUsers(check);

/** An operation that demands the second factor itself, and is then called again with the sign token. */
const demandedBy = (
  by: OperationId,
  request: (check: Check, user: UserName) => Promise<Call>,
): Pick<Use, 'users' | 'withNewToken'> => ({
  users: everyone,
  async withNewToken(check, as) {
    const call = { ...(await request(check, as)), as };
    const asked = await check.api.call(by, call);
    if (demandedMfa(asked) === undefined) throw new NotAsked(`a demand for a second factor: ${inWords(asked)}`);
    return pastSecondFactor(check, by, call);
  },
});

const invited = demandedBy('inviteMember', async (check, as) => {
  const json = await soundMember(check, as);
  check.spend('inviteMembers');
  return { json };
});

const invitation: Use = {
  ...invited,
  what: 'an invitation',
  isStated: true,
  async withNewToken(check, as) {
    const answer = await invited.withNewToken(check, as);
    // No answer shows who may invite, and a target may check the user's role after his sign token.
    const isSure = as === check.api.user.name || as === 'mfa';
    if (!isSure && statusOf(answer) === 403) throw new NotAsked(`leave to invite: ${inWords(answer)}`);
    return answer;
  },
};

const switched = demandedBy('setSmsBalanceNotification', async (check, as) => {
  onlyWithLeaveToSwitch(check);
  nameOf(check.api.names, 'smsField');
  const card = (await check.api.cards.list({}, { as })).find(isSwitchable);
  if (card === undefined) throw new NotAsked('a card whose notification the user may set');
  // Sends the current value, so that nothing changes.
  return { path: { id: current.idOf(card) }, json: {}, open: { enabled: isOn(card) } };
});

/** Statuses of a target that refuses to set the current value, which says nothing about the sign token. */
const refusingRepetition: readonly unknown[] = [400, 409, 422];

const notification: Use = {
  ...switched,
  what: 'a notification switch',
  isStated: false,
  async withNewToken(check, as) {
    const answer = await switched.withNewToken(check, as);
    if (!answer.request.url.includes('/sms-balance-notification'))
      throw new NotAsked(
        'a notification switch that takes a sign token, and is not carried out by the confirmation itself',
      );
    if (refusingRepetition.includes(statusOf(answer)))
      throw new NotAsked('a switch to what is set already that is accepted');
    return answer;
  },
};

const signing: Use = {
  what: 'signing drafts',
  isStated: true,
  users: everyone,
  async withNewToken(check, as) {
    const draft = await (as === 'mfa' ? draftOfMfaUser(check) : draftOf(check, as));
    check.spend('signDrafts');
    const sign = demandedBy('signPayments', async ({ api }) => {
      nameOf(api.names, 'signToken');
      return { query: { validate: 0 }, json: { id: [await paymentUuid(check.api, draft, as)] } };
    });
    const signed = await sign.withNewToken(check, as);
    // Another check may have signed the draft meanwhile.
    if (!succeeded(signed) && !(await isDraft(check, as, draft))) check.untested('a draft that nobody else signs');
    return signed;
  },
};

const exchange: Use = {
  what: 'the v2 exchange',
  isStated: true,
  users: askedAtLogin,
  async withNewToken(check, as) {
    const token = await signTokenOf(check, [as], 'login');
    return check.api.call('exchangeSignToken', { as, json: forExchange(token) });
  },
};

export const uses: readonly Use[] = [invitation, signing, exchange, notification];

const othersTried = 3;

/** One draft for all checks, because this user may have to create it. */
export const draftOfMfaUser = oncePerOccasion((check) => draftOf(check, 'mfa'));

/**
 * Drafts are taken from the end of the profile's list, because the checks of payments begin at its start. If another user cannot read these,
 * a draft that he creates is used.
 */
async function draftOf(check: Check, as: UserName): Promise<string> {
  const isMain = as === check.api.user.name;
  const drafts = check.fixtures.drafts().toReversed();
  for (const draft of isMain ? drafts : drafts.slice(0, othersTried)) if (await isDraft(check, as, draft)) return draft;
  const pay = isMain ? undefined : await payment.ready(check, as);
  for (const id of (await pay?.())?.traces ?? []) if (isUuid(id) && (await isDraft(check, as, id))) return id;
  return check.untested(`a payment of the ${as} user that is still a draft (fixtures.payments.drafts)`);
}

async function isDraft({ api }: Check, as: UserName, id: string): Promise<boolean> {
  const payment = jsonOf(await api.call('readPayment', { as, path: { id } }));
  if (!isFields(payment)) return false;
  const { permissions, status } = payment;
  return status === 'draft' && isFields(permissions) && permissions.canSign === true;
}
