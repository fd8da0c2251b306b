// A wallet has a number and a UUID, and so has an exchange; the same number must always come with the same UUID. Every wallet has both, so
// a missing or empty one differs from one that is given elsewhere.
import { meaningful } from '../../../contract/presence.ts';
import { idIn } from '../../../generators/ids.ts';
import type { Mismatch } from '../../../harness/assert/comparisons.ts';
import type { Pair } from './pairs.ts';

interface Numbered {
  readonly uuid: string | undefined;
  readonly number: string | undefined;
}

/** Empty where neither is told, or the number has lost digits. */
export function numbered(uuid: unknown, number: unknown): readonly Numbered[] {
  const [one, other] = [meaningful(uuid), meaningful(number)];
  const read = { uuid: one === undefined ? undefined : String(one).toLowerCase(), number: idIn(other) };
  const isLost = other !== undefined && read.number === undefined;
  return isLost || (one === undefined && other === undefined) ? [] : [read];
}

export const isWhole = ({ uuid, number }: Numbered): boolean => uuid !== undefined && number !== undefined;

/** Each pair once, because thousands of cards may have few wallets. */
export function walletsOfCards(pairs: readonly Pair[]): readonly Numbered[] {
  const wallets = pairs.flatMap(({ newer, older }) => numbered(newer.walletId, older.wallet_id));
  return [...new Map(wallets.map((wallet) => [`${wallet.number} ${wallet.uuid}`, wallet])).values()];
}

export function oneUuidEach(things: readonly Numbered[], where: string): Mismatch {
  for (const one of things) {
    const apart = things.find((other) => areApart(one, other));
    if (apart) return { expected: `each ${where}`, got: `${told(one)}, and ${told(apart)}` };
  }
  return undefined;
}

/** Whether only one of the two is the same. Where a value is missing in both, it counts neither as the same nor as different. */
const areApart = (one: Numbered, other: Numbered): boolean =>
  (['uuid', 'number'] as const).every((name) => one[name] !== undefined || other[name] !== undefined) &&
  (one.uuid === other.uuid) !== (one.number === other.number);

const told = ({ uuid, number }: Numbered): string => `${number ?? 'no number'} beside ${uuid ?? 'no UUID'}`;
