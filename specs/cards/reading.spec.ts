// Lists and single cards: every listed card can be read, and no other (Endpoints / Cards; Errors, rule 3).

import { randomUUID } from 'node:crypto';
import { outOfOrder } from '../../contract/judge/aspects/lists.ts';
import type { OperationId } from '../../contract/operations.ts';
import type { RequirementId } from '../../contract/requirements.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { type Identified, idIn, malformedIds } from '../../generators/ids.ts';
import { expect } from '../../harness/assert/expect.ts';
import { inParallel } from '../../harness/assert/parallel.ts';
import type { Check } from '../../harness/declare/check.ts';
import { requirement, type Sentence } from '../../harness/declare/requirement.ts';
import { demandedMfa, type Fields, isFields, jsonOf, statusOf, succeeded } from '../../subject/answers.ts';
import type { Call } from '../../subject/api.ts';
import { filled, inputOf } from '../../subject/bodies.ts';
import { isKnown } from '../../subject/names.ts';
import { type Way, waysOf } from '../errors/support/ways.ts';
import { allCards, type Card, current, legacy, oneOfEachKind, type Version } from './support/card.ts';
import { listedCanBeRead, listedOfOthersCanBeRead } from './support/listed.ts';
import { isOn } from './support/notification.ts';
import { namesNoneTwice } from './support/selection.ts';

requirement('CARD-24', 'the card list is an array that names no card twice', async (check) => {
  await check.retried(async () => expect(await allCards(check, current)).toSatisfy(namesNoneTwice('id')));
});

requirement('LEG-16', 'the v1 card list is an array that names no card twice', async (check) => {
  await check.retried(async () => expect(await allCards(check, legacy)).toSatisfy(namesNoneTwice('id', 'uuid')));
});

const answersItsCard = 'reading a card by its id answers the card with that id';
const answersItsLegacyCard = 'reading a v1 card by its UUID answers the card with that uuid';

requirement('CARD-26', answersItsCard, (check) => listedCanBeRead(check, current));
requirement('LEG-27', answersItsLegacyCard, (check) => listedCanBeRead(check, legacy));
requirement('CARD-26', answersItsCard, 'of other users', (check) => listedOfOthersCanBeRead(check, current));
requirement('LEG-27', answersItsLegacyCard, 'of other users', (check) => listedOfOthersCanBeRead(check, legacy));

interface Ids {
  readonly cardId: string;
  readonly walletId: string;
}

/** Operations on one card, each with a valid body; undefined where it is not known how to write one. */
const onOneCard: Readonly<Partial<Record<OperationId, (check: Check, card: Ids) => Call | undefined>>> = {
  readCard: () => ({}),
  readCardCredentials: () => ({ json: { fields: ['phone'] } }),
  calculateCardLimits: ({ api }, ids) => {
    const template = api.names.bodies.calculateCardLimits;
    return isKnown(template) ? inputOf(filled(template.value, { ...ids })) : undefined;
  },
  setSmsBalanceNotification: ({ api }) =>
    isKnown(api.names.smsField) ? { json: {}, open: { enabled: true } } : undefined,
  readCardV1: () => ({}),
  readCardLimitsV1: () => ({}),
};

for (const operation of [
  'readCard',
  'readCardCredentials',
  'calculateCardLimits',
  'setSmsBalanceNotification',
] as const) {
  refuses('CARD-27', 'an unknown card gives 404', 404, operation, neighbours);
  refuses('CARD-28', 'a v2 card path with an id that is no UUID is refused', undefined, operation, async (check) => {
    const card = await anyCard(check);
    return [...malformedIds(card), ...(card.number === undefined ? [] : [card.number])];
  });
}

const neitherUuidNorInteger = 'a v1 card path with an id that is neither a UUID nor an integer is refused';

for (const operation of ['readCardV1', 'readCardLimitsV1'] as const) {
  refuses('CARD-27', 'an unknown card gives 404', 404, operation, async (check) => [
    ...(await neighbours(check)),
    ...(await unknownIntegers(check, operation)),
  ]);
  refuses('LEG-29', neitherUuidNorInteger, undefined, operation, async (check) => malformedIds(await anyCard(check)));
}

