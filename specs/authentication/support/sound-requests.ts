// Real requests, where the profile allows them: a target that does not refuse one carries it out.
import type { Spent } from '../../../harness/changes/spending.ts';
import type { Check } from '../../../harness/declare/check.ts';
import { unlessUntested } from '../../../harness/declare/failures.ts';
import { anyInputOf } from '../../../harness/prepare/any-input.ts';
import { paymentBodies } from '../../../harness/prepare/payments.ts';
import { filled, inputOf } from '../../../subject/bodies.ts';
import type { CallInput } from '../../../subject/calls.ts';
import { isKnown, known } from '../../../subject/names.ts';
import { allows } from '../../cards/support/card.ts';
import { invitation } from '../../members/support/invitation.ts';

export interface ValidRequest {
  readonly input: CallInput;
  /** A request about nothing that exists may also be refused for that, because it is not stated whether credentials are checked first. */
  readonly about: 'something' | 'nothing';
  /** What it uses up if it is carried out. */
  readonly spends?: Spent;
}

/** The harmless invitation comes first, which is only validated. */
export async function soundInvitations(check: Check): Promise<readonly ValidRequest[]> {
  const json = await unlessUntested(() => invitation(check));
  if (json === undefined) return [];
  const { memberFlag } = check.api.names;
  const validated = isKnown(memberFlag) ? [{ query: { [memberFlag.value]: 1 }, json }] : [];
  const inEarnest = check.profile.allow.inviteMembers > 0 ? [{ json }] : [];
  return [
    ...validated.map((input): ValidRequest => ({ input, about: 'nothing' })),
    ...inEarnest.map((input): ValidRequest => ({ input, about: 'nothing', spends: 'inviteMembers' })),
  ];
}

export async function soundPayments(check: Check): Promise<readonly ValidRequest[]> {
  if (check.profile.allow.createPayments === 0) return [];
  const body = await unlessUntested(() => paymentBodies(check));
  return body === undefined ? [] : [{ input: body(), about: 'something', spends: 'createPayments' }];
}

/** If the body is not known, a target that checks the body first may refuse it. */
export async function soundCalculations({ api, fixtures, profile }: Check): Promise<readonly ValidRequest[]> {
  const template = known(api.names.bodies.calculateCardLimits);
  const [id] = profile.allow.calculateLimits ? await found(fixtures.cards) : [];
  if (id === undefined) return [{ input: anyInputOf('calculateCardLimits', api.names), about: 'nothing' }];
  if (template === undefined) return [{ input: { path: { id } }, about: 'nothing' }];
  const card = (await api.cards.list()).find((one) => String(one.id) === id);
  const values = { cardId: id, ...(card && { walletId: String(card.walletId) }) };
  return [{ input: { path: { id }, ...inputOf(filled(template, values)) }, about: 'something' }];
}

/** Requests for a card whose limits the user may set. */
export async function soundLimits({ api, profile }: Check): Promise<readonly ValidRequest[]> {
  const template = known(api.names.bodies.setCardLimits);
  if (template === undefined || !profile.allow.setCardLimits) return [];
  const card = (await api.cards.list()).find((one) => allows(one, 'canSetLimits'));
  if (card === undefined) return [];
  const values = { walletId: String(card.walletId), cardId: String(card.id) };
  return [{ input: { path: { id: String(card.id) }, ...inputOf(filled(template, values)) }, about: 'something' }];
}

export const found = async (find: () => readonly string[] | Promise<readonly string[]>): Promise<readonly string[]> =>
  (await unlessUntested(async () => find())) ?? [];
