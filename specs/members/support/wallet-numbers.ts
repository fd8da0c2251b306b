// Payments and v1 cards name wallets by numbers, and invitations name them by UUIDs.
import type { Check } from '../../../harness/declare/check.ts';
import { jsonOf, within } from '../../../subject/answers.ts';
import { everyPayment, readPayments } from '../../payments/support/payment.ts';

/** The number of one wallet; undefined where neither shows it. A rounded number would name another wallet, so it is left out. */
export async function walletNumber(check: Check): Promise<number | undefined> {
  const [payment] = await readPayments(check, everyPayment(check).slice(0, 1));
  const number = payment ? payment.fields.walletId : await ofCard(check);
  return Number.isSafeInteger(number) && Number(number) > 0 ? Number(number) : undefined;
}

async function ofCard({ api }: Check): Promise<unknown> {
  const cards = jsonOf(await api.call('listCardsV1'));
  return Array.isArray(cards) ? within(cards[0], 'wallet_id') : undefined;
}
