// Requests that are valid except for their credentials, so that only these can be the reason of a refusal.
import { type OperationId, operations } from '../../../contract/operations.ts';
import { idIn, isId } from '../../../generators/ids.ts';
import { inParallel } from '../../../harness/assert/parallel.ts';
import { sample } from '../../../harness/assert/sample.ts';
import type { Check } from '../../../harness/declare/check.ts';
import { Untested } from '../../../harness/declare/failures.ts';
import { anyInputOf } from '../../../harness/prepare/any-input.ts';
import { beneficiariesIfAny } from '../../../harness/prepare/beneficiaries.ts';
import { refreshableSession } from '../../../harness/prepare/fresh-session.ts';
import { jsonOf, statusOf, textWithin, within } from '../../../subject/answers.ts';
import { filled, inputOf } from '../../../subject/bodies.ts';
import type { CallInput } from '../../../subject/calls.ts';
import { isKnown, known, type Names } from '../../../subject/names.ts';
import { isSwitchable } from '../../cards/support/notification.ts';
import { soundBeneficiary } from '../../errors/support/sound-calls.ts';
import { allPayments, lasting, may } from '../../payments/support/payment.ts';
import {
  found,
  soundCalculations,
  soundInvitations,
  soundLimits,
  soundPayments,
  type ValidRequest,
} from './sound-requests.ts';

/**
 * The operations that need a token, without the list of webhook events, which has a rule of its own. The two older refreshes are included:
 * their shapes are not shown, but the rule makes no exception for them.
 */
export const bearerOperations: readonly OperationId[] = [...operations.values()]
  .filter(({ id, security }) => security === 'bearer' && id !== 'listWebhookEvents')
  .map(({ id }) => id);

/** Without the older refreshes, because it is not stated what they do with a token of another kind. */
export const ofAccessTokens: readonly OperationId[] = bearerOperations.filter(
  (id) => id !== 'refreshV2' && id !== 'refreshTokenV2',
);

/** The operations with an id in their path. */
export const operationsOnOne: readonly OperationId[] = bearerOperations.filter((id) =>
  operations.get(id)?.path.includes('{'),
);

/** The operations that only read. */
export const readings: readonly OperationId[] = [
  'listCards',
  'readCard',
  'listCardsV1',
  'readCardV1',
  'readCardLimitsV1',
  'readPayment',
  'readBeneficiary',
  'readWebhook',
  'listWebhookEvents',
  'issueWebSocketToken',
];

const paymentsRead = 20;
/** The most things of one kind, because an account may have thousands. */
const mostOfAKind = 100;

/**
 * A read is asked for everything that exists, because a target may forget to check the credentials for one of the things. Other operations
 * are asked for something that they cannot change, that is already so, or that does not exist, so that a target which forgets the check
 * changes nothing. Inviting a member, making a payment and setting a card's limits are real requests, where the profile allows them, because
 * a target may refuse a request about nothing before it checks the credentials.
 */
export async function validRequests(check: Check, id: OperationId): Promise<readonly ValidRequest[]> {
  const { fixtures, profile, seed } = check;
  const { names } = check.api;
  switch (id) {
    case 'listCards':
    case 'listCardsV1':
    case 'readWebhook':
    case 'listWebhookEvents':
    case 'issueWebSocketToken':
      return [{ input: anyInputOf(id, names), about: 'something' }];
    case 'createBeneficiary':
      if (profile.allow.createBeneficiaries === 0) return [{ input: anyInputOf(id, names), about: 'nothing' }];
      return [{ input: { json: soundBeneficiary(profile) }, about: 'something', spends: 'createBeneficiaries' }];
    case 'readCard':
    case 'readCardV1':
    case 'readCardLimitsV1':
      return named(id, names, sample(await found(fixtures.cards), mostOfAKind, seed));
    case 'readCardCredentials': {
      const cards = sample(await found(fixtures.cards), mostOfAKind, seed);
      return named(id, names, cards).map(({ input, about }) => ({
        input: { ...input, json: { fields: ['phone'] } },
        about,
      }));
    }
    case 'cancelPayment':
      return named(id, names, await cancelledAlready(check));
    case 'calculateCardLimits':
      return soundCalculations(check);
    case 'readPayment':
      return named(id, names, sample(await found(fixtures.payments), paymentsRead, seed));
    case 'readBeneficiary':
      return named(id, names, sample(await beneficiariesIfAny(check), mostOfAKind, seed));
    case 'signPayments': {
      const draft = await standingDraft(check);
      const input = draft === undefined ? anyInputOf(id, names) : { json: { id: [draft] } };
      return [{ input: { ...input, query: { validate: 1 } }, about: draft === undefined ? 'nothing' : 'something' }];
    }
    case 'setSmsBalanceNotification': {
      const asItIs =
        profile.allow.smsNotification && isKnown(names.smsField) ? await notificationAsItIs(check) : undefined;
      return [asItIs ? { input: asItIs, about: 'something' } : { input: anyInputOf(id, names), about: 'nothing' }];
    }
    case 'inviteMember':
      return [{ input: anyInputOf(id, names), about: 'nothing' }, ...(await soundInvitations(check))];
    case 'createPayment':
      return [{ input: anyInputOf(id, names), about: 'nothing' }, ...(await soundPayments(check))];
    case 'setCardLimits':
      return [{ input: anyInputOf(id, names), about: 'nothing' }, ...(await soundLimits(check))];
    case 'refreshV2':
    case 'refreshTokenV2':
      return [await refresh(check, id)];
    default:
      return [{ input: anyInputOf(id, names), about: 'nothing' }];
  }
}

