// Payments that the checks of parity read: some of each kind.
import { saysNothing } from '../../../contract/presence.ts';
import type { Exchange } from '../../../exchange/exchange.ts';
import { sample } from '../../../harness/assert/sample.ts';
import type { Check } from '../../../harness/declare/check.ts';
import { within } from '../../../subject/answers.ts';
import type { UserName } from '../../../subject/profile/profile.ts';
import { allPayments, lasting, type ReadPayment } from '../../payments/support/payment.ts';

/** For each case that a property tries. */
const payments = 1.5;
const mostOfAKind = 10;

/** Only some drafts and cancellable payments, because they are much alike, unlike the others. */
export async function somePayments(check: Check): Promise<readonly string[]> {
  const { cancellable, drafts } = check.profile.fixtures.payments;
  const alike = [cancellable, drafts].flatMap((ids) => sample(ids, mostOfAKind, check.seed));
  const ids = [...(await various(check)), ...alike];
  return ids.length > 0 ? ids : check.fixtures.payments();
}

/** Of very many, at least one of each kind. To know the kinds, all must be read, which takes too long at quick depth. */
async function various(check: Check): Promise<readonly string[]> {
  const [ids, most] = [lasting(check), payments * check.runs];
  if (check.depth === 'quick' || ids.length <= most) return sample(ids, most, check.seed);
  const wanted = new Set(ids);
  const read = (await allPayments(check)).filter(({ id }) => wanted.has(id));
  return sample(read, most, check.seed, kindOf).map(({ id }) => id);
}

/** What a payment is, and what of it an expansion or a fee has to agree with. */
const kindOf = ({ fields }: ReadPayment): string =>
  [
    ...[fields.operationType, fields.status, fields.type],
    ...[fields.cardMaskedNumber, fields.currencyExchangeId, within(fields, 'fee', 'amount')].map(saysNothing),
  ].join(' ');

export const readPayment = (
  { api }: Check,
  id: string,
  expand?: readonly string[],
  as: UserName = api.user.name,
): Promise<Exchange> => api.call('readPayment', { as, path: { id }, ...(expand && { open: { expand } }) });
