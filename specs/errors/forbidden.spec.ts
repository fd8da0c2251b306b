// Operations that are forbidden to a user (Errors / rule 2). Only the profile knows which ones.
import { type OperationId, operationById } from '../../contract/operations.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { idIn, isId } from '../../generators/ids.ts';
import type { Mismatch } from '../../harness/assert/comparisons.ts';
import { expect } from '../../harness/assert/expect.ts';
import { inParallel } from '../../harness/assert/parallel.ts';
import type { Check } from '../../harness/declare/check.ts';
import { unlessRefused, unlessUntested } from '../../harness/declare/failures.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import { anyInputOf } from '../../harness/prepare/any-input.ts';
import { pastSecondFactor, undemanded } from '../../harness/prepare/past-second-factor.ts';
import { demandedMfa, jsonOf, statusOf, succeeded, within } from '../../subject/answers.ts';
import type { Call } from '../../subject/api.ts';
import { filled, inputOf } from '../../subject/bodies.ts';
import { paymentUuid } from '../../subject/discovery/payment-uuid.ts';
import { known, type Names } from '../../subject/names.ts';
import { type OpenBody, userNamesOf } from '../../subject/profile/profile.ts';
import { tellsNothingBesides } from '../authentication/support/kept-from-user.ts';
import { sessionsBegunOtherwise } from '../authentication/support/other-tokens.ts';
import { credentials, richest } from '../cards/support/extras.ts';
import { switchesNothing } from '../cards/support/others.ts';
import { expectStill } from '../payments/support/cancelling.ts';
import { expectUnchanged, openDrafts, signing, uuidsOf } from '../payments/support/drafts.ts';
import { readPayments } from '../payments/support/payment.ts';
import { soundBeneficiary, soundMember } from './support/sound-calls.ts';
import { waysOf } from './support/ways.ts';

requirement(
  'ERR-06',
  'what the profile calls forbidden to a user gives 403, and a 403 has the standard error shape',
  async (check) => {
    const { forbidden = [] } = check.profile.users.restricted ?? {};
    const exchanges = forbidden.length > 0 ? await whatIsForbidden(check, forbidden) : await whatIsSomebodyElses(check);
    // The judge checks the shape of every 403, so this check only has to cause one.
    if (exchanges.some((exchange) => statusOf(exchange) === 403)) return;
    check.untested('an answer with 403, such as to a user to whom something is forbidden (users.restricted.forbidden)');
  },
);

async function whatIsForbidden(check: Check, forbidden: readonly OperationId[]): Promise<readonly Exchange[]> {
  const shown = await shownToHim(check);
  if (forbidden.includes('signPayments')) await signsNothing(check);
  if (forbidden.includes('setSmsBalanceNotification')) await switchesNothing(check, 'restricted');
  const sessions = await sessionsBegunOtherwise(check, 'restricted');
  // A target may refuse to cancel and still cancel.
  const kept = forbidden.includes('cancelPayment') ? check.fixtures.keptCancellable() : undefined;
  const standing = kept === undefined ? [] : await readPayments(check, [kept]);
  const answers = await inParallel(forbidden, (id, place) =>
    unlessUntested(() => inEachWay(check, id, shown, someOf(sessions, place, forbidden.length))),
  );
  const asked = answers.flatMap((exchanges) => exchanges ?? []);
  for (const payment of standing) await expectStill(check, payment);
  await tellsNothing(check, forbidden, shown);
  const answered = asked.filter(({ exchange }) => demandedMfa(exchange) === undefined);
  for (const { id, path, exchange } of answered) {
    const isTold = answered.some((one) => one.id === id && one.path === path && statusOf(one.exchange) === 403);
    expect(exchange).toSatisfy(isForbidden(id, isTold));
  }
  // A target may demand a second factor before it checks the permission. If it does so for only one kind of body, it may not check the
  // permission there at all.
  const halfWay = asked.find((one) => !answered.includes(one) && answered.some(({ id }) => id === one.id));
  if (halfWay) undemanded(halfWay.exchange);
  return answered.map(({ exchange }) => exchange);
}

