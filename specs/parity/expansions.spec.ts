// Expansions of a payment add what they name, and agree with what the payment says itself (Resources / Payment).
import { shown } from '../../contract/judge/wording.ts';
import { meaningful } from '../../contract/presence.ts';
import type { Mismatch } from '../../harness/assert/comparisons.ts';
import { expect } from '../../harness/assert/expect.ts';
import { inParallel } from '../../harness/assert/parallel.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import { jsonOf, within } from '../../subject/answers.ts';
import type { Expansion } from '../payments/support/payment.ts';
import { expandsNothingElse, saysTheSame, takesLists, withAndWithout } from './support/expanded.ts';
import { showSameDigits } from './support/masks.ts';
import { readPayment, somePayments } from './support/payments.ts';

requirement('PAR-14', expandsNothingElse, 'payment', async (check) => {
  let compared = 0;
  await inParallel(await somePayments(check), async (id) => {
    const found = await withAndWithout(check, id);
    for (const exchange of found?.expanded ?? []) {
      compared += 1;
      expect(exchange).toSatisfy(saysTheSame(found!));
    }
  });
  if (compared === 0) check.untested('a payment that can be read with an expansion');
});

interface Twin {
  readonly expansion: Expansion;
  readonly inside: string;
  readonly outside: string;
  /** Whether two texts name the same thing; the same text in either letter case where it is left out. */
  readonly alike?: (one: string, other: string) => boolean;
}

/** What an expansion says, and what the payment says of the same thing. */
const twins: readonly Twin[] = [
  { expansion: 'currency', inside: 'id', outside: 'currencyId' },
  { expansion: 'currencyExchange', inside: 'id', outside: 'currencyExchangeId' },
  { expansion: 'currencyExchange', inside: 'uuid', outside: 'currencyExchangeUuid' },
  { expansion: 'card', inside: 'maskedNumber', outside: 'cardMaskedNumber', alike: showSameDigits },
];

requirement(
  'PAR-21',
  `the currency, currencyExchange and card expansions name what currencyId, currencyExchangeId, currencyExchangeUuid and
   cardMaskedNumber name, where both are given, and a currency has one name in all payments`,
  async (check) => {
    const named = [...new Set(twins.map(({ expansion }) => expansion))];
    const requests = takesLists(check) ? [named] : named.map((name) => [name]);
    let compared = 0;
    const currencies: unknown[] = [];
    await inParallel(await somePayments(check), async (id) => {
      for (const names of requests) {
        const exchange = await readPayment(check, id, names);
        currencies.push(within(jsonOf(exchange), 'currency'));
        for (const { expansion, inside, outside, alike = sameText } of twins) {
          const [there, here] = [
            meaningful(within(jsonOf(exchange), expansion, inside)),
            meaningful(within(jsonOf(exchange), outside)),
          ];
          if (there === undefined || here === undefined) continue;
          compared += 1;
          if (alike(String(there), String(here))) continue;
          const where = `${expansion}.${inside} and ${outside}`;
          expect(exchange).toSatisfy(() => ({
            expected: `the same in ${where}`,
            got: `${shown(there)} and ${shown(here)}`,
          }));
        }
      }
    });
    expect(currencies).toSatisfy(oneNameEach);
    if (compared === 0) check.untested('a payment with an expansion that it also names itself');
  },
);

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
