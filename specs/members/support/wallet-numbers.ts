// The numbers by which payments and v1 cards call wallets that invitations call by their UUIDs.
import type { Check } from '../../../harness/declare/check.ts';
import { jsonOf, within } from '../../../subject/answers.ts';
import { everyPayment, readPayments } from '../../payments/support/payment.ts';

/** Of one wallet; none where neither shows. A number that has lost digits is that of another wallet. */
export async function walletNumber(check: Check): Promise<number | undefined> {
  const [payment] = await readPayments(check, everyPayment(check).slice(0, 1));
  const number = payment ? payment.fields.walletId : await ofCard(check);
  return Number.isSafeInteger(number) && Number(number) > 0 ? Number(number) : undefined;
}

async function ofCard({ api }: Check): Promise<unknown> {
  const cards = jsonOf(await api.call('listCardsV1'));
  return Array.isArray(cards) ? within(cards[0], 'wallet_id') : undefined;
}
