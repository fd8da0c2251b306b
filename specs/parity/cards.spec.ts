// Both versions of one card agree, and so do the list and the card read alone (Versioning, rules 1 and 3; Resources).
import { shown } from '../../contract/judge/wording.ts';
import { meaningful } from '../../contract/presence.ts';
import type { RequirementId } from '../../contract/requirements.ts';
import type { Mismatch } from '../../harness/assert/comparisons.ts';
import { expect } from '../../harness/assert/expect.ts';
import { inParallel } from '../../harness/assert/parallel.ts';
import { oneOfEach } from '../../harness/assert/sample.ts';
import type { Check } from '../../harness/declare/check.ts';
import { unlessRefused } from '../../harness/declare/failures.ts';
import { requirement, type Sentence } from '../../harness/declare/requirement.ts';
import type { Call, CardFilter } from '../../subject/api.ts';
import { allCards, type Card, current, legacy, types, type Version } from '../cards/support/card.ts';
import { otherUsers, toEachOther } from '../cards/support/others.ts';
import { inKnownNames } from '../cards/support/selection.ts';
import { tellsDay, tellsNoDayBeside } from './support/days.ts';
import { type Member, members, orderedInOneUnit, sameCard, sameReading, valueAt } from './support/members.ts';
import {
  byUuid,
  comparableOf,
  type Listed,
  listedAndAlone,
  type Pair,
  pairsInLists,
  pairsOf,
  pairsOfOthers,
  stayed,
  tellsOf,
} from './support/pairs.ts';
import { oneUuidEach, walletsOfCards } from './support/wallets.ts';

const inBothLists = "every card that one version lists is in the other's list by uuid and id, cards in PROCESS aside";

requirement('PAR-01', inBothLists, async (check) => {
  await check.retried(async () => listsTheSame(check, await allCards(check, current)));
});

requirement('PAR-01', inBothLists, 'of other users', (check) =>
  toEachOther(check, current, async (before, as) => {
    await unlessRefused(() => listsTheSame(check, before, { as }));
  }),
);

async function listsTheSame({ api }: Check, before: readonly Card[], call: Call = {}): Promise<void> {
  const older = await api.cardsV1.list({}, call);
  const after = await api.cards.list({}, call);
  const uuids = new Set(older.map(legacy.uuidOf));
  const isMade = ({ status }: Card): boolean => status !== 'PROCESS';
  const stillMade = byUuid(current, after.filter(isMade));
  const due = before.filter((card) => isMade(card) && stillMade.has(current.uuidOf(card)));
  expect(due.filter((card) => !uuids.has(current.uuidOf(card)))).toSatisfy(none(current, 'on the v1 list'));
  const known = new Set([...before, ...after].map(current.uuidOf));
  expect(older.filter((card) => !known.has(legacy.uuidOf(card)))).toSatisfy(none(legacy, 'on the v2 list'));
}

const agreeOnNames = `both versions of a card agree on cardholder name, validUntilDate, designId, notification and
   isSmsBalanceNotification`;
const agreeOnOrder = 'both versions of a card agree on orderInfo, its times and its delivery included';

agreeOn('PAR-02', 'both versions of a card agree on type and masked number', members.face);
agreeOn(
  'PAR-03',
  'both versions of a card agree on its status, unless v2 says PROCESS',
  members.status,
  ({ newer }) => newer.status !== 'PROCESS',
);
agreeOn('PAR-05', agreeOnNames, members.names);
agreeOn('PAR-07', agreeOnOrder, members.order);
agreeOn(
  'PAR-08',
  'both versions of a card agree on every permission, canGetNumber standing for canGetPan',
  members.permissions,
);
// The judge checks that each version uses its own unit.
agreeOn(
  'PAR-09',
  'updatedAtMs of a v1 card falls within the second that updatedAt of the v2 card names',
  members.updated,
  ({ newer, older }) => !(Number(newer.updatedAt) >= 1e11) && !(Number(meaningful(older.updatedAtMs)) < 1e11),
);

