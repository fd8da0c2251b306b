// Reads a payment by both its ids and with expansions, before it is changed and afterwards, because a target may update its caches for
// some of these reads only.
import { idIn } from '../../../generators/ids.ts';
import { expect } from '../../../harness/assert/expect.ts';
import { patiently } from '../../../harness/assert/patiently.ts';
import { settling } from '../../../harness/assert/settling.ts';
import type { Check } from '../../../harness/declare/check.ts';
import { isKnown } from '../../../subject/names.ts';
import type { UserName } from '../../../subject/profile/profile.ts';
import { answersByEither, type Ids, otherThanByFirst } from '../../parity/support/either-id.ts';
import { type Expanded, saysTheSame, takesLists, withAndWithout } from '../../parity/support/expanded.ts';
import { shows, thingsOf } from './expansions.ts';
import { expansions, type ReadPayment, readPayments, uuidOf } from './payment.ts';

/** Undefined where the target knows the payment by one of its ids alone. */
async function knownByBoth(check: Check, payment: ReadPayment): Promise<Ids | undefined> {
  const ids: Ids = [uuidOf(payment), idIn(payment.fields.id)];
  return (await answersByEither(check, 'readPayment', ids)).answers && ids;
}

/** Reads by both ids and with expansions before the change. Returns the ids if the target knows the payment by both. */
export async function readInEveryWay(check: Check, payment: ReadPayment): Promise<Ids | undefined> {
  const [ids] = await Promise.all([
    knownByBoth(check, payment),
    isKnown(check.api.names.expand) ? withAndWithout(check, payment.id) : undefined,
  ]);
  return ids;
}

/** Reads after the change, with time for it to show under both ids. */
export async function expectSameByEither(check: Check, ids: Ids): Promise<void> {
  const read = () => answersByEither(check, 'readPayment', ids);
  const isAlike = ({ lost, answers }: Awaited<ReturnType<typeof read>>) =>
    lost === undefined && (answers === undefined || !otherThanByFirst(answers));
  const after = await patiently(check, read, isAlike, settling['PAR-31']);
  if (after.lost) expect(after.lost.exchange).toBeAccepted();
  const { answers } = after;
  if (answers) expect(answers[1].exchange).toSatisfy(() => otherThanByFirst(answers));
}

export async function expectSameExpanded(check: Check, id: string): Promise<void> {
  if (!isKnown(check.api.names.expand)) return;
  const read = () => withAndWithout(check, id);
  const isAlike = (found: Expanded | undefined) =>
    found === undefined || found.expanded.every((exchange) => saysTheSame(found)(exchange) === undefined);
  const after = await patiently(check, read, isAlike, settling['PAR-14']);
  for (const exchange of after?.expanded ?? []) expect(exchange).toSatisfy(saysTheSame(after!));
}

/** What belongs to a payment may be looked for where it was before it was changed. */
export async function expectStillExpanded(check: Check, ids: readonly string[], as?: UserName): Promise<void> {
  if (!takesLists(check)) return;
  const call = { ...(as && { as }), open: { expand: expansions } };
  const read = () => readPayments(check, ids, call);
  const lacking = ({ fields, exchange }: ReadPayment) => shows(thingsOf(fields), expansions)(exchange);
  const after = await patiently(check, read, (payments) => payments.every((one) => lacking(one) === undefined));
  for (const payment of after) expect(payment.exchange).toSatisfy(() => lacking(payment));
}
