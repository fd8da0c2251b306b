// Things that the user must not see, by the profile (Errors, rules 2 and 3).
import { type OperationId, operationById } from '../../contract/operations.ts';
import { inEachSpelling, isUuid } from '../../contract/text/uuid.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { expect } from '../../harness/assert/expect.ts';
import { inParallel } from '../../harness/assert/parallel.ts';
import { sample } from '../../harness/assert/sample.ts';
import type { Check } from '../../harness/declare/check.ts';
import { unlessUntested } from '../../harness/declare/failures.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import { beneficiariesOf } from '../../harness/prepare/beneficiaries.ts';
import { pastSecondFactor } from '../../harness/prepare/past-second-factor.ts';
import { demandedMfa, inWords, jsonOf, succeeded, textWithin } from '../../subject/answers.ts';
import { filled, inputOf } from '../../subject/bodies.ts';
import type { CallInput } from '../../subject/calls.ts';
import { isKnown } from '../../subject/names.ts';
import { type Card, current } from '../cards/support/card.ts';
import { isOn, isSwitchable, laterRead, stateOf as shownIn, shows, switching } from '../cards/support/notification.ts';
import { waysOf } from '../errors/support/ways.ts';
import { endlessInvitation, invitation, invite, readingForms, wayOf } from '../members/support/invitation.ts';
import { isDraft, isStill, readPayments, stateOf } from '../payments/support/payment.ts';
import { readAgain } from '../payments/support/read-again.ts';
import { signedBesideDraft } from '../payments/support/signable.ts';
import {
  cardsKeptFromUser,
  createdByOwnerOf,
  fewCards,
  keptFromUser,
  named,
  otherSessions,
  tellsNothingBesides,
} from './support/kept-from-user.ts';

requirement('AUTH-22', keptFromUser, 'cards', async (check) => {
  const foreign = await cardsKeptFromUser(check);
  if (foreign.length === 0) return;
  const listed = (await check.api.cards.list()).map((card: Card) => current.idOf(card));
  const shown = listed.filter((id) => foreign.some((other) => other.toLowerCase() === id.toLowerCase()));
  expect(shown).toBeExactly([]);
  const few = check.profile.allow.readCredentials ? await fewCards(check, foreign) : [];
  for (const id of ['readCardCredentials', 'readCardV1'] as const) await tellsNothingBesides(check, id, few);
  for (const [id, input] of requestsAbout(check)) {
    const hides = () => showsNone(check, id, listed, foreign, input);
    // A missing prerequisite leaves the check untested only where the profile names the foreign cards.
    await (check.profile.fixtures.foreign.cards ? hides() : unlessUntested(hides));
  }
});

function requestsAbout(check: Check): ReadonlyArray<readonly [OperationId, CallInput]> {
  const { calculateLimits, readCredentials } = check.profile.allow;
  const reads = ['readCard', 'readCardV1', 'readCardLimitsV1'] as const;
  return [
    ...reads.flatMap((id) => waysOf(id, check.api.names).map((way) => [id, way({})] as const)),
    ...(calculateLimits ? [['calculateCardLimits', calculation(check)] as const] : []),
    ...(readCredentials ? [['readCardCredentials', { json: { fields: ['phone'] } }] as const] : []),
  ];
}

function calculation({ api }: Check): CallInput {
  const template = api.names.bodies.calculateCardLimits;
  return isKnown(template) ? inputOf(filled(template.value, {})) : {};
}

// The user's own cards are not switched, because the check only asks about cards of others and a switch changes a card.
requirement('AUTH-22', keptFromUser, 'the limits of cards', async (check) => {
  const template = check.api.names.bodies.setCardLimits;
  if (!check.profile.allow.setCardLimits || !isKnown(template)) return;
  for (const id of sample(await cardsKeptFromUser(check), few, check.seed).flatMap(inEachSpelling)) {
    const call = { path: { id }, ...inputOf(filled(template.value, { cardId: id })), confirmMfa: true };
    expect(await check.api.call('setCardLimits', call)).toBeNotCarriedOut();
  }
});

// Sends the current value, as the owner reads it, so that a target which accepts the request changes nothing.
requirement('AUTH-22', keptFromUser, 'the notification of cards', async (check) => {
  for (const card of await theirSwitchable(check)) {
    for (const exchange of await switchedInEachWay(check, card, isOn(card))) expect(exchange).toBeNotCarriedOut();
  }
});

