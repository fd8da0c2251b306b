// Things that the user must not see, by the profile, asked for by their numbers (Errors, rules 2 and 3). If the profile gives only the UUID,
// the number is read as the owner. The same number may also name a thing of the user's own.
import type { OperationId } from '../../contract/operations.ts';
import { isUuid } from '../../contract/text/uuid.ts';
import { idIn } from '../../generators/ids.ts';
import { expect } from '../../harness/assert/expect.ts';
import { inParallel } from '../../harness/assert/parallel.ts';
import type { Check } from '../../harness/declare/check.ts';
import { unlessRefused, unlessUntested } from '../../harness/declare/failures.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import { bodiesOfEachKind, createdIn } from '../../harness/prepare/beneficiaries.ts';
import { succeeded } from '../../subject/answers.ts';
import type { UserName } from '../../subject/profile/profile.ts';
import { type Card, legacy } from '../cards/support/card.ts';
import { waysOf } from '../errors/support/ways.ts';
import { isStill, may, type ReadPayment, readPayments, uuidOf } from '../payments/support/payment.ts';
import { readAgain } from '../payments/support/read-again.ts';
import { cardsKeptFromUser, keptFromUser, named, otherSessions, showsOther } from './support/kept-from-user.ts';

interface Foreign {
  readonly uuid: string;
  readonly number: unknown;
}

requirement('AUTH-22', keptFromUser, 'cards by their numbers', async (check) => {
  const foreign = (await cardsKeptFromUser(check)).map((id) => id.toLowerCase());
  if (foreign.length === 0 || check.profile.users.second === undefined) return;
  const listed = (await unlessRefused(() => check.api.cardsV1.list({}, { as: 'second' }))) ?? [];
  const theirs = listed.filter((card: Card) => foreign.includes(legacy.uuidOf(card)));
  await showsNoneByNumber(
    check,
    'readCardV1',
    theirs.map((card: Card) => ({ uuid: legacy.uuidOf(card), number: card.id })),
  );
  // Limits do not show the owner, so a number that names a card of the user's own is left out.
  for (const number of theirs.map((card: Card) => idIn(card.id)).filter((id) => id !== undefined)) {
    if (succeeded(await check.api.call('readCardV1', { path: { id: number } }))) continue;
    expect(await check.api.call('readCardLimitsV1', { path: { id: number } })).toBeRefused();
  }
});

requirement('AUTH-22', keptFromUser, 'payments by their numbers', async (check) => {
  const foreign = named(check, 'payments');
  if (foreign.length === 0 || check.profile.users.second === undefined) return;
  const theirs = await readPayments(check, foreign, { as: 'second' });
  await showsNoneByNumber(
    check,
    'readPayment',
    theirs.map((payment) => ({ uuid: uuidOf(payment), number: payment.fields.id })),
  );
  await cancelsNoneByNumber(check, theirs);
});

const fewCancelled = 2;

/**
 * Other checks try the payments that the profile names by a number. A target may refuse but still cancel, so the payment is read as its
 * owner.
 */
async function cancelsNoneByNumber(check: Check, theirs: readonly ReadPayment[]): Promise<void> {
  const { api, profile } = check;
  if (profile.allow.cancelPayments === 0) return;
  const cancellable = theirs.filter((payment) => isUuid(payment.id) && may(payment, 'canCancel'));
  for (const before of cancellable.slice(0, fewCancelled)) {
    const number = idIn(before.fields.id);
    if (number === undefined) continue;
    // The number may be that of a payment of the user's own.
    const path = { id: number };
    if (succeeded(await api.call('readPayment', { path }))) continue;
    await api.call('cancelPayment', { path, confirmMfa: true });
    for (const { exchange } of await readAgain(check, [before], { as: 'second' })) {
      expect(exchange).toSatisfy(isStill(before));
    }
  }
}

// A beneficiary does not show its number, but the answer to its creation does, so its owner creates one now. It is foreign if the user is
// refused under the UUID by which its owner reads it.
requirement('AUTH-22', keptFromUser, 'a beneficiary by its number', async (check) => {
  const { api, profile } = check;
  if (profile.users.second === undefined || profile.allow.createBeneficiaries === 0) return;
  const theirs = await unlessUntested(() => createdBySecond(check));
  if (theirs === undefined) return;
  const isShownTo = async (as: UserName) =>
    succeeded(await api.call('readBeneficiary', { as, path: { id: theirs.uuid } }));
  if (!(await isShownTo('second')) || (await isShownTo(api.user.name))) return;
  await showsNoneByNumber(check, 'readBeneficiary', [theirs]);
});

async function createdBySecond(check: Check): Promise<Foreign | undefined> {
  for (const json of bodiesOfEachKind(check)) {
    check.spend('createBeneficiaries');
    const created = createdIn(await check.api.call('createBeneficiary', { as: 'second', json }));
    if (created) return { uuid: created.uuid, number: created.id };
  }
  return undefined;
}

async function showsNoneByNumber(check: Check, id: OperationId, foreign: readonly Foreign[]): Promise<void> {
  const sessions = await otherSessions(check);
  await inParallel(foreign, async ({ uuid, number }, turn) => {
    const path = idIn(number);
    if (path === undefined) return;
    const input = { path: { id: path } };
    // A target may check the owner only when no expansion is asked for.
    const asked = waysOf(id, check.api.names).map((way) => way(input));
    const session = sessions[turn % sessions.length];
    for (const call of [...asked, ...(session ? [{ ...session, ...input }] : [])]) {
      expect(await check.api.call(id, call)).toSatisfy(showsOther(uuid));
    }
  });
}
