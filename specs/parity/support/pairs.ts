// Reads one card in several ways, and then again, so that only cards that did not change meanwhile are compared.
import { isDeepStrictEqual } from 'node:util';
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
import { allMembers, closedMembers, faceOf, type Member, wholeFaceOf } from './members.ts';

/** Both versions of one card. */
export interface Pair {
  readonly newer: Card;
  readonly older: Card;
  /** How it was read: in the lists, and of which user, or by its id. */
  readonly where: string;
  /** The exchange that shows it, when a single one does. */
  readonly exchange?: Exchange;
}

/** One card of one version, as the list has it and as it is read alone. */
export interface Listed {
  readonly inList: Card;
  readonly alone: Card;
  readonly exchange: Exchange;
  /** The members that did not change meanwhile. */
  readonly comparable: readonly Member[];
}

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
  const unchanged = stayed(current, before, await api.cards.list({}, call));
  return unchanged.flatMap((newer) => {
    const same = older.get(current.uuidOf(newer));
    return same === undefined ? [] : [{ newer, older: same, where }];
  });
}

async function pairsById(check: Check): Promise<readonly Pair[]> {
  const { api, seed } = check;
  const ids = sample(await api.cards.list(), most, seed, kindOf).map(current.idOf);
  const pairs = await inParallel(ids, async (id): Promise<Pair | undefined> => {
    const before = cardOf(await api.call('readCard', { path: { id } }));
    const exchange = await api.call('readCardV1', { path: { id } });
    const after = cardOf(await api.call('readCard', { path: { id } }));
    const older = cardOf(exchange);
    if (before === undefined || after === undefined || older === undefined) return undefined;
    const isUnchanged = isDeepStrictEqual(faceOf(before, 'v2'), faceOf(after, 'v2'));
    return isUnchanged ? { newer: before, older, where: 'by its id', exchange } : undefined;
  });
  return pairs.filter((pair) => pair !== undefined);
}

/** Each card of the list beside the same card read alone; of another user a few cards are enough. */
export async function listedAndAlone(check: Check, version: Version, as?: UserName): Promise<readonly Listed[]> {
  const { api, seed } = check;
  const call = as === undefined ? {} : { as };
  const before = await version.calls(api).list({}, call);
  const some = as === undefined ? sample(before, most, seed, kindOf) : sample(before, fewOfOthers, seed, typeOf);
  const read = await inParallel(some, (card) => api.call(version.read, { ...call, path: { id: version.idOf(card) } }));
  const after = await version.calls(api).list({}, call);
  const [unchanged, whole] = [stayed, stayedWhole].map((kept) => new Set(kept(version, before, after)));
  return some.flatMap((inList, index) => {
    const exchange = read[index] as Exchange;
    const alone = cardOf(exchange);
    if (alone === undefined || !unchanged?.has(inList)) return [];
    return [{ inList, alone, exchange, comparable: whole?.has(inList) ? allMembers : closedMembers }];
  });
}

const typeOf = ({ type }: Card): string => String(type);

/** The cards of the first list that are the same in the second, except for objects of unspecified members. */
export const stayed = (version: Version, before: readonly Card[], after: readonly Card[]): readonly Card[] =>
  unchangedIn(version, before, after, faceOf);

/** The cards of the first list that are exactly the same in the second, so that they can be compared with a third reading. */
export const stayedWhole = (version: Version, before: readonly Card[], after: readonly Card[]): readonly Card[] =>
  unchangedIn(version, before, after, wholeFaceOf);

function unchangedIn(
  version: Version,
  before: readonly Card[],
  after: readonly Card[],
  seenOf: typeof faceOf,
): readonly Card[] {
  const later = byUuid(version, after);
  return before.filter((card) => {
    const same = later.get(version.uuidOf(card));
    return same !== undefined && isDeepStrictEqual(seenOf(card, version.name), seenOf(same, version.name));
  });
}

export const byUuid = ({ uuidOf }: Version, cards: readonly Card[]): ReadonlyMap<string, Card> =>
  new Map(cards.map((card) => [uuidOf(card), card]));

export function cardOf(exchange: Exchange): Card | undefined {
  const body = succeeded(exchange) ? jsonOf(exchange) : undefined;
  return isFields(body) ? body : undefined;
}