// A target may refuse but still switch, so the card is read as its owner. Another user who sees the card may switch it meanwhile.
requirement('AUTH-22', keptFromUser, 'the notification of a card, as its owner reads it', (check) =>
  check.retried(async () => {
    const card = (await theirSwitchable(check)).at(-1);
    if (card === undefined) return;
    const [path, before] = [{ id: current.idOf(card) }, isOn(card)];
    const exchanges = await switchedInEachWay(check, card, !before);
    const after = await laterRead(check, path, 'second');
    if (succeeded(after) && shownIn(jsonOf(after)) !== before) {
      const back = { as: 'second', path, ...switching(check, before) } as const;
      await pastSecondFactor(check, 'setSmsBalanceNotification', back);
    }
    for (const exchange of exchanges) expect(exchange).toBeNotCarriedOut();
    if (succeeded(after)) expect(after).toSatisfy(shows(before, 'the card of another user'));
  }),
);

/** The cards that the user must not see, and whose owner may switch their notification. */
async function theirSwitchable(check: Check): Promise<readonly Card[]> {
  const { api, profile } = check;
  const foreign = (await cardsKeptFromUser(check)).map((id) => id.toLowerCase());
  if (foreign.length === 0 || profile.users.second === undefined) return [];
  if (!profile.allow.smsNotification || !isKnown(api.names.smsField)) return [];
  const theirs = await api.cards.list({}, { as: 'second' });
  return theirs.filter((card) => foreign.includes(current.uuidOf(card)) && isSwitchable(card));
}

async function switchedInEachWay(check: Check, card: Card, on: boolean): Promise<readonly Exchange[]> {
  const exchanges: Exchange[] = [];
  for (const way of waysOf('setSmsBalanceNotification', check.api.names)) {
    const asked = way({ path: { id: current.idOf(card) }, ...switching(check, on) });
    exchanges.push(await check.api.call('setSmsBalanceNotification', { ...asked, confirmMfa: true }));
  }
  return exchanges;
}

requirement('AUTH-22', keptFromUser, 'payments', async (check) => {
  const foreign = named(check, 'payments');
  if (foreign.length === 0) return;
  await tellsNothingBesides(check, 'readPayment', sample(foreign, few, check.seed));
  const ids = await withUuids(check, 'readPayment', foreign);
  for (const way of waysOf('readPayment', check.api.names)) {
    await showsNone(check, 'readPayment', check.fixtures.payments(), ids, way({}));
  }
});

const few = 3;

// Validating drafts signs nothing. Cancelling is tried with few payments, and only where the profile allows cancelling.
requirement('AUTH-22', keptFromUser, 'what is done to payments', async (check) => {
  const { api, profile } = check;
  const foreign = named(check, 'payments');
  // Drafts are signed by their UUIDs.
  const ids = await withUuids(check, 'readPayment', foreign);
  for (const uuid of ids.filter(isUuid).flatMap(inEachSpelling)) {
    expect(await api.call('signPayments', { query: { validate: 1 }, json: { id: [uuid] } })).toBeNotCarriedOut();
  }
  if (profile.allow.cancelPayments === 0) return;
  const few = sample(ids, fewCancelled, check.seed);
  // A target may refuse but still cancel, so the payment is read as its owner.
  const theirs = profile.users.second ? await readPayments(check, few, { as: 'second' }) : [];
  for (const id of few.flatMap(inEachSpelling)) {
    expect(await api.call('cancelPayment', { path: { id }, confirmMfa: true })).toBeNotCarriedOut();
  }
  for (const { before, exchange } of await readAgain(check, theirs, { as: 'second' })) {
    expect(exchange).toSatisfy(isStill(before));
  }
});

const fewCancelled = 6;

// A target may check only one of several drafts, so they are read as their owner to see whether one was signed.
requirement('AUTH-22', keptFromUser, 'drafts beside one of the user', async (check) => {
  const foreign = named(check, 'payments');
  if (foreign.length === 0 || check.profile.users.second === undefined) return;
  const theirs = () => readPayments(check, foreign, { as: 'second' });
  const drafts = (await theirs()).filter(isDraft).slice(0, 1);
  if (drafts.length === 0 || !(await signedBesideDraft(check, drafts))) return;
  const after = (await theirs()).filter(({ id }) => id === drafts[0]?.id);
  expect(after.map(stateOf)).toBeExactly(drafts.map(stateOf));
});

