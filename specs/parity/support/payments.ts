// Payments that the checks of parity read: some of each kind.
import type { Exchange } from '../../../exchange/exchange.ts';
import { sample } from '../../../harness/assert/sample.ts';
import type { Check } from '../../../harness/declare/check.ts';
import { lasting } from '../../payments/support/payment.ts';

/** For each case that a property tries. */
const payments = 1.5;
const mostOfAKind = 10;

/** Drafts and payments that can be cancelled are much alike; the others are the various ones. */
export function somePayments(check: Check): readonly string[] {
  const { cancellable, drafts } = check.profile.fixtures.payments;
  const alike = [cancellable, drafts].flatMap((ids) => sample(ids, mostOfAKind, check.seed));
  const ids = [...sample(lasting(check), payments * check.runs, check.seed), ...alike];
  return ids.length > 0 ? ids : check.fixtures.payments();
}

export const readPayment = ({ api }: Check, id: string, expand?: readonly string[]): Promise<Exchange> =>
  api.call('readPayment', { path: { id }, ...(expand && { open: { expand } }) });
