// What may only rise when a card changes.
import type { Mismatch } from '../../../harness/assert/comparisons.ts';
import { expect } from '../../../harness/assert/expect.ts';
import type { Check } from '../../../harness/declare/check.ts';
import type { Card } from './card.ts';
import { isOn, onSwitchable, sendForm, until } from './notification.ts';

export const isAbove =
  (before: number) =>
  (after: number): Mismatch =>
    after > before ? undefined : { expected: `a version above ${before}`, got: String(after) };

const notBelow =
  (before: Card, member: 'updatedAt' | 'version') =>
  (after: Card): Mismatch => {
    if (!(Number(after[member]) < Number(before[member]))) return undefined;
    return { expected: `${member} not below ${before[member]}`, got: `${after[member]}` };
  };

/** A member that may only rise while cards are switched, also by a form. A reading may come from a copy that is a little behind. */
export async function neverFalls(check: Check, member: 'updatedAt' | 'version'): Promise<void> {
  await onSwitchable(check, 'some', async (id, write, card) => {
    let before = card;
    const byForm = (on: boolean) => sendForm(check, id, on);
    for (const set of [() => write(!isOn(card)), () => write(isOn(card)), () => byForm(!isOn(card))]) {
      await set();
      const after = await until(
        check,
        () => check.api.read('readCard', { path: { id } }),
        (seen) => notBelow(before, member)(seen) === undefined,
      );
      expect(after).toSatisfy(notBelow(before, member));
      before = after;
    }
  });
}
