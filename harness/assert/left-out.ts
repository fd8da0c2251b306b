// Members of another shape than expected, such as an object in place of a text. No sentence says that they are refused, and frameworks leave
// them out of what an operation gets to see: then the request is one without the member, and what that comes to is asked by other checks.
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
