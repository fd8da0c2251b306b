// Things that the user must not see, by the profile.
import type { OperationId } from '../../../contract/operations.ts';
import type { Exchange } from '../../../exchange/exchange.ts';
import type { Mismatch } from '../../../harness/assert/comparisons.ts';
import { expect } from '../../../harness/assert/expect.ts';
import { inParallel } from '../../../harness/assert/parallel.ts';
import { shared } from '../../../harness/assert/shared.ts';
import type { Check } from '../../../harness/declare/check.ts';
import { unlessRefused, unlessUntested } from '../../../harness/declare/failures.ts';
import { bodiesOfEachKind, createdIn, isShown } from '../../../harness/prepare/beneficiaries.ts';
import { oncePerOccasion } from '../../../harness/prepare/once.ts';
import { demandedMfa, jsonOf, succeeded, textWithin } from '../../../subject/answers.ts';
import type { UserName } from '../../../subject/profile/profile.ts';
import { current } from '../../cards/support/card.ts';
import { credentials, richest } from '../../cards/support/extras.ts';
import { additionsTo } from '../../errors/support/ways.ts';
import { foreignCards } from './foreign-cards.ts';
import { sessionsBegunOtherwise } from './other-tokens.ts';

const few = 3;

type Kind = 'cards' | 'payments' | 'beneficiaries' | 'wallets';

export const keptFromUser =
  'what the profile says a user must not see is neither shown to this user nor changed for him by its id';

/** The ids that the profile names. */
export function named({ profile, observe }: Check, kind: Kind): readonly string[] {
  const ids = profile.fixtures.foreign[kind] ?? [];
  observe(`the profile names ${ids.length || 'no'} ${kind} that the user must not see`);
  return ids;
}

/** The UUIDs of the cards that the profile names or, where it leaves them out, of the second user's cards. */
export const cardsKeptFromUser = shared(async (check): Promise<readonly string[]> => {
  if (check.profile.fixtures.foreign.cards !== undefined) return named(check, 'cards');
  const cards = (await unlessRefused(() => unlessUntested(() => foreignCards(check)))) ?? [];
  check.observe(`the lists of the second user name ${cards.length || 'no'} cards that the user must not see`);
  return cards.map(({ card }) => current.idOf(card));
});

/** For each type, the card with the most names to ask for, as its owner lists them; if the owner is unknown, the first cards. */
export async function fewCards(check: Check, foreign: readonly string[]): Promise<readonly string[]> {
  const { api, profile } = check;
  const known = new Set(foreign.map((id) => id.toLowerCase()));
  const listed = profile.users.second && (await unlessRefused(() => api.cards.list({}, { as: 'second' })));
  const theirs = (listed ?? []).filter((card) => known.has(current.uuidOf(card)));
  return theirs.length > 0 ? [...richest(credentials, check, theirs)].map(current.idOf) : foreign.slice(0, few);
}

/** Calls in sessions that did not begin with a login in JSON; empty where a second session has to wait for a code. */
export const otherSessions = oncePerOccasion(async (check) => {
  const { confirmer, user } = check.api;
  return confirmer(user.name).waitsForCodes ? [] : sessionsBegunOtherwise(check, user.name);
});

/** The ids of a beneficiary that the owner of these creates now, because a target may check the owner only of older ones. */
export async function createdByOwnerOf(check: Check, ids: readonly string[]): Promise<readonly string[]> {
  const { api, profile } = check;
  const as = 'second';
  if (profile.users[as] === undefined || profile.allow.createBeneficiaries === 0) return [];
  const reads = await inParallel(ids, (id) => api.call('readBeneficiary', { as, path: { id } }));
  const [json] = bodiesOfEachKind(check);
  if (json === undefined || !reads.some(isShown)) return [];
  // Where no more may be created, only those that the profile names are tested.
  const created = await unlessUntested(async () => {
    check.spend('createBeneficiaries');
    return createdIn(await api.call('createBeneficiary', { as, json, confirmMfa: true }));
  });
  return created ? [created.uuid, created.id] : [];
}

/** Each optional part of these things must be refused. A demand is not confirmed where each needs a new code. */
export async function tellsNothingBesides(
  { api }: Check,
  id: OperationId,
  things: readonly string[],
  as: UserName = api.user.name,
): Promise<void> {
  const confirmMfa = !api.confirmer(as).waitsForCodes;
  const asked = things.flatMap((thing) => additionsTo(id, api.names).map((one) => ({ ...one, path: { id: thing } })));
  await inParallel(asked, async (input) => {
    const exchange = await api.call(id, { ...input, as, confirmMfa });
    if (demandedMfa(exchange) === undefined) expect(exchange).toBeRefused();
  });
}

export const showsOther =
  (uuid: string) =>
  (exchange: Exchange): Mismatch =>
    succeeded(exchange) && textWithin(jsonOf(exchange), 'uuid')?.toLowerCase() === uuid.toLowerCase()
      ? { expected: 'nothing that the user must not see', got: `what has the UUID ${uuid}` }
      : undefined;
