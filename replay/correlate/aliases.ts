// Learns which names belong to one thing: one API version uses its number, another its UUID, and some answers show both.

import type { Field } from '../compare/fields/field.ts';
import { Bounded } from './bounded.ts';
import { isScalar } from './places.ts';
import { nameKey } from './renaming.ts';

const mostAliases = 50_000;

export class Aliases {
  readonly #others = new Bounded<string, string>(mostAliases);

  /** To be called with each member; `uuid` stands beside `id`, `walletUuid` beside `walletId`. */
  learn(object: Readonly<Record<string, unknown>>, name: string, field: Field): void {
    if (!name.endsWith('uid')) return;
    const beside = name.replace(/([uU])uid$/, (_, first) => (first === 'u' ? 'id' : 'Id'));
    const [uuid, number] = [object[name], object[beside]];
    if (!isScalar(uuid) || !isScalar(number)) return;
    const [key, alias] = [nameKey(uuid, undefined), nameKey(number, field.member(beside).identity)];
    if (key === undefined || alias === undefined || alias === key) return;
    this.#others.set(alias, key);
    this.#others.set(key, alias);
  }

  /** Every name of the thing that has this name. */
  of(key: string): readonly string[] {
    const other = this.#others.get(key);
    return other === undefined ? [key] : [key, other];
  }
}
