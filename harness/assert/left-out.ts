// Members of another shape than expected, such as an object instead of a text. No sentence says that these must be refused, and some
// frameworks drop them. Then the request equals one without the member, which other checks test.
import type { Exchange } from '../../exchange/exchange.ts';
import { succeeded } from '../../subject/answers.ts';
import type { Check } from '../declare/check.ts';
import { expect } from './expect.ts';

/** `without`: sends the same request without the member. */
export async function refusedOrLeftOut(
  check: Check,
  member: string,
  exchange: Exchange,
  without: () => Promise<Exchange>,
): Promise<void> {
  if (succeeded(exchange) && succeeded(await without())) observeLeftOut(check, member);
  else expect(exchange).toBeRefused();
}

export const observeLeftOut = ({ observe }: Check, member: string): void =>
  observe(`${member} may be left out where it has another shape, as a request without it is accepted`);
