// Sign tokens that were never issued, sent by a user with another type of factor than the main user, because a target may check only the
// tokens of one type.
import { randomBytes } from 'node:crypto';
import type { Exchange } from '../../../exchange/exchange.ts';
import { accepted, type Mismatch } from '../../../harness/assert/comparisons.ts';
import { expect } from '../../../harness/assert/expect.ts';
import { inParallel } from '../../../harness/assert/parallel.ts';
import type { Check } from '../../../harness/declare/check.ts';
import { newContacts } from '../../../harness/prepare/invitation.ts';
import { lookalikeOf } from '../../../harness/prepare/lookalike.ts';
import { confirmingUsers } from '../../../harness/prepare/second-factor.ts';
import { jsonOf, succeeded, textWithin } from '../../../subject/answers.ts';
import { paymentUuid } from '../../../subject/discovery/payment-uuid.ts';
import { known } from '../../../subject/names.ts';
import { areTwoPeople } from '../../../subject/profile/profile.ts';
import { soundMember } from '../../errors/support/sound-calls.ts';
import { signing } from '../../payments/support/drafts.ts';
import { draftOfMfaUser } from './uses.ts';

const as = 'mfa';

const isSomebodyElse = (check: Check): boolean =>
  confirmingUsers(check).includes(as) && areTwoPeople(check.profile, as, check.api.user.name);

async function neverIssued({ api }: Check): Promise<readonly string[]> {
  const token = await (await api.session(as)).accessToken();
  return [randomBytes(24).toString('base64url'), lookalikeOf(token)];
}

export async function signsNothing(check: Check): Promise<void> {
  if (!isSomebodyElse(check) || known(check.api.names.signToken) === undefined) return;
  const draft = await draftOfMfaUser(check);
  const uuid = await paymentUuid(check.api, draft, as);
  const sign = (open = {}) => check.api.call('signPayments', { ...signing([uuid], open), as });
  const tokens = (await neverIssued(check)).map((signToken) => ({ signToken }));
  for (const exchange of await inParallel([{}, ...tokens], sign)) expect(exchange).toBeNotCarriedOut();
  // Other checks may sign the drafts of the profile meanwhile.
  if (check.fixtures.drafts().includes(draft)) return;
  const after = await check.api.call('readPayment', { as, path: { id: draft } });
  if (succeeded(after)) expect(after).toSatisfy(isNotSigned);
}

/** A new payment may be examined or rejected without a request: the possible changes of status are not stated. */
function isNotSigned(exchange: Exchange): Mismatch {
  const status = textWithin(jsonOf(exchange), 'status') ?? 'none';
  return ['draft', 'compliance', 'rejected', 'canceled'].includes(status)
    ? undefined
    : { expected: 'a status that a draft may have which nobody signed', got: status };
}

export async function invitesNobody(check: Check): Promise<void> {
  if (!isSomebodyElse(check)) return;
  const { api, profile } = check;
  const member = await soundMember(check, as);
  const invite = (open = {}) => api.call('inviteMember', { as, json: { ...member, ...newContacts(profile), ...open } });
  const isDemanded = async () => {
    check.spend('inviteMembers');
    return accepted(await invite()) !== undefined;
  };
  const tokens = await neverIssued(check);
  check.spend('inviteMembers');
  const [without, ...others] = await inParallel([{}, ...tokens.map((signToken) => ({ signToken }))], invite);
  // A target that demands no sign token need not check one.
  if (accepted(without!) === undefined) return;
  for (const exchange of others) {
    // A target may stop demanding one from a user who confirmed a moment ago.
    if (accepted(exchange) === undefined && !(await isDemanded())) return;
    expect(exchange).toBeNotCarriedOut();
  }
}