/** The optional parts of a thing are refused too, because a target may check the permission for one of them and not for another. */
async function tellsNothing(check: Check, forbidden: readonly OperationId[], shown: Shown): Promise<void> {
  for (const id of ['readCardCredentials', 'readCardV1', 'readPayment'] as const) {
    const thing = id === 'readPayment' ? shown.payment : shown.card.id;
    const isAsked = forbidden.includes(id) && (id === 'readPayment' || check.profile.allow.readCredentials);
    if (isAsked && thing !== undefined) await tellsNothingBesides(check, id, [String(thing)], 'restricted');
  }
}

const few = 3;

/** The first session, and if many operations are tested, one of the others in turn. */
const someOf = (sessions: readonly Call[], turn: number, asked: number): readonly Call[] =>
  sessions.filter((_, place) => asked <= few || place === 0 || place - 1 === turn % (sessions.length - 1));

/** A target may check the permission for only one kind of body, or forget it where a list is filtered. */
async function inEachWay(check: Check, id: OperationId, shown: Shown, sessions: readonly Call[]) {
  const input = await inputFor(check, id, shown);
  const others = await otherIdsFor(check, id, input);
  const inputs = [input, ...others.map((other) => ({ ...input, path: { id: other } }))];
  const calls = inputs.flatMap((one) => waysOf(id, check.api.names).map((way) => way(one)));
  const asked = await inParallel([...calls, ...sessions.map((session) => ({ ...input, ...session }))], async (call) => {
    const exchange = await check.api.call(id, { as: 'restricted', confirmMfa: true, ...call });
    return { id, path: call.path?.id, exchange };
  });
  // One session may have ended the one before; other checks test whether each is admitted.
  return asked.filter(({ exchange }, place) => place < calls.length || statusOf(exchange) !== 401);
}

/** The operation that shows the other ids of a thing. */
const tells: Readonly<Partial<Record<OperationId, 'readCardV1' | 'readPayment' | 'readBeneficiary'>>> = {
  readCardV1: 'readCardV1',
  readCardLimitsV1: 'readCardV1',
  readPayment: 'readPayment',
  cancelPayment: 'readPayment',
  readBeneficiary: 'readBeneficiary',
};

/** The other ids of the thing, if the main user can read it by them. A target may forget the permission under one of them. */
async function otherIdsFor({ api }: Check, id: OperationId, { path }: Call): Promise<readonly string[]> {
  const reading = tells[id];
  if (reading === undefined || path?.id === undefined) return [];
  const thing = jsonOf(await api.call(reading, { path }));
  const ids = [within(thing, 'id'), within(thing, 'uuid')].map(idIn).filter((one) => one !== undefined);
  const others = ids.filter((other) => !isId(other, path.id!));
  const shown = await inParallel(others, (other) => api.call(reading, { path: { id: other } }));
  return others.filter((_, place) => succeeded(shown[place]!));
}

/** With so many drafts, no other check signs the first of them, because they are signed from the end. */
const enoughDrafts = 10;

/** A target may refuse to sign and still sign, so the draft is read again afterwards. */
async function signsNothing(check: Check): Promise<void> {
  const [draft] = check.profile.fixtures.payments.drafts.length < enoughDrafts ? [] : await openDrafts(check, 1);
  if (draft === undefined || check.profile.allow.signDrafts === 0) return;
  const asked = { ...signing(uuidsOf([draft])), as: 'restricted' } as const;
  const exchange = await unlessUntested(() => pastSecondFactor(check, 'signPayments', asked));
  // A target may refuse the missing sign token before it checks the permission.
  if (exchange) expect(exchange).toBeNotAccepted();
  await expectUnchanged(check, [draft]);
}

/** The other users read things of the main user, and are answered 403 or 404. */
async function whatIsSomebodyElses({ api, profile }: Check): Promise<readonly Exchange[]> {
  const { payments, beneficiaries } = profile.fixtures;
  const [card] = await api.cards.list();
  const reads: readonly (readonly [OperationId, unknown])[] = [
    ['readCard', card?.id],
    ['readPayment', [...payments.notCancellable, ...payments.others][0]],
    ['readBeneficiary', beneficiaries.kind === 'declared' ? beneficiaries.value[0] : undefined],
  ];
  const known = reads.filter(([, id]) => id !== undefined);
  const others = userNamesOf(profile).filter((name) => name !== api.user.name);
  const questions = others.flatMap((as) => known.map(([operation, id]) => ({ as, operation, id: String(id) })));
  return inParallel(questions, ({ as, operation, id }) => api.call(operation, { as, path: { id } }));
}

