// A switch of the SMS notification in other views of the card than its plain read and the whole list, and in another session. A target may
// cache such a view and not renew it.
import { expect } from '../../../harness/assert/expect.ts';
import { inParallel } from '../../../harness/assert/parallel.ts';
import type { Check } from '../../../harness/declare/check.ts';
import { unlessRefused } from '../../../harness/declare/failures.ts';
import { inSecondSession } from '../../../harness/prepare/fresh-session.ts';
import { jsonOf, succeeded } from '../../../subject/answers.ts';
import { type CardFilter, UnexpectedAnswer } from '../../../subject/api.ts';
import { isKnown } from '../../../subject/names.ts';
import { allCards, allows, type Card, current, legacy, type Version } from './card.ts';
import { legacyExtras } from './extras.ts';
import { inList, isOn, onSwitchable, shownOn, shows, stateOf, until } from './notification.ts';
import { inKnownNames, isSorted } from './selection.ts';

interface View {
  readonly where: string;
  read(): Promise<unknown>;
}

export async function showsOnOtherLists(check: Check): Promise<void> {
  let place = 0;
  await onSwitchable(check, 'some', async (id, write, card) => {
    const switched = { id, card, place: place++ };
    const views = listsWith(check, current, switched);
    const [elsewhere] = await Promise.all([
      viewsElsewhere(check, current, switched),
      inParallel(views, ({ read }) => read()),
    ]);
    for (const on of [!isOn(card), isOn(card)]) {
      expect(await write(on)).toBeAccepted();
      await showInBoth(check, views, elsewhere, on);
    }
  });
}

/** A target may move a changed card to the end of a list. */
export async function sortedAfterChange(check: Check, version: Version): Promise<void> {
  if (inKnownNames(check.api.names, version, [{ sort: 'id' }]).length === 0) return;
  const { list } = version.calls(check.api);
  // A target may sort a filtered list with other code.
  const filtered = inKnownNames(check.api.names, version, [{ type: '' }]).length > 0;
  let place = 0;
  await onSwitchable(check, 'some', async (_id, write, card) => {
    const filter = filtered && place++ % 2 === 1 ? { type: String(card.type) } : {};
    if (!succeeded(await write(!isOn(card)))) return;
    await inParallel(['id', '-id'] as const, async (sort) => {
      const sorted = await list({ ...filter, sort });
      expect(sorted).toSatisfy(
        isSorted(version, sort, `${Object.values(filter)} sorted by ${sort} after a change`.trim()),
      );
    });
  });
}

export async function showsInOtherViewsOfLegacy(check: Check): Promise<void> {
  const older = new Set((await allCards(check, legacy)).map(legacy.uuidOf));
  let place = 0;
  await onSwitchable(check, 'some', async (id, write, card) => {
    if (!older.has(id.toLowerCase())) return;
    const switched = { id, card, place: place++ };
    const views = [...listsWith(check, legacy, switched), ...withLimits(check, id, card)];
    const [elsewhere] = await Promise.all([
      viewsElsewhere(check, legacy, switched),
      inParallel(views, ({ read }) => read()),
    ]);
    for (const on of [!isOn(card), isOn(card)]) {
      if (!succeeded(await write(on))) return;
      // Where v2 does not show the change, there is nothing that v1 should show.
      if (stateOf(jsonOf(await shownOn(check, current, id, on))) !== on) return;
      await showInBoth(check, views, elsewhere, on);
    }
  });
}

/** Views of the first card in another session, because a target may forget to renew only the cache of another session. */
async function viewsElsewhere(check: Check, version: Version, { id, place }: Switched): Promise<readonly View[]> {
  const { api } = check;
  const session = place === 0 ? await inSecondSession(check) : undefined;
  if (session === undefined) return [];
  const views: readonly View[] = [
    {
      where: `the ${version.name} card in another session`,
      read: () => api.read(version.read, { ...session, path: { id } }),
    },
    {
      where: `the ${version.name} card list in another session`,
      read: async () => inList(version, await version.calls(api).list({}, session), id),
    },
  ];
  const seen = await unlessRefused(() => inParallel(views, ({ read }) => read()));
  return seen?.every(Boolean) ? views : [];
}

/** The other session may have ended, and then it shows nothing. */
const showInBoth = (check: Check, views: readonly View[], elsewhere: readonly View[], on: boolean) =>
  Promise.all([showIn(check, views, on), unlessRefused(() => showIn(check, elsewhere, on))]);

const showIn = (check: Check, views: readonly View[], on: boolean): Promise<unknown> =>
  inParallel(views, async ({ where, read }) => {
    const last = await until(check, read, (card) => stateOf(card) === on);
    expect(last as Card | undefined).toSatisfy(shows(on, where));
  });

interface Switched {
  readonly id: string;
  readonly card: Card;
  /** Its place among the cards that are switched. */
  readonly place: number;
}

/** Each list that shows the card by a filter or in an order; for every second card, by both. */
function listsWith({ api }: Check, version: Version, { id, card, place }: Switched): readonly View[] {
  const [status, type] = [String(card.status), String(card.type)];
  const byStatus = version.statuses.includes(status) ? [{ status }, { status, type }] : [];
  const isEither = place % 2 === 0 || inKnownNames(api.names, version, [{ sort: 'id' }]).length === 0;
  const filters: readonly CardFilter[] = isEither
    ? [...byStatus, { type }, { sort: 'id' }, { sort: '-id' }]
    : [...byStatus, { type }].map((filter, index) => ({ ...filter, sort: index === 1 ? 'id' : '-id' }));
  return inKnownNames(api.names, version, filters).map((filter) => ({
    where: `the ${version.name} list of ${Object.values(filter).join(' and ')}`,
    read: async () => inList(version, await version.calls(api).list(filter), id),
  }));
}

/** Empty where limits cannot be asked for. */
function withLimits(check: Check, id: string, card: Card): readonly View[] {
  if (!isKnown(check.api.names.include) || !allows(card, 'canGetLimits')) return [];
  const read = async () => {
    const exchange = await legacyExtras.ask(check, id, ['limits']);
    if (!succeeded(exchange)) throw new UnexpectedAnswer(exchange, 'the v1 card with its limits');
    return jsonOf(exchange);
  };
  return [{ where: 'the v1 card with its limits', read }];
}
