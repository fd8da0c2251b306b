// A switch of the SMS notification on lists that a filter narrows: a target may keep such a list as it was when it was first asked for.
import { expect } from '../../../harness/assert/expect.ts';
import { inParallel } from '../../../harness/assert/parallel.ts';
import type { Check } from '../../../harness/declare/check.ts';
import { isKnown } from '../../../subject/names.ts';
import { current } from './card.ts';
import { inList, isOn, onSwitchable, shows, stateOf, until } from './notification.ts';

export async function showsOnNarrowLists(check: Check): Promise<void> {
  const { cards, names } = check.api;
  await onSwitchable(check, 'one', async (id, write, card) => {
    const filters = [
      ...(isKnown(names.statusFilter) ? [{ status: String(card.status) }] : []),
      ...(isKnown(names.typeFilter) ? [{ type: String(card.type) }] : []),
    ];
    const on = !isOn(card);
    await inParallel(filters, (filter) => cards.list(filter));
    expect(await write(on)).toBeAccepted();
    await inParallel(filters, async (filter) => {
      const shown = async () => inList(current, await cards.list(filter), id);
      const last = await until(check, shown, (listed) => stateOf(listed) === on);
      expect(last).toSatisfy(shows(on, `the v2 list of ${Object.values(filter)}`));
    });
  });
}
