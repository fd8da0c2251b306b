// Filters of both card lists (Endpoints / Cards / GET v2 card and GET v1 card).
import { isDeepStrictEqual } from 'node:util';
import { expect } from '../../harness/assert/expect.ts';
import { inParallel } from '../../harness/assert/parallel.ts';
import { sample } from '../../harness/assert/sample.ts';
import type { Check } from '../../harness/declare/check.ts';
import { unlessRefused } from '../../harness/declare/failures.ts';
import { requirement } from '../../harness/declare/requirement.ts';
import { type CallInput, type CardFilter, UnexpectedAnswer } from '../../subject/api.ts';
import { known } from '../../subject/names.ts';
import { inPagesOf } from '../../subject/paging.ts';
import type { UserName } from '../../subject/profile/profile.ts';
import { allCards, type Card, current, legacy, types, type Version } from './support/card.ts';
import { toEachOther } from './support/others.ts';
import { holdsCards, isSorted, legacySorting, sorting } from './support/selection.ts';

interface Filter {
  readonly status?: string;
  readonly type?: string;
}

const byStatus = ({ statuses }: Version): readonly Filter[] => statuses.map((status) => ({ status }));
const byType: readonly Filter[] = types.map((type) => ({ type }));
const byBoth = ({ statuses }: Version): readonly Filter[] =>
  statuses.flatMap((status) => types.map((type) => ({ status, type })));
const everyFilter = (version: Version): readonly Filter[] => [...byStatus(version), ...byType, ...byBoth(version)];

requirement('CARD-14', 'a status filter returns every card in that status and no other', (check) =>
  keepsWhatFits(check, current, byStatus(current)),
);
requirement('CARD-15', 'a type filter returns every card of that type and no other', (check) =>
  keepsWhatFits(check, current, byType),
);

const bothFilters = 'status and type filters together, sorted or not, return the cards that fit both and no other';
const legacyFilters = 'v1 status and type filters, alone or together, return every v1 card that fits and no other';

requirement('CARD-16', bothFilters, (check) => keepsWhatFits(check, current, byBoth(current)));
requirement('CARD-16', bothFilters, 'sorted', (check) => sortsWhatFits(check, current, everyFilter(current)));
requirement('LEG-19', legacyFilters, 'by status', (check) => keepsWhatFits(check, legacy, byStatus(legacy)));
requirement('LEG-19', legacyFilters, 'by type', (check) => keepsWhatFits(check, legacy, byType));
requirement('LEG-19', legacyFilters, 'by both', (check) => keepsWhatFits(check, legacy, byBoth(legacy)));
requirement('CARD-16', bothFilters, 'of other users', (check) => keepsForOthers(check, current));
requirement('LEG-19', legacyFilters, 'of other users', (check) => keepsForOthers(check, legacy));
requirement('CARD-16', bothFilters, 'page by page', (check) => holdsPageByPage(check, current, everyFilter(current)));
requirement('LEG-19', legacyFilters, 'page by page', (check) => holdsPageByPage(check, legacy, everyFilter(legacy)));

requirement('CARD-18', sorting, (check) => sortsAll(check, current));
requirement('LEG-22', legacySorting, (check) => sortsAll(check, legacy));
requirement('CARD-18', sorting, 'of other users', (check) => sortsForOthers(check, current));
requirement('LEG-22', legacySorting, 'of other users', (check) => sortsForOthers(check, legacy));
requirement('LEG-22', legacySorting, 'filtered', (check) => sortsWhatFits(check, legacy, everyFilter(legacy)));
requirement('CARD-18', sorting, 'page by page', (check) => sortsPageByPage(check, current));
requirement('LEG-22', legacySorting, 'page by page', (check) => sortsPageByPage(check, legacy));

async function keepsWhatFits(check: Check, version: Version, filters: readonly Filter[]): Promise<void> {
  await check.retried(async () => {
    const all = await allCards(check, version);
    await inParallel(filters, async (filter, place) => {
      const kept = await mustSucceed(() => version.calls(check.api).list(filter, inOrder(place)));
      expect(kept).toSatisfy(holdsCards(version, fitting(all, filter), inWords(filter)));
    });
  });
}

/** Reverses the order of the parameters every second time, because a target may look for one only at a certain place of the query. */
const inOrder = (place: number): Pick<CallInput, 'turned'> => (place % 2 === 0 ? {} : { turned: true });

async function sortsAll(check: Check, version: Version): Promise<void> {
  await check.retried(async () => {
    const all = await allCards(check, version);
    if (all.length < 2) check.untested(`two cards on the ${version.name} list, to see their order`);
    for (const sort of ['id', '-id'] as const) await sortsOne(check, version, all, {}, sort);
  });
}

async function sortsWhatFits(check: Check, version: Version, filters: readonly Filter[]): Promise<void> {
  await check.retried(async () => {
    const all = await allCards(check, version);
    const severalFit = filters.filter((filter) => fitting(all, filter).length > 1);
    if (severalFit.length === 0) check.untested('two cards of one type or status, to see their order');
    // Also filters that fit no card or one, because a target may sort as if there were always several.
    const [none, one] = [0, 1].map((count) => filters.filter((filter) => fitting(all, filter).length === count));
    const fewFit = [none!, one!].flatMap((kind) => sample(kind, 1, check.seed));
    await inParallel([...severalFit, ...fewFit], async (filter) => {
      for (const sort of ['id', '-id'] as const) await sortsOne(check, version, all, filter, sort);
    });
  });
}