function refuses<Id extends RequirementId, Text extends string>(
  id: Id,
  says: Sentence<Id, Text>,
  status: number | undefined,
  operation: OperationId,
  idsFor: (check: Check) => Promise<readonly string[]>,
): void {
  requirement(id, says, operation, async (check) => {
    const [own] = await cardsOrNone(check, current);
    const random: readonly string[] = status === 404 ? [randomUUID(), randomUUID()] : [];
    const ways = waysOf(operation, check.api.names);
    for (const [turn, cardId] of [...random, ...(await idsFor(check))].entries()) {
      const body = onOneCard[operation]?.(check, { cardId, walletId: String(own?.walletId ?? randomUUID()) });
      if (body === undefined) return check.untested('what the body looks like (open.smsField, open.bodies)');
      // A target may look up the card in only some of the ways to ask.
      const otherWay = turn < random.length ? ways.slice(1)[turn - 1] : undefined;
      const asked = otherWay ? otherWay(body) : body;
      const exchange = await check.api.call(operation, { ...asked, path: { id: cardId } });
      if (otherWay && isWithheld(exchange) && !(await isAllowed(check, operation, otherWay))) continue;
      // A target may demand a second factor before it looks at the id.
      if (demandedMfa(exchange) !== undefined) check.untested('an answer without a demand for a second factor');
      // An id derived from that of a card may belong to another user's card, which may give 403.
      if (statusOf(exchange) === 403 && status === 404 && !random.includes(cardId)) continue;
      if (statusOf(exchange) === 403 && !(await isAllowed(check, operation))) check.untested('a user who may call it');
      expect(exchange).toBeRefused(status);
    }
  });
}

/** Refused, perhaps for a reason that has nothing to do with the card. */
const isWithheld = (exchange: Exchange): boolean => !succeeded(exchange) && statusOf(exchange) !== 404;

/** Whether the user may call the operation at all: whether it succeeds on one of his cards. */
async function isAllowed(check: Check, operation: OperationId, way: Way = (input) => input): Promise<boolean> {
  const { calculateLimits, smsNotification } = check.profile.allow;
  if (operation === 'calculateCardLimits' && !calculateLimits) return false;
  if (operation === 'setSmsBalanceNotification' && !smsNotification) return false;
  for (const card of oneOfEachKind(await cardsOrNone(check, current))) {
    // A call that changes a setting sends the current value.
    const cardId = current.idOf(card);
    const body = onOneCard[operation]?.(check, { cardId, walletId: String(card.walletId) });
    const unchanging = body?.open === undefined ? body : { ...body, open: { enabled: isOn(card) } };
    const exchange = await check.api.call(operation, { ...way(unchanging ?? {}), path: { id: cardId } });
    if (succeeded(exchange)) return true;
  }
  return false;
}

/** A UUID that differs in one digit from that of a card, and is no card of the user. */
async function neighbours(check: Check): Promise<readonly string[]> {
  const cards = await cardsOrNone(check, current);
  const taken = new Set(cards.map(current.uuidOf));
  return cards
    .slice(0, 1)
    .map((card) => neighbourOf(current.idOf(card)))
    .filter((id) => !taken.has(id.toLowerCase()));
}

const neighbourOf = (uuid: string): string => uuid.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'));

/** An integer that is no card's id, if cards can be read by integers at all. */
async function unknownIntegers(check: Check, operation: OperationId): Promise<readonly string[]> {
  const cards = await cardsOrNone(check, legacy);
  const ids = cards.map((card) => Number(card.id)).filter((id) => Number.isSafeInteger(id));
  if (ids.length === 0) return [];
  const known = await inParallel(ids.slice(0, 5), (id) => check.api.call(operation, { path: { id } }));
  return known.some(succeeded) ? [String(unknownAmong(ids))] : [];
}

/**
 * A number far above all ids. But it has 32 bits if the ids have, and if they are longer, no more decimal or binary digits than the largest
 * of them, because a target may refuse longer numbers by their form.
 */
function unknownAmong(ids: readonly number[]): number {
  const highest = Math.max(...ids);
  const above = Math.max(highest, farAbove) * 2 + 3;
  if (above <= largest) return above;
  const taken = new Set(ids);
  let free = highest <= largest ? largest : Math.min(...[2, 10].map((base) => longest(highest, base)));
  while (taken.has(free)) free--;
  return free;
}

