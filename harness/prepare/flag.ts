// The target's name of a query parameter with the values 0 and 1 that the specification does not name.
import type { Exchange } from '../../exchange/exchange.ts';
import { findFlag } from '../../subject/discovery/finders/flags.ts';
import { isKnown, UnknownName } from '../../subject/names.ts';
import type { Check } from '../declare/check.ts';

/** The name from the profile, or found by asking: `send` adds this query to a request that is accepted without it. */
export async function flagName(
  { api, profile, observe }: Check,
  key: 'exchangeFlag' | 'memberFlag',
  send: (query: Readonly<Record<string, string>>) => Promise<Exchange>,
): Promise<string> {
  const told = api.names[key];
  if (isKnown(told)) return told.value;
  if (profile.open[key].kind === 'unknown') throw new UnknownName(key, told.because);
  const found = await findFlag(send);
  if (!isKnown(found)) throw new UnknownName(key, found.because);
  observe(`the query parameter is called ${found.value}`);
  return found.value;
}