/**
 * A payment that is cancelled already, or else one that nobody may cancel. A target that cancels against canCancel would spoil any other
 * payment for the check of that (PAY-45).
 */
async function cancelledAlready(check: Check): Promise<readonly string[]> {
  const ids = lasting(check);
  const all = ids.length === 0 ? [] : await allPayments(check);
  const canceled = all.find(
    (one) => ids.includes(one.id) && one.fields.status === 'canceled' && !may(one, 'canCancel'),
  );
  return canceled === undefined ? check.profile.fixtures.payments.notCancellable.slice(0, 1) : [canceled.id];
}

/** The last draft of the profile, which other checks use last. Undefined once it is signed, because that may be the reason of a refusal. */
async function standingDraft({ api, profile }: Check): Promise<string | undefined> {
  const id = profile.fixtures.payments.drafts.at(-1);
  if (id === undefined) return undefined;
  const payment = jsonOf(await api.call('readPayment', { path: { id } }));
  return within(payment, 'status') === 'draft' ? textWithin(payment, 'uuid') : undefined;
}

/** Sets a card's notification to its current value. */
async function notificationAsItIs({ api }: Check): Promise<CallInput | undefined> {
  const card = (await api.cards.list()).find(isSwitchable);
  const enabled = card?.isSmsBalanceNotification;
  if (card === undefined || typeof enabled !== 'boolean') return undefined;
  return { path: { id: String(card.id) }, json: {}, open: { enabled } };
}

const named = (id: OperationId, names: Names, things: readonly string[]): readonly ValidRequest[] =>
  things.length === 0
    ? [{ input: anyInputOf(id, names), about: 'nothing' }]
    : things.map((thing) => ({ input: { path: { id: thing } }, about: 'something' }));

/** The first valid request. */
export const validRequest = async (check: Check, id: OperationId): Promise<ValidRequest> =>
  (await validRequests(check, id))[0]!;

/** The operation that shows the ids of a thing, each of which another operation may accept. */
const idsShownBy: Readonly<Partial<Record<OperationId, OperationId>>> = {
  readPayment: 'readPayment',
  cancelPayment: 'readPayment',
  readCardV1: 'readCardV1',
  readCardLimitsV1: 'readCardV1',
  readBeneficiary: 'readBeneficiary',
};

/** A request about one thing, repeated with its other ids, where the operation accepts them. */
export async function underOtherIds(
  { api }: Check,
  id: OperationId,
  one: ValidRequest,
): Promise<readonly ValidRequest[]> {
  const read = idsShownBy[id];
  const known = one.about === 'something' ? one.input.path?.id : undefined;
  if (read === undefined || known === undefined) return [];
  const thing = jsonOf(await api.call(read, { path: { id: known } }));
  const more: ValidRequest[] = [];
  for (const other of [idIn(within(thing, 'id')), idIn(within(thing, 'uuid'))]) {
    if (other === undefined || isId(other, known)) continue;
    const input = { path: { id: other } };
    const status = statusOf(await api.call(id, input));
    if (status !== undefined && status !== 400 && status !== 404) more.push({ input, about: 'something' });
  }
  return more;
}

/** With a valid refresh token, where its place in the request is known and a login ends no other session. */
async function refresh(check: Check, id: 'refreshV2' | 'refreshTokenV2'): Promise<ValidRequest> {
  const template = known(check.api.names.bodies[id]);
  if (template === undefined || known(check.api.names.sessionsPerUser) === 'one')
    return { input: {}, about: 'nothing' };
  const { refresh: refreshToken } = await refreshableSession(check);
  return { input: inputOf(filled(template, { refreshToken })), about: 'something' };
}

const operationsAtOnce = 3;

/** Does the work for each operation. What is missing for some, as under --safe, is reported after the others are done. */
export async function toEach(
  check: Check,
  ids: readonly OperationId[],
  work: (id: OperationId) => Promise<void>,
): Promise<void> {
  const missing = new Set<string>();
  const attempt = async (id: OperationId) => {
    try {
      await work(id);
    } catch (error) {
      if (!(error instanceof Untested)) throw error;
      missing.add(error.missing);
    }
  };
  await inParallel(ids, attempt, operationsAtOnce);
  if (missing.size > 0) check.untested([...missing].join('; '));
}
