// Finds out whether the target refuses a query parameter that it does not know.
import type { Knowledge } from '../../names.ts';
import { type Asking, nonsenseName, nonsenseValue } from '../asking.ts';

export async function discoverUnknownParameters(asking: Asking): Promise<Knowledge<'ignored' | 'refused'>> {
  const plain = await asking.ask('listCards');
  if (plain.kind !== 'items') return { kind: 'undecided', because: 'the card list did not come' };
  const odd = await asking.ask('listCards', [[nonsenseName, nonsenseValue]]);
  if (odd.kind === 'refused') {
    return { kind: 'found', value: 'refused', because: `?${nonsenseName} on the card list gave ${odd.status}` };
  }
  if (odd.kind !== 'items') return { kind: 'undecided', because: 'an unknown parameter gave neither cards nor a 4xx' };
  return { kind: 'found', value: 'ignored', because: `?${nonsenseName} on the card list changed nothing` };
}
