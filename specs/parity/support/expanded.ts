// What a payment says with each expansion beside what it says without any.
import type { Exchange } from '../../../exchange/exchange.ts';
import type { Mismatch } from '../../../harness/assert/comparisons.ts';
import { inParallel } from '../../../harness/assert/parallel.ts';
import type { Check } from '../../../harness/declare/check.ts';
import { isFields, jsonOf, succeeded } from '../../../subject/answers.ts';
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
  const found = { id, plain, expanded: expanded.filter(succeeded) };
  const agree = found.expanded.every((exchange) => saysTheSame(found)(exchange) === undefined);
  return agree || plain === saidOf(await readPayment(check, id, undefined, as)) ? found : undefined;
}

export const takesLists = ({ api: { names } }: Check): boolean => takesSeveral(names, 'expand');

const saidOf = (exchange: Exchange): string | undefined =>
  succeeded(exchange) && isFields(jsonOf(exchange))
    ? comparable('readPayment', exchange, expansions)?.get(whole)
    : undefined;

export const saysTheSame =
  ({ id, plain }: Expanded) =>
  (exchange: Exchange): Mismatch => {
    const expanded = saidOf(exchange);
    if (expanded === undefined || expanded === plain) return undefined;
    const got = `${differenceOf(plain, expanded)} on payment ${id}`;
    return { expected: 'what the payment says without the expansion, and the expansion', got };
  };