function agreeOn<Id extends RequirementId, Text extends string>(
  id: Id,
  says: Sentence<Id, Text>,
  which: readonly Member[],
  applies: (pair: Pair) => boolean = () => true,
): void {
  requirement(id, says, async (check) => {
    await check.retried(async () => {
      const pairs = (await pairsOf(check)).filter((pair) => applies(pair) && tellsOf(which, pair));
      if (pairs.length === 0) check.untested('a card on which both versions can be compared');
      expectAlike(which, pairs);
    });
  });
  requirement(id, says, 'of other users', (check) =>
    check.retried(async () => expectAlike(which, (await pairsOfOthers(check)).filter(applies))),
  );
}

function expectAlike(which: readonly Member[], pairs: readonly Pair[]): void {
  for (const pair of pairs) {
    const { newer, older, where, exchange } = pair;
    const agree = () => onCard(current.uuidOf(newer), sameCard(comparableOf(which, pair), newer, older, where));
    expect(exchange ?? pairs).toSatisfy(agree);
  }
}

// The format of a day is open, so a text that cannot be read as a day is compared with the same version's texts of other cards.
requirement('PAR-05', agreeOnNames, 'a day in both', (check) =>
  check.retried(async () => {
    const all = [...(await pairsOf(check)), ...(await pairsOfOthers(check))];
    const pairs = all.filter(({ comparable }) => comparable.some(({ v2 }) => v2 === 'validUntilDate'));
    const noDayInV2 = tellsNoDayBeside(pairs.map(({ newer }) => validityOf(newer)));
    const noDayInV1 = tellsNoDayBeside(pairs.map(({ older }) => validityOf(older)));
    for (const { newer, older, where, exchange } of pairs) {
      const [inV2, inV1] = [validityOf(newer), validityOf(older)];
      const isNone = tellsDay(inV2) ? noDayInV1(inV1) : tellsDay(inV1) && noDayInV2(inV2);
      const got = `${shown(inV2)} and ${shown(inV1)}`;
      expect(exchange ?? pairs).toSatisfy(() =>
        isNone
          ? onCard(current.uuidOf(newer), { expected: `a day in validUntilDate of both ${where}`, got })
          : undefined,
      );
    }
  }),
);

const validityOf = (card: Card): string => String(valueAt(card, 'validUntilDate') ?? '');

// The unit of these times is open in v1, but two units at once cannot be right.
requirement('PAR-07', agreeOnOrder, 'in one unit', async (check) => {
  expect(await allCards(check, legacy)).toSatisfy(orderedInOneUnit);
});

const oneWalletInBoth = 'cards that have one wallet in one version have one wallet in the other';

requirement('PAR-28', oneWalletInBoth, async (check) => {
  await check.retried(async () => {
    const pairs = await pairsInLists(check);
    if (pairs.length < 2) check.untested('two cards that both versions list');
    expectOneWalletEach(pairs);
  });
});

// Each user separately, because each company may number its wallets from 1.
requirement('PAR-28', oneWalletInBoth, 'of other users', async (check) => {
  await check.retried(async () => {
    const pairs = await pairsOfOthers(check);
    for (const where of new Set(pairs.map((pair) => pair.where))) {
      expectOneWalletEach(pairs.filter((pair) => pair.where === where));
    }
  });
});

const expectOneWalletEach = (pairs: readonly Pair[]): void =>
  expect(pairs).toSatisfy(() => oneUuidEach(walletsOfCards(pairs), 'wallet_id of v1 beside one walletId of v2'));

const listedLikeRead = 'a card reads the same in the list and by its id, in either version';

