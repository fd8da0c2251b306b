// A wallet has a number and a UUID, as an exchange has, and the same number always stands beside the same UUID.
import { meaningful } from '../../../contract/presence.ts';
import { idIn } from '../../../generators/ids.ts';
import type { Mismatch } from '../../../harness/assert/comparisons.ts';
import type { Pair } from './pairs.ts';

interface Numbered {
  readonly uuid: string;
  readonly number: string;
}

/** Empty where one of them is not told, or has lost digits. */
export function numbered(uuid: unknown, number: unknown): readonly Numbered[] {
  const [one, other] = [meaningful(uuid), idIn(meaningful(number))];
  return one === undefined || other === undefined ? [] : [{ uuid: String(one).toLowerCase(), number: other }];
}

/** Each once, because thousands of cards may have few wallets. */
export function walletsOfCards(pairs: readonly Pair[]): readonly Numbered[] {
  const wallets = pairs.flatMap(({ newer, older }) => numbered(newer.walletId, older.wallet_id));
  return [...new Map(wallets.map((wallet) => [`${wallet.number} ${wallet.uuid}`, wallet])).values()];
}

export function oneUuidEach(things: readonly Numbered[], where: string): Mismatch {
  for (const one of things) {
    const apart = things.find((other) => (other.uuid === one.uuid) !== (other.number === one.number));
    if (apart)
      return {
        expected: `each ${where}`,
        got: `${one.number} beside ${one.uuid}, and ${apart.number} beside ${apart.uuid}`,
      };
  }
  return undefined;
}
