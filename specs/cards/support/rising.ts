// Values that may only rise when a card changes.
import type { Mismatch } from '../../../harness/assert/comparisons.ts';
import { expect } from '../../../harness/assert/expect.ts';
import type { Check } from '../../../harness/declare/check.ts';
import { unlessUntested } from '../../../harness/declare/failures.ts';
import { isFields, jsonOf } from '../../../subject/answers.ts';
import { isMovedThen } from '../../payments/support/time-of-day.ts';
import { allSwitched, noteSwitched } from './beside.ts';
import { allCards, type Card, current } from './card.ts';
import { switchedSomeTimeAgo } from './legacy-follows.ts';
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

/** A member that may only rise while cards are switched, also by a form. A reading may come from a replica that lags a little. */
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

/**
 * A switch must set the card's time to the time of the switch. An older time may come from a replica that lags, so only a time that moved
 * ahead is checked.
 */
export async function movesToItsTime(check: Check): Promise<void> {
  const cards = await allCards(check, current);
  if (!cards.some(({ updatedAt }) => updatedAt)) check.untested('a card that tells its updatedAt');
  if (allSwitched(check).length === 0) {
    const before = await unlessUntested(() => switchedSomeTimeAgo(check));
    const id = before && current.idOf((jsonOf(before) ?? {}) as Card);
    if (id !== undefined) noteSwitched(check, [before!, await check.api.call('readCard', { path: { id } })]);
  }
  for (const readings of allSwitched(check)) {
    const [were, are] = [jsonOf(readings[0]), jsonOf(readings[1])];
    if (!isFields(were) || !isFields(are) || !(Number(are.updatedAt) > Number(were.updatedAt))) continue;
    expect(readings[1]).toSatisfy(() => isMovedThen('updatedAt', readings, [were, are]));
  }
}