requirement('PAR-12', listedLikeRead, 'v2', (check) => sameInList(check, current));
requirement('PAR-12', listedLikeRead, 'v1', (check) => sameInList(check, legacy));
// A target may cache a card for the user who read it first.
requirement('PAR-12', listedLikeRead, 'v2, of other users', (check) => sameForOthers(check, current));
requirement('PAR-12', listedLikeRead, 'v1, of other users', (check) => sameForOthers(check, legacy));
requirement('PAR-12', listedLikeRead, 'v2, filtered and sorted', (check) => sameHoweverListed(check, current));
requirement('PAR-12', listedLikeRead, 'v1, filtered and sorted', (check) => sameHoweverListed(check, legacy));

async function sameInList(check: Check, version: Version): Promise<void> {
  await check.retried(async () => {
    const cards = await listedAndAlone(check, version);
    if (cards.length === 0) check.untested(`a card of ${version.name} that is listed and can be read`);
    expectSame(version, cards, `in the ${version.name} list and alone`);
  });
}

async function sameForOthers(check: Check, version: Version): Promise<void> {
  await inParallel(await otherUsers(check), (as) =>
    check.retried(async () => {
      const cards = await unlessRefused(() => listedAndAlone(check, version, as));
      expectSame(version, cards ?? [], `in the ${version.name} list of users.${as} and alone`);
    }),
  );
}

function expectSame(version: Version, cards: readonly Listed[], where: string): void {
  for (const { inList, alone, exchange, comparable } of cards) {
    const agree = () => onCard(version.uuidOf(inList), sameReading(version.name, inList, alone, where, comparable));
    expect(exchange).toSatisfy(agree);
  }
}

async function sameHoweverListed(check: Check, version: Version): Promise<void> {
  const calls = version.calls(check.api);
  await check.retried(async () => {
    const plain = await allCards(check, version);
    const filters = inKnownNames(check.api.names, version, everyWayToList(version, plain));
    if (filters.length === 0) check.untested('a filter or an order whose name is known');
    const others = await inParallel(filters, (filter) => calls.list(filter));
    const kept = new Map(stayed(version, plain, await calls.list()).map((one) => [version.uuidOf(one.card), one]));
    for (const [index, cards] of others.entries()) {
      const how = Object.entries(filters[index]!).map(([by, value]) => `${by} ${value}`);
      for (const card of cards) {
        const uuid = version.uuidOf(card);
        const same = kept.get(uuid);
        if (same === undefined) continue;
        const where = `in the ${version.name} list, and there with ${how.join(' and ')}`;
        expect(cards).toSatisfy(() => onCard(uuid, sameReading(version.name, same.card, card, where, same.comparable)));
      }
    }
  });
}

/** Each value alone, and some combinations, because each may be a separate query. */
function everyWayToList({ statuses }: Version, cards: readonly Card[]): readonly CardFilter[] {
  const listed = cards.filter(({ status, type }) => statuses.includes(String(status)) && types.includes(String(type)));
  const both = oneOfEach(listed, ({ type }) => String(type)).map(({ status, type }) => ({
    status: String(status),
    type: String(type),
  }));
  const [some] = both;
  return [
    ...statuses.map((status) => ({ status })),
    ...types.map((type) => ({ type })),
    ...['id', '-id'].map((sort) => ({ sort })),
    ...both,
    ...(some
      ? [
          { status: some.status, sort: '-id' },
          { type: some.type, sort: 'id' },
          { ...some, sort: '-id' },
        ]
      : []),
  ];
}

const onCard = (uuid: string, mismatch: Mismatch): Mismatch =>
  mismatch && { ...mismatch, got: `${mismatch.got} on card ${uuid}` };

const none =
  ({ uuidOf, name }: Version, where: string) =>
  (cards: readonly Card[]): Mismatch =>
    cards.length === 0
      ? undefined
      : {
          expected: `every card of the ${name} list ${where} as well`,
          got: `${cards.length} missing there (first: ${uuidOf(cards[0] as Card)} in ${(cards[0] as Card).status})`,
        };
