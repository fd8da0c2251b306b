// How this target calls a query parameter with the values 0 and 1, of which the specification shows no name.
import type { Exchange } from '../../exchange/exchange.ts';
import { findFlag } from '../../subject/discovery/finders/flags.ts';
import { isKnown, UnknownName } from '../../subject/names.ts';
import type { Check } from '../declare/check.ts';

/** As the profile says, or as it shows: `send` sends a request that is accepted as it is, with this query besides. */
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
