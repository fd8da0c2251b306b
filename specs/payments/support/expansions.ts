// Which expansions a payment has to show.
import { saysNothing } from '../../../contract/presence.ts';
import type { Exchange } from '../../../exchange/exchange.ts';
import { accepted, type Mismatch } from '../../../harness/assert/comparisons.ts';
import { type Fields, jsonOf } from '../../../subject/answers.ts';
import { type Expansion, expansions } from './payment.ts';

export const expandedWhenAsked =
  'an expansion asked for is present when the payment has such a thing, and says the same alone as with others';

/** What the payment has: what it shows, and what follows from its other fields. */
export function thingsOf(fields: Fields): readonly Expansion[] {
  return expansions.filter((name) => {
    const field = impliedBy[name];
    if (name === 'card' && isPaidIn(fields)) return !saysNothing(fields.card);
    return !saysNothing(fields[name]) || (field !== undefined && !saysNothing(fields[field]));
  });
}

/** From a card that may be another bank's, of which this one knows no more than the masked number. */
const isPaidIn = ({ operationType }: Fields): boolean =>
  /^(REPLENISHMENT_FROM_CARD|CARD_TO_CARD_PAYMENT)/.test(String(operationType));

const impliedBy: Readonly<Partial<Record<Expansion, string>>> = {
  currency: 'currencyId',
  currencyExchange: 'currencyExchangeId',
  card: 'cardMaskedNumber',
};

export const shows =
  (things: readonly Expansion[], asked: readonly Expansion[]) =>
  (exchange: Exchange): Mismatch => {
    const refusal = accepted(exchange);
    if (refusal) return refusal;
    const shown = jsonOf(exchange) as Fields;
    const lacking = asked.filter((name) => things.includes(name) && saysNothing(shown[name]));
    if (lacking.length === 0) return undefined;
    return { expected: `${asked.join(', ')}, as asked for`, got: `no ${lacking.join(', no ')}` };
  };