/** The ids that the profile names, and their UUIDs as the owner reads them. A number may also name a thing of another user. */
async function withUuids(
  check: Check,
  id: 'readPayment' | 'readBeneficiary',
  ids: readonly string[],
): Promise<readonly string[]> {
  if (check.profile.users.second === undefined) return ids;
  const uuids = await inParallel(ids, async (named) => {
    return textWithin(jsonOf(await check.api.call(id, { as: 'second', path: { id: named } })), 'uuid');
  });
  return [...new Set([...ids, ...uuids.filter((uuid) => uuid !== undefined)])];
}

requirement('AUTH-22', keptFromUser, 'beneficiaries', async (check) => {
  const foreign = named(check, 'beneficiaries');
  if (foreign.length === 0) return;
  const ids = await withUuids(check, 'readBeneficiary', foreign);
  await showsNone(check, 'readBeneficiary', await beneficiariesOf(check), [
    ...ids,
    ...(await createdByOwnerOf(check, ids)),
  ]);
});

requirement('AUTH-22', keptFromUser, 'wallets', async (check) => {
  const foreign = named(check, 'wallets');
  if (foreign.length === 0) return;
  const shown = (await check.api.cards.list()).map((card: Card) => String(card.walletId).toLowerCase());
  expect(shown.filter((id) => foreign.some((other) => other.toLowerCase() === id))).toBeExactly([]);
  if (check.profile.allow.inviteMembers === 0) return;
  await wayOf(check);
  const [own] = await check.fixtures.wallets();
  // A target may check only the first of several ids, or the last.
  const lists = [...foreign.map((wallet) => [wallet]), [own, foreign[0]], [foreign[0], own]];
  const invited = async (asking: Check, input: CallInput) => {
    check.spend('inviteMembers');
    expect(await invite(asking, input)).toBeNotAccepted();
  };
  for (const walletAccess of lists) await invited(check, { json: { ...(await invitation(check)), walletAccess } });
  // The list syntax of forms may have to be found out first.
  const reading = await unlessUntested(() => readingForms(check));
  if (reading === undefined) return;
  for (const walletAccess of lists)
    await unlessUntested(async () => invited(reading, { form: { ...(await endlessInvitation(check)), walletAccess } }));
});

const isRead = (id: OperationId): boolean => operationById(id).method === 'GET' || id === 'readCardCredentials';

/** The most of the user's own things that are asked for, because some may have no limits or be too new for v1. */
const most = 20;

/**
 * Asks for the user's own things too, of which one has to be shown. If all of these are refused, the refusals of the foreign ones prove
 * nothing.
 */
async function showsNone(
  check: Check,
  id: OperationId,
  own: readonly string[],
  foreign: readonly string[],
  input: CallInput = {},
): Promise<void> {
  const ask = (thing: string, session: CallInput = {}) =>
    check.api.call(id, { ...input, ...session, path: { id: thing }, confirmMfa: true });
  // A target may cache what its owner was shown, and show that to others.
  if (check.profile.users.second !== undefined && isRead(id)) {
    await inParallel(foreign, (thing) => check.api.call(id, { ...input, path: { id: thing }, as: 'second' }));
  }
  // A target may find a thing by any spelling of its UUID, but check the permission for only one spelling.
  const exchanges = await inParallel(foreign.flatMap(inEachSpelling), (thing) => ask(thing));
  for (const exchange of exchanges) {
    if (demandedMfa(exchange) !== undefined) check.untested('an answer without a demand for a second factor');
    expect(exchange).toBeRefused();
  }
  // Things and sessions are combined in turn, so that each of them is used at least once.
  const sessions = await otherSessions(check);
  const turns = Array.from({ length: sessions.length && Math.max(foreign.length, sessions.length) }, (_, turn) => turn);
  const askInTurn = (turn: number) => ask(foreign[turn % foreign.length]!, sessions[turn % sessions.length]);
  for (const exchange of await inParallel(turns, askInTurn)) {
    if (demandedMfa(exchange) === undefined) expect(exchange).toBeRefused();
  }
  // One after another, because the first is nearly always shown. So no more is read than needed, which matters most for credentials.
  let twin: Exchange | undefined;
  for (const thing of own.slice(0, most)) {
    twin = await ask(thing);
    if (succeeded(twin)) return;
  }
  check.untested(`something of one's own that ${id} answers: ${twin ? inWords(twin) : 'none is known'}`);
}