/** The largest integer with as many digits as this one has. */
const longest = (id: number, base: number): number => Number(BigInt(base) ** BigInt(id.toString(base).length) - 1n);

/** The largest signed integer of 32 bits. */
const largest = 2 ** 31 - 1;

/** Twice this is larger than the number of any real cards, and still fits into 32 bits. */
const farAbove = 1_000_000_000;

/** Both ids of some card; made up where there is none. */
async function anyCard(check: Check): Promise<Identified> {
  const [[card], [older]] = await Promise.all([cardsOrNone(check, current), cardsOrNone(check, legacy)]);
  return { uuid: card === undefined ? randomUUID() : current.idOf(card), number: idIn(older?.id) };
}

/** The whole list, which may be empty: the ids are made up where there is no card to derive them from. */
const cardsOrNone = ({ api }: Check, version: Version): Promise<readonly Card[]> => version.calls(api).list();

requirement(
  'LEG-54',
  'whether v1 paths take the integer id besides the UUID, and how a card in PROCESS appears in v1, is not stated',
  async (check) => {
    const { api, observe } = check;
    const [cards, older] = await Promise.all([allCards(check, current), allCards(check, legacy)]);
    const [first] = older as [Card, ...Card[]];
    const byInteger = await api.call('readCardV1', { path: { id: String(first.id) } });
    const isSame = succeeded(byInteger) && isFields(jsonOf(byInteger)) && legacy.uuidOf(jsonOf(byInteger) as Card);
    observe(
      isSame === legacy.uuidOf(first)
        ? 'v1 takes the integer id as well as the UUID'
        : `v1 does not read a card by its integer id (${statusOf(byInteger) ?? 'no answer'})`,
    );
    const process = cards.filter((card) => card.status === 'PROCESS').map(current.uuidOf);
    if (process.length === 0) return observe('no card is in PROCESS');
    const shown = older.filter((card) => process.includes(legacy.uuidOf(card)));
    const as = [...new Set(shown.map((card) => String(card.status)))].join(', ');
    observe(shown.length === 0 ? 'v1 leaves cards in PROCESS out' : `v1 shows cards in PROCESS as ${as}`);
  },
);

requirement(
  'CARD-59',
  'the format of validUntilDate, the set of notification types and the fields inside delivery are not shown',
  async (check) => {
    const cards = await allCards(check, current);
    const seen = (values: readonly unknown[]) =>
      [...new Set(values.filter((value) => value != null))].join(', ') || 'none';
    const shape = (text: unknown) => String(text).replaceAll(/\d/g, '9').replaceAll(/\p{L}/gu, 'a');
    const inner = (card: Card, member: keyof Card): Fields => (isFields(card[member]) ? card[member] : {});
    const delivery = cards.map((card) => inner(card, 'orderInfo').delivery).filter(isFields);
    check.observe(`validUntilDate looks like ${seen(cards.map((card) => shape(card.validUntilDate)))}`);
    check.observe(`notification types: ${seen(cards.map((card) => inner(card, 'notification').type))}`);
    check.observe(`members of delivery: ${seen(delivery.flatMap((fields) => Object.keys(fields)))}`);
  },
);

requirement(
  'CARD-62',
  'the moves between card statuses, the paging and the order of an unsorted list are not shown',
  async (check) => {
    const cards = await allCards(check, current);
    const { paging } = check.api.names;
    const sort = (['id', '-id'] as const).find((each) => outOfOrder('listCards', each, cards) === -1);
    const order = sort === undefined ? 'neither way' : sort === 'id' ? 'ascending' : 'descending';
    check.observe(`the ids of an unsorted list of ${cards.length} run ${order}`);
    check.observe(`paging: ${isKnown(paging) ? paging.value.style : paging.because}`);
  },
);

requirement(
  'CARD-63',
  'the names of the filter and sort parameters are not shown',
  async ({ api: { names }, observe }) => {
    const keys = ['statusFilter', 'typeFilter', 'sort', 'statusFilterV1', 'typeFilterV1', 'sortV1'] as const;
    for (const key of keys) {
      const name = names[key];
      observe(`${key}: ${isKnown(name) ? `${name.value} (${name.kind})` : name.because}`);
    }
  },
);
