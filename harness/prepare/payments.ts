// Payments that a check makes. The body comes from the profile, because the specification shows none.

import { filled, inputOf } from '../../subject/bodies.ts';
import type { CallBody } from '../../subject/calls.ts';
import { isKnown } from '../../subject/names.ts';
import type { UserName } from '../../subject/profile/profile.ts';
import type { Check } from '../declare/check.ts';

interface Paying {
  readonly as?: UserName;
  /** Another wallet than that of the user's first card. */
  readonly walletId?: string;
}

/** Collects once what is needed, and returns a function that makes a new body at each call. */
export async function paymentBodies(check: Check, { as, walletId }: Paying = {}): Promise<() => CallBody> {
  const template = check.api.names.bodies.createPayment;
  if (!isKnown(template)) return check.untested(`open.bodies.createPayment: ${template.because}`);
  const [card] = await check.api.cards.list({}, { ...(as && { as }) });
  const values = card === undefined ? {} : { walletId: String(card.walletId), cardId: String(card.id) };
  return () => inputOf(filled(template.value, { ...values, ...(walletId && { walletId }) }));
}