/** Things that the restricted user can read, so that a refusal is not about them; if he can read none, those of the main user. */
interface Shown {
  readonly card: Readonly<Record<string, unknown>>;
  readonly payment?: string | undefined;
  readonly cancellable?: string | undefined;
  readonly beneficiary?: string | undefined;
}

async function shownToHim(check: Check): Promise<Shown> {
  const { api, profile, fixtures } = check;
  const { payments, beneficiaries } = profile.fixtures;
  const as = 'restricted';
  const cards = (await unlessRefused(() => api.cards.list({}, { as }))) ?? [];
  const firstShown = async (operation: OperationId, ids: readonly string[]) => {
    for (const id of ids.slice(0, mostLookedAt)) {
      if (succeeded(await api.call(operation, { as, path: { id } }))) return id;
    }
    return ids[0];
  };
  const kept = fixtures.keptCancellable();
  return {
    card: [...richest(credentials, check, cards.length > 0 ? cards : await api.cards.list())][0] ?? {},
    payment: await firstShown('readPayment', [...payments.notCancellable, ...payments.others]),
    cancellable: kept && (await firstShown('readPayment', [kept, ...payments.cancellable])),
    beneficiary: await firstShown('readBeneficiary', beneficiaries.kind === 'declared' ? beneficiaries.value : []),
  };
}

const mostLookedAt = 20;

/** Requests with right bodies about things that exist, so that only the permission can be the reason of a refusal. */
async function inputFor(check: Check, id: OperationId, shown: Shown): Promise<Call> {
  const { names } = check.api;
  const { card } = shown;
  const path = pathFor(id, names, {
    '/card/': card.id,
    '/payment/': shown.payment,
    '/beneficiary/': shown.beneficiary,
  });
  switch (id) {
    case 'createBeneficiary':
      check.spend('createBeneficiaries');
      return { json: soundBeneficiary(check.profile) };
    case 'inviteMember':
      check.spend('inviteMembers');
      return { json: await soundMember(check) };
    case 'signPayments':
      return { query: { validate: 1 }, json: { id: await uuidsOfDrafts(check) } };
    case 'cancelPayment': {
      // For a payment that nobody may cancel, the refusal would say nothing about the user.
      const { cancellable } = shown;
      if (cancellable === undefined || check.profile.allow.cancelPayments < 2) return path;
      const cancelling = unlessUntested(async () => {
        check.spend('cancelPayments');
        return { path: { id: cancellable } };
      });
      return (await cancelling) ?? path;
    }
    case 'setSmsBalanceNotification':
      return { ...path, json: {}, open: { enabled: card.isSmsBalanceNotification === true } };
    case 'readCardCredentials':
      return { ...path, json: { fields: ['email'] } };
    case 'createPayment':
      check.spend('createPayments');
      break;
  }
  const template = id in names.bodies ? known(names.bodies[id as OpenBody]) : undefined;
  return { ...path, ...(template && inputOf(filled(template, { walletId: String(card.walletId) }))) };
}

const uuidsOfDrafts = ({ api, profile }: Check): Promise<readonly string[]> =>
  inParallel(profile.fixtures.payments.drafts.slice(0, 1), (id) => paymentUuid(api, id));

/** The id of the kind of thing that the operation's path is about. */
function pathFor(id: OperationId, names: Names, ids: Readonly<Record<string, unknown>>): Call {
  const { path } = operationById(id);
  if (!path.includes('{')) return {};
  const [, found] = Object.entries(ids).find(([part]) => path.includes(part)) ?? [];
  return found === undefined ? anyInputOf(id, names) : { path: { id: String(found) } };
}

/** For a thing of another user a target may answer 404 in place of 403, but for one id the answer must be the same in every way to ask. */
const isForbidden =
  (id: OperationId, isTold: boolean) =>
  (exchange: Exchange): Mismatch => {
    const status = statusOf(exchange);
    const mayBeUnknown = !isTold && (operationById(id).path.includes('{') || id === 'signPayments');
    if (status === 403 || (status === 404 && mayBeUnknown)) return undefined;
    return { expected: `403 from ${id}, which the profile calls forbidden`, got: String(status ?? 'no answer') };
  };
