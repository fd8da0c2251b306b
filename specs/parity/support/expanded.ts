// Compares a payment with each expansion with the same payment without any.
import type { Exchange } from '../../../exchange/exchange.ts';
import { accepted, type Mismatch } from '../../../harness/assert/comparisons.ts';
import { inParallel } from '../../../harness/assert/parallel.ts';
import type { Check } from '../../../harness/declare/check.ts';
import { demandedMfa, isFields, jsonOf, refusedAsInvalid, statusOf, succeeded } from '../../../subject/answers.ts';
import { takesSeveral } from '../../../subject/names.ts';
import type { UserName } from '../../../subject/profile/profile.ts';
import { expansions } from '../../payments/support/payment.ts';
import { comparable, differenceOf, whole } from './comparable.ts';
import { readPayment } from './payments.ts';

export const expandsNothingElse = 'asking for extra v1 fields or for an expansion changes nothing else in the answer';

export interface Expanded {
  readonly id: string;
  readonly plain: string;
  readonly expanded: readonly Exchange[];
}

/** Undefined where the payment changed between the readings, which then prove nothing; where all of them agree, it has not. */
export async function withAndWithout(check: Check, id: string, as?: UserName): Promise<Expanded | undefined> {
  const plain = saidOf(await readPayment(check, id, undefined, as));
  if (plain === undefined) return undefined;
  const all = takesLists(check) ? [expansions] : [];
  const asked = [...expansions.map((name) => [name]), ...all];
  const expanded = await inParallel(asked, (expand) => readPayment(check, id, expand, as));
  // For another user, hidden objects may be answered as if they did not exist.
  const isOwn = as === undefined || as === check.api.user.name;
  const tells = (exchange: Exchange) => succeeded(exchange) || (isOwn && isDenied(exchange));
  const found = { id, plain, expanded: expanded.filter(tells) };
  const agree = found.expanded.every((exchange) => saysTheSame(found)(exchange) === undefined);
  return agree || plain === saidOf(await readPayment(check, id, undefined, as)) ? found : undefined;
}

/** Refused as unknown or invalid, which is wrong for a payment that can be read without the expansion. */
export const isDenied = (exchange: Exchange): boolean =>
  refusedAsInvalid(exchange) ||
  ([400, 404, 410, 422].includes(statusOf(exchange) ?? 0) && demandedMfa(exchange) === undefined);

export const takesLists = ({ api: { names } }: Check): boolean => takesSeveral(names, 'expand');

const saidOf = (exchange: Exchange): string | undefined =>
  succeeded(exchange) && isFields(jsonOf(exchange))
    ? comparable('readPayment', exchange, expansions)?.get(whole)
    : undefined;

export const saysTheSame =
  ({ id, plain }: Expanded) =>
  (exchange: Exchange): Mismatch => {
    const refusal = accepted(exchange);
    if (refusal) return { ...refusal, expected: `payment ${id}, as without the expansion` };
    const expanded = saidOf(exchange);
    if (expanded === undefined || expanded === plain) return undefined;
    const got = `${differenceOf(plain, expanded)} on payment ${id}`;
    return { expected: 'what the payment says without the expansion, and the expansion', got };
  };
