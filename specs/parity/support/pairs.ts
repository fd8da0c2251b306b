// Reads one card in several ways, and then again, so that only what did not change meanwhile is compared.
import type { Exchange } from '../../../exchange/exchange.ts';
import { inParallel } from '../../../harness/assert/parallel.ts';
import { sample } from '../../../harness/assert/sample.ts';
import { shared } from '../../../harness/assert/shared.ts';
import type { Check } from '../../../harness/declare/check.ts';
import { unlessRefused } from '../../../harness/declare/failures.ts';
import { isFields, jsonOf, succeeded } from '../../../subject/answers.ts';
import type { UserName } from '../../../subject/profile/profile.ts';
import { type Card, current, kindOf, legacy, type Version } from '../../cards/support/card.ts';
import { otherUsers } from '../../cards/support/others.ts';
import { type Member, unchanged, unchangedIfAny, valueAt } from './members.ts';

/** Both versions of one card. */
export interface Pair {
  readonly newer: Card;
  readonly older: Card;
  /** How it was read: in the lists, and of which user, or by its id. */
  readonly where: string;
  /** The exchange that shows it, when a single one does. */
  readonly exchange?: Exchange;
  /** The members of which v2 had the same value before and after v1 was read. */
  readonly comparable: readonly Member[];
}

/** One card of one version, as the list has it and as it is read alone. */
export interface Listed {
  readonly inList: Card;
  readonly alone: Card;
  readonly exchange: Exchange;
  /** The members that did not change meanwhile. */
  readonly comparable: readonly Member[];
}

export const comparableOf = (which: readonly Member[], { comparable }: Pair): readonly Member[] =>
  which.filter((member) => comparable.includes(member));

/** Where both say nothing, nothing can be compared. */
export const tellsOf = (which: readonly Member[], pair: Pair): boolean =>
  comparableOf(which, pair).some(
    ({ v1 = '', v2 = '' }) => valueAt(pair.newer, v2) !== undefined || valueAt(pair.older, v1) !== undefined,
  );

const most = 200;
const fewOfOthers = 10;

export const pairsOf = shared(async (check): Promise<readonly Pair[]> => {
  const pairs = [...(await pairsInLists(check)), ...(await pairsById(check))];
  return pairs.length > 0 ? pairs : check.untested('a card that both versions show');
});

/** The cards in the lists of other users who may read both lists. */
export const pairsOfOthers = shared(async (check): Promise<readonly Pair[]> => {
  const pairs = await inParallel(await otherUsers(check), (as) => unlessRefused(() => pairsInLists(check, as)));
  return pairs.flatMap((ofOne) => ofOne ?? []);
});

export async function pairsInLists({ api }: Check, as?: UserName): Promise<readonly Pair[]> {
  const call = as === undefined ? {} : { as };
  const where = as === undefined ? 'in the lists' : `in the lists of users.${as}`;
  const before = await api.cards.list({}, call);
  const older = byUuid(legacy, await api.cardsV1.list({}, call));
  return stayed(current, before, await api.cards.list({}, call)).flatMap(({ card, comparable }) => {
    const same = older.get(current.uuidOf(card));
    return same === undefined ? [] : [{ newer: card, older: same, where, comparable }];
  });
}

async function pairsById(check: Check): Promise<readonly Pair[]> {
  const { api, seed } = check;
  const ids = sample(await api.cards.list(), most, seed, kindOf).map(current.idOf);
  const pairs = await inParallel(ids, async (id): Promise<Pair | undefined> => {
    const newer = cardOf(await api.call('readCard', { path: { id } }));
    const exchange = await api.call('readCardV1', { path: { id } });
    const after = cardOf(await api.call('readCard', { path: { id } }));
    const older = cardOf(exchange);
    if (newer === undefined || after === undefined || older === undefined) return undefined;
    return { newer, older, where: 'by its id', exchange, comparable: unchanged('v2', newer, after) };
  });
  return unchangedIfAny(pairs.filter((pair) => pair !== undefined));
}

/** Each card of the list beside the same card read alone; of another user a few cards are enough. */
export async function listedAndAlone(check: Check, version: Version, as?: UserName): Promise<readonly Listed[]> {
  const { api, seed } = check;
  const call = as === undefined ? {} : { as };
  const before = await version.calls(api).list({}, call);
  const some = as === undefined ? sample(before, most, seed, kindOf) : sample(before, fewOfOthers, seed, typeOf);
  const read = await inParallel(some, (card) => api.call(version.read, { ...call, path: { id: version.idOf(card) } }));
  const after = await version.calls(api).list({}, call);
  const members = new Map(stayed(version, before, after).map(({ card, comparable }) => [card, comparable]));
  return some.flatMap((inList, index) => {
    const exchange = read[index] as Exchange;
    const [alone, comparable] = [cardOf(exchange), members.get(inList)];
    return alone === undefined || comparable === undefined ? [] : [{ inList, alone, exchange, comparable }];
  });
}

const typeOf = ({ type }: Card): string => String(type);

/** Cards of the first list that the second one has as well, with the members that are the same in both. */
export function stayed(
  version: Version,
  before: readonly Card[],
  after: readonly Card[],
): readonly { readonly card: Card; readonly comparable: readonly Member[] }[] {
  const later = byUuid(version, after);
  const kept = before.flatMap((card) => {
    const same = later.get(version.uuidOf(card));
    return same === undefined ? [] : [{ card, comparable: unchanged(version.name, card, same) }];
  });
  return unchangedIfAny(kept);
}

export const byUuid = ({ uuidOf }: Version, cards: readonly Card[]): ReadonlyMap<string, Card> =>
  new Map(cards.map((card) => [uuidOf(card), card]));

export function cardOf(exchange: Exchange): Card | undefined {
  const body = succeeded(exchange) ? jsonOf(exchange) : undefined;
  return isFields(body) ? body : undefined;
}