async function sortsPageByPage(check: Check, version: Version): Promise<void> {
  const all = await allCards(check, version);
  const severalFit = byBoth(version).filter((filter) => fitting(all, filter).length > 1);
  const filters = [{}, ...byStatus(version), ...byType, ...sample(severalFit, fewFilters, check.seed)];
  await holdsPageByPage(check, version, filters, ['id', '-id']);
}

/** Reads each list in a few short pages, because a target may apply the filter only to the first page, or cut out a page before it sorts. */
async function holdsPageByPage(
  check: Check,
  version: Version,
  filters: readonly Filter[],
  sorts: readonly ('id' | '-id' | undefined)[] = [undefined],
): Promise<void> {
  if (inPagesOf(1, known(check.api.names.paging) ?? { style: 'none' }) === undefined)
    return check.observe('no parameter is known that asks for short pages of cards');
  await check.retried(async () => {
    const all = await allCards(check, version);
    const inPages = (filter: CardFilter, fits: readonly Card[]) => {
      const pageLength = Math.ceil(fits.length / fewPages);
      return unlessRefused(() => version.calls(check.api).list(filter, { pageLength }));
    };
    // Without a sort parameter the order may differ from page to page, and then the pages make no whole list.
    const whole = await inPages({}, all);
    if (whole === undefined || all.length < fewestCards || !isDeepStrictEqual(idsOf(whole), idsOf(all)))
      return check.observe('no list of cards that comes in short pages as in long ones, always in the same order');
    await inParallel(filters, async (filter) => {
      const fits = fitting(all, filter);
      if (fits.length < 2) return;
      for (const sort of sorts) {
        const cards = await inPages(sort === undefined ? filter : { ...filter, sort }, fits);
        if (cards === undefined) continue;
        const kept = `${inWords(filter)}${sort ? ` sorted by ${sort}` : ''}, read page by page`;
        expect(cards).toSatisfy(holdsCards(version, fits, kept));
        if (sort) expect(cards).toSatisfy(isSorted(version, sort, kept));
      }
    });
  });
}

const fewPages = 3;

/** With fewer cards, a random order is too often the same by chance. */
const fewestCards = 4;
const idsOf = (cards: readonly Card[]): readonly unknown[] => cards.map(({ id }) => id);

/** The filters, alone and together, also apply to the lists of other users, and where no card fits and the list is empty. */
const keepsForOthers = (check: Check, version: Version): Promise<void> =>
  toEachOther(check, version, async (all, as) => {
    const fits = (filter: Filter) => fitting(all, filter).length > 0;
    const some = [byStatus(version), byType, byBoth(version)].map((kind) => kind.filter(fits));
    const none = byBoth(version).filter((filter) => !fits(filter));
    const chosen = some.flatMap((kind) => sample(kind, 1, check.seed));
    for (const filter of [...chosen, ...sample(none, fewFilters, check.seed)]) {
      const kept = await mustSucceed(() => version.calls(check.api).list(filter, { as }));
      expect(kept).toSatisfy(holdsCards(version, fitting(all, filter), `${inWords(filter)} of users.${as}`));
    }
  });

/** A target may check who may see a card in only one sort order, with a filter or without. */
const sortsForOthers = (check: Check, version: Version): Promise<void> =>
  toEachOther(check, version, async (all, as) => {
    for (const filter of [{}, ...sample(byStatus(version), 1, check.seed)]) {
      for (const sort of ['id', '-id'] as const) await sortsOne(check, version, all, filter, sort, as);
    }
  });

const fewFilters = 2;

async function sortsOne(
  { api }: Check,
  version: Version,
  all: readonly Card[],
  filter: Filter,
  sort: 'id' | '-id',
  as: UserName = api.user.name,
): Promise<void> {
  const cards = await mustSucceed(() =>
    version.calls(api).list({ ...filter, sort }, { as, ...inOrder(sort === 'id' ? 0 : 1) }),
  );
  const whose = as === api.user.name ? '' : ` of users.${as}`;
  const kept = `${inWords(filter)}${whose} sorted by ${sort}`;
  expect(cards).toSatisfy(holdsCards(version, fitting(all, filter), kept));
  expect(cards).toSatisfy(isSorted(version, sort, kept));
}

/** A list that is not answered fails the check, because that list is what the check is about. */
async function mustSucceed<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UnexpectedAnswer) expect(error.exchange).toBeAccepted();
    throw error;
  }
}

const fitting = (cards: readonly Card[], { status, type }: Filter): readonly Card[] =>
  cards.filter(
    (card) => (status === undefined || card.status === status) && (type === undefined || card.type === type),
  );

const inWords = ({ status, type }: Filter): string => {
  if (status === undefined && type === undefined) return 'of the whole list';
  return [...(status ? [`in ${status}`] : []), ...(type ? [`of type ${type}`] : [])].join(' and ');
};
