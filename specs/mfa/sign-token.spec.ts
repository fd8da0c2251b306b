// The sign token where it is asked for: inviting a member and signing drafts (Authentication, rule 5).
import { randomInt } from 'node:crypto';
import type { Exchange } from '../../exchange/exchange.ts';
import { demandedMfa, inWords, isFields, jsonOf, succeeded } from '../../target/answers.ts';
import { withSignToken } from '../../target/api.ts';
import { nameOf } from '../../target/names.ts';
import type { UserName } from '../../target/profile.ts';
import type { Check } from '../harness/check.ts';
import { expect } from '../harness/expect.ts';
import { requirement } from '../harness/requirement.ts';
import { confirmingUsers } from '../harness/second-factor.ts';

requirement('MFA-13', 'invitation', async (check) => {
  let missing = 'an invitation that asks for a sign token, and how its user confirms (users.*.mfa)';
  for (const user of invitersOf(check)) {
    check.spend('inviteMembers');
    const invitation = { as: user, json: await newMember(check, user) };
    const asked = await check.api.call('inviteMember', invitation);
    const signToken = await signTokenDemandedBy(check, user, asked);
    if (signToken === undefined) {
      if (!succeeded(asked)) missing = `an invitation that asks for a sign token: ${inWords(asked)}`;
      continue;
    }
    const place = { in: 'body', name: 'signToken' } as const;
    const invited = await check.api.call('inviteMember', withSignToken(invitation, place, signToken));
    expect(invited).toBeAccepted();
    return;
  }
  check.untested(missing);
});

requirement('MFA-13', 'signing', async (check) => {
  const { api, spend, untested } = check;
  const name = nameOf(api.names, 'signToken');
  const user = api.user.name;
  const draft = await unsignedDraft(check);
  spend('signDrafts');
  const signing = { query: { validate: 0 }, json: { id: [draft] } };
  const asked = await api.call('signPayments', signing);
  const signToken = await signTokenDemandedBy(check, user, asked);
  if (signToken === undefined) return untested(`signing that demands a second factor: ${inWords(asked)}`);
  const signed = await api.call('signPayments', withSignToken(signing, { in: 'query', name }, signToken));
  // Another check may have signed the draft meanwhile.
  if (!succeeded(signed) && !(await isDraft(check, draft))) untested('a draft that nobody else signs');
  expect(signed).toBeAccepted();
});

/** The main user and the one whom a target is likeliest to ask; whoever is not asked invites somebody. */
const invitersOf = (check: Check): readonly UserName[] => {
  const inviters: readonly UserName[] = [check.api.user.name, 'mfa'];
  return confirmingUsers(check).filter((user) => inviters.includes(user));
};

/** Undefined when nothing was demanded, or the demand could not be confirmed. */
async function signTokenDemandedBy(check: Check, user: UserName, exchange: Exchange): Promise<string | undefined> {
  const mfaToken = demandedMfa(exchange);
  if (mfaToken === undefined) return undefined;
  const confirmation = await check.api.confirm(mfaToken, user);
  return confirmation.kind === 'confirmed' ? confirmation.signToken : undefined;
}

/** Drafts are taken from the end: the checks of payments begin at the other. */
async function unsignedDraft(check: Check): Promise<string> {
  for (const draft of check.fixtures.drafts().toReversed()) if (await isDraft(check, draft)) return draft;
  return check.untested('a payment that is still a draft (fixtures.payments.drafts)');
}

async function isDraft({ api }: Check, id: string): Promise<boolean> {
  const payment = jsonOf(await api.call('readPayment', { path: { id } }));
  if (!isFields(payment)) return false;
  const { permissions, status } = payment;
  return status === 'draft' && isFields(permissions) && permissions.canSign === true;
}

async function newMember({ api, profile }: Check, user: UserName): Promise<Readonly<Record<string, unknown>>> {
  const cards = await api.cards.list({}, { as: user });
  const wallet = cards[0]?.walletId;
  return {
    email: profile.allow.memberEmail.replaceAll('<uuid>', crypto.randomUUID()),
    phone: profile.allow.memberPhone.replaceAll('<counter>', String(randomInt(1_000_000, 10_000_000))),
    name: 'Assay member',
    walletAccess: wallet === undefined ? [] : [wallet],
    role: 'viewOnly',
    expiredAt: null,
  };
}
