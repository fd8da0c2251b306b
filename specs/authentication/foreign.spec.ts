// What the profile says the user must not see (Errors, rules 2 and 3).
import type { OperationId } from '../../contract/operations.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { expect } from '../../harness/assert/expect.ts';
import { inParallel } from '../../harness/assert/parallel.ts';
import type { Check } from '../../harness/declare/check.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import { demandedMfa, inWords, succeeded } from '../../subject/answers.ts';
import type { CallInput } from '../../subject/calls.ts';
import { type Card, current } from '../cards/support/card.ts';
import { invitation, invite, wayOf } from '../members/support/invitation.ts';

type Kind = 'cards' | 'payments' | 'beneficiaries' | 'wallets';

const keptFromUser = `cards, payments, beneficiaries and wallets that the profile says the user must not see, where it
  names any, are not shown to this user by their ids, and nobody is invited to such a wallet`;

requirement('AUTH-22', keptFromUser, 'cards', async (check) => {
  const foreign = named(check, 'cards');
  if (foreign.length === 0) return;
  const listed = (await check.api.cards.list()).map((card: Card) => current.uuidOf(card));
  expect(listed.filter((id) => foreign.some((other) => other.toLowerCase() === id))).toBeExactly([]);
  for (const id of ['readCard', 'readCardV1', 'readCardLimitsV1'] as const) await showsNone(check, id, listed, foreign);
  if (!check.profile.allow.readCredentials) return;
  await showsNone(check, 'readCardCredentials', listed, foreign, { json: { fields: ['phone'] } });
});

requirement('AUTH-22', keptFromUser, 'payments', async (check) => {
  const foreign = named(check, 'payments');
  if (foreign.length > 0) await showsNone(check, 'readPayment', check.fixtures.payments(), foreign);
});

requirement('AUTH-22', keptFromUser, 'beneficiaries', async (check) => {
  const foreign = named(check, 'beneficiaries');
  if (foreign.length > 0) await showsNone(check, 'readBeneficiary', check.fixtures.beneficiaries(), foreign);
});

requirement('AUTH-22', keptFromUser, 'wallets', async (check) => {
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

/** So many of one's own are asked for: some may have no limits, or be too young for v1. */
const most = 20;

/** Beside one's own, of which one is shown. If all of them are refused, the refusals of the others say nothing. */
async function showsNone(
  check: Check,
  id: OperationId,
  own: readonly string[],
  foreign: readonly string[],
  input: CallInput = {},
): Promise<void> {
  const ask = (thing: string) => check.api.call(id, { ...input, path: { id: thing }, confirmMfa: true });
  const exchanges = await inParallel(foreign, ask);
  for (const exchange of exchanges) {
    if (demandedMfa(exchange) !== undefined) check.untested('an answer without a demand for a second factor');
    expect(exchange).toBeRefused();
  }
  // One after the other: the first is nearly always shown, and then nothing more is read, credentials least of all.
  let twin: Exchange | undefined;
  for (const thing of own.slice(0, most)) {
    twin = await ask(thing);
    if (succeeded(twin)) return;
  }
  check.untested(`something of one's own that ${id} answers: ${twin ? inWords(twin) : 'none is known'}`);
}
