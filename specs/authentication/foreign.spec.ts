// What the profile says the user must not see (Errors, rules 2 and 3).
import type { OperationId } from '../../contract/operations.ts';
import { demandedMfa, inWords, succeeded } from '../../target/answers.ts';
import type { CallInput } from '../../target/calls.ts';
import { type Card, current } from '../cards/card.ts';
import type { Check } from '../harness/check.ts';
import { expect } from '../harness/expect.ts';
import { inParallel } from '../harness/parallel.ts';
import { requirement } from '../harness/requirement.ts';
import { invitation, invite, wayOf } from '../members/invitation.ts';

type Kind = 'cards' | 'payments' | 'beneficiaries' | 'wallets';

requirement('AUTH-22', 'cards', async (check) => {
  const foreign = named(check, 'cards');
  if (foreign.length === 0) return;
  const listed = (await check.api.cards.list()).map((card: Card) => current.uuidOf(card));
  expect(listed.filter((id) => foreign.some((other) => other.toLowerCase() === id))).toBeExactly([]);
  const [own = check.untested("a card of one's own")] = listed;
  for (const id of ['readCard', 'readCardV1', 'readCardLimitsV1'] as const) await showsNone(check, id, own, foreign);
  if (!check.profile.allow.readCredentials) return;
  await showsNone(check, 'readCardCredentials', own, foreign, { json: { fields: ['phone'] } });
});

requirement('AUTH-22', 'payments', async (check) => {
  const foreign = named(check, 'payments');
  if (foreign.length > 0) await showsNone(check, 'readPayment', check.fixtures.payments()[0]!, foreign);
});

requirement('AUTH-22', 'beneficiaries', async (check) => {
  const foreign = named(check, 'beneficiaries');
  if (foreign.length > 0) await showsNone(check, 'readBeneficiary', check.fixtures.beneficiaries()[0]!, foreign);
});

requirement('AUTH-22', 'wallets', async (check) => {
  const foreign = named(check, 'wallets');
  if (foreign.length === 0) return;
  const shown = (await check.api.cards.list()).map((card: Card) => String(card.walletId).toLowerCase());
  expect(shown.filter((id) => foreign.some((other) => other.toLowerCase() === id))).toBeExactly([]);
  if (check.profile.allow.inviteMembers === 0) return;
  await wayOf(check);
  for (const wallet of foreign) {
    check.spend('inviteMembers');
    const exchange = await invite(check, { json: { ...(await invitation(check)), walletAccess: [wallet] } });
    expect(exchange).toBeNotAccepted();
  }
});

function named({ profile, observe }: Check, kind: Kind): readonly string[] {
  const ids = profile.fixtures.foreign[kind];
  observe(`the profile names ${ids.length || 'no'} ${kind} that the user must not see`);
  return ids;
}

/** Beside one's own, which is shown. A refusal of that says nothing of the others. */
async function showsNone(
  check: Check,
  id: OperationId,
  own: string,
  foreign: readonly string[],
  input: CallInput = {},
): Promise<void> {
  const ask = (thing: string) => check.api.call(id, { ...input, path: { id: thing }, confirmMfa: true });
  const exchanges = await inParallel(foreign, ask);
  for (const exchange of exchanges) {
    if (demandedMfa(exchange) !== undefined) check.untested('an answer without a demand for a second factor');
    expect(exchange).toBeRefused();
  }
  const twin = await ask(own);
  if (!succeeded(twin)) check.untested(`something of one's own that ${id} answers: ${inWords(twin)}`);
}
