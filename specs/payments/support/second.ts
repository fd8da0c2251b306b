// The second user's payments, read by that user, because a target may look up related objects as if all payments were the first user's.
import { isUuid } from '../../../contract/text/uuid.ts';
import { sample } from '../../../harness/assert/sample.ts';
import { shared } from '../../../harness/assert/shared.ts';
import type { Check } from '../../../harness/declare/check.ts';
import { somebodyElse } from '../../../harness/prepare/fresh-session.ts';
import type { Call } from '../../../subject/api.ts';
import { takesLists } from '../../parity/support/expanded.ts';
import { expansions, isDraft, may, type ReadPayment, readPayments, uuidOf } from './payment.ts';

const most = 10;

export const paymentsOfSecond = shared((check) => readAsSecond(check));

/** With every expansion. */
export const expandedOfSecond = shared((check) =>
  takesLists(check) ? readAsSecond(check, { open: { expand: expansions } }) : Promise.resolve([]),
);

/** Of those that are somebody else's none: he cannot read them. */
const readAsSecond = async (check: Check, call: Call = {}): Promise<readonly ReadPayment[]> =>
  readPayments(check, await idsOfSecond(check), { ...call, as: 'second' });

/** None where he cannot log in. */
export async function idsOfSecond({ api, profile, seed }: Check): Promise<readonly string[]> {
  const ids = profile.fixtures.foreign.payments;
  if (profile.users.second === undefined || ids.length === 0) return [];
  return (await api.login('second')).kind === 'loggedIn' ? sample(ids, most, seed) : [];
}

/** A draft that he can sign, as it is named to be signed; undefined where he has none, or is the main user. */
export const draftOfSecond = shared(async (check) => {
  const as = await somebodyElse(check);
  if (as === undefined) return undefined;
  const theirs = await readPayments(check, check.profile.fixtures.foreign.payments, { as });
  const draft = theirs.find((one) => isDraft(one) && may(one, 'canSign') && isUuid(uuidOf(one)));
  return draft && { as, uuids: [uuidOf(draft)] };
});
