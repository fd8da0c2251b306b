// What is known of the exchanges of a team's own specs, by exchange, because a matcher is given nothing else.
import type { Judgement } from '../../contract/judge/judge.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { ShownExchange } from '../record.ts';

interface Known {
  readonly judgement: Judgement;
  /** As a failure shows it: redacted. */
  show(): ShownExchange;
}

const known = new WeakMap<Exchange, Known>();

export const remember = (exchange: Exchange, what: Known): void => void known.set(exchange, what);

export function knownOf(exchange: unknown): Known {
  const found = typeof exchange === 'object' && exchange !== null ? known.get(exchange as Exchange) : undefined;
  if (found === undefined) throw new TypeError('this matcher takes an exchange, as `await api.call(…)` returns it');
  return found;
}
