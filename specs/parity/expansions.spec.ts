// Expansions of a payment add the objects that they name, and agree with the payment itself (Resources / Payment).
import { namedBeside } from '../../contract/judge/aspects/payments.ts';
import { meaningful } from '../../contract/presence.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { Mismatch } from '../../harness/assert/comparisons.ts';
import { expect } from '../../harness/assert/expect.ts';
import { inParallel } from '../../harness/assert/parallel.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import { jsonOf, within } from '../../subject/answers.ts';
import { agreesIn, type Expansion } from '../payments/support/payment.ts';
import { expandedOfSecond, idsOfSecond } from '../payments/support/second.ts';
import { expandsNothingElse, saysTheSame, takesLists, withAndWithout } from './support/expanded.ts';
import { readPayment, somePayments } from './support/payments.ts';

const fewOfSecond = 3;

requirement('PAR-14', expandsNothingElse, 'payment', async (check) => {
  let compared = 0;
  const own = (await somePayments(check)).map((id) => ({ id, as: check.api.user.name }));
  const ofSecond = (await idsOfSecond(check)).slice(0, fewOfSecond).map((id) => ({ id, as: 'second' as const }));
  await inParallel([...own, ...ofSecond], async ({ id, as }) => {
    const found = await withAndWithout(check, id, as);
    for (const exchange of found?.expanded ?? []) {
      compared += 1;
      expect(exchange).toSatisfy(saysTheSame(found!));
    }
  });
  if (compared === 0) check.untested('a payment that can be read with an expansion');
});

const asNamedBeside = 'the currency, currencyExchange and card expansions name what the payment names beside them';

requirement('PAR-21', asNamedBeside, async (check) => {
  const named: readonly Expansion[] = ['currency', 'currencyExchange', 'card'];
  const requests = takesLists(check) ? [named] : named.map((name) => [name]);
  const exchanges = await inParallel(await somePayments(check), (id) =>
    inParallel(requests, (names) => readPayment(check, id, names), 1),
  );
  const compared = expectTwins(exchanges.flat());
  if (compared === 0) check.untested('a payment with an expansion that it also names itself');
});

requirement('PAR-21', asNamedBeside, 'of the second user', async (check) => {
  expectTwins((await expandedOfSecond(check)).map(({ exchange }) => exchange));
});

/** Answers how many were compared. */
function expectTwins(exchanges: readonly Exchange[]): number {
  for (const exchange of exchanges) expect(exchange).toSatisfy(agreesIn(namedBeside));
  expect(exchanges.map((exchange) => within(jsonOf(exchange), 'currency'))).toSatisfy(oneNameEach);
  return exchanges.flatMap((exchange) => namedBeside(jsonOf(exchange))).length;
}

/** Several currencies may share a name, such as dollar. */
function oneNameEach(currencies: readonly unknown[]): Mismatch {
  const names = new Map<string, string>();
  for (const currency of currencies) {
    const [id, name] = ['id', 'name'].map((member) => meaningful(within(currency, member)));
    if (typeof id !== 'string' || typeof name !== 'string') continue;
    const first = names.get(id) ?? name;
    if (!sameText(first, name)) return { expected: `one name of ${id} in all payments`, got: `${first} and ${name}` };
    names.set(id, first);
  }
  return undefined;
}

const sameText = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
