// The UUID by which a payment is signed. A profile may name its drafts by their numbers, because a target may read payments by number only.
import { isUuid } from '../../contract/text/uuid.ts';
import { jsonOf, textWithin } from '../answers.ts';
import type { Api } from '../api.ts';
import type { UserName } from '../profile/profile.ts';

/** The id itself where the payment is not shown. */
export async function paymentUuid(api: Api, id: string, as: UserName = api.user.name): Promise<string> {
  if (isUuid(id)) return id;
  return textWithin(jsonOf(await api.call('readPayment', { as, path: { id } })), 'uuid') ?? id;
}
