// The cards of the target as the checks use them, in both versions of the API.
import type { Claimed } from '../../../contract/claims.ts';
import { cardStatusValues, cardTypeValues, legacyCardStatusValues } from '../../../contract/generated/api-types.ts';
import type { Exchange } from '../../../exchange/exchange.ts';
import { expect } from '../../../harness/assert/expect.ts';
import { oneOfEach, sample } from '../../../harness/assert/sample.ts';
import type { Check } from '../../../harness/declare/check.ts';
import { demandedMfa, isFields, jsonOf, statusOf, succeeded, within } from '../../../subject/answers.ts';
import type { Api, CardFilter } from '../../../subject/api.ts';
import type { Call } from '../../../subject/calls.ts';

/** A card of either version. */
export type Card = Claimed<'Card'> & Claimed<'LegacyCardDetail'>;

interface CardCalls {
  list(filter?: CardFilter, call?: Call): Promise<readonly Card[]>;
}

/** The differences between the two versions. */
export interface Version {
  readonly name: 'v1' | 'v2';
  readonly list: 'listCards' | 'listCardsV1';
  readonly read: 'readCard' | 'readCardV1';
  readonly statuses: readonly string[];
  calls(api: Api): CardCalls;
  /** The UUID for comparisons, because both versions know the card by it. */
  uuidOf(card: Card): string;
  /** The UUID for requests, as the target writes it, because a target may accept only its own spelling. */
  idOf(card: Card): string;
}

const lower = (value: unknown): string => String(value).toLowerCase();

export const current: Version = {
  name: 'v2',
  list: 'listCards',
  read: 'readCard',
  statuses: cardStatusValues,
  calls: ({ cards }) => cards,
  uuidOf: (card) => lower(card.id),
  idOf: (card) => String(card.id),
};

export const legacy: Version = {
  name: 'v1',
  list: 'listCardsV1',
  read: 'readCardV1',
  statuses: legacyCardStatusValues,
  calls: ({ cardsV1 }) => cardsV1,
  uuidOf: (card) => lower(card.uuid),
  idOf: (card) => String(card.uuid ?? card.id),
};

export const types: readonly string[] = cardTypeValues;

export const allows = (card: Card, permission: string): boolean => within(card, 'permissions', permission) === true;

export const forbids = (card: Card, permission: string): boolean => within(card, 'permissions', permission) === false;

const walletOf = (card: Card): string => lower(card.walletId ?? card.wallet_id);

/** The answer to a request about a card. */
export interface Answered {
  readonly card: Card;
  readonly exchange: Exchange;
}

/**
 * The refused cards of which only the status or the type can be the reason. A user may be served only his own cards, and a holder may lack
 * what an operation needs. So in the same wallet, cards of this holder or of several must have been served; and of that status or type,
 * several cards were refused and none was served.
 */
export function keptByKind(refused: readonly Answered[], done: readonly Answered[]): ReadonlySet<Card> {
  const [kept, served] = [refused.map(cardOf), done.map(cardOf)];
  const byKind = kept.filter((card) => {
    const beside = served.filter((other) => walletOf(other) === walletOf(card));
    const holders = new Set(beside.map(holderOf));
    if (!holders.has(holderOf(card)) && holders.size < 2) return false;
    return (['status', 'type'] as const).some((of) => {
      const isAlike = (other: Card): boolean => other[of] === card[of];
      return kept.filter(isAlike).length > 1 && !served.some(isAlike);
    });
  });
  return new Set(byKind);
}

const cardOf = ({ card }: Answered): Card => card;

const holderOf = (card: Card): string => String(card.cardholderName ?? card.cardholder_name ?? '');

/**
 * What the main user may do with some cards, he may do with all whose flags allow it. The flags are read again, because they may have been
 * withdrawn meanwhile.
 */
export async function expectAllowed(
  check: Check,
  version: Version,
  permissions: readonly string[],
  answers: readonly Answered[],
): Promise<void> {
  const settled = answers.filter(({ exchange }) => demandedMfa(exchange) === undefined);
  const kept = settled.filter(({ exchange }) => [403, 404].includes(statusOf(exchange) ?? 0));
  const served = settled.filter(({ exchange }) => succeeded(exchange));
  const byKind = keptByKind(kept, served);
  for (const { card, exchange } of kept.filter((one) => byKind.has(one.card))) {
    const now = jsonOf(await check.api.call(version.read, { path: { id: version.idOf(card) } }));
    if (isFields(now) && permissions.every((name) => allows(now as Card, name))) expect(exchange).toBeAccepted();
  }
}

/** Cards of one kind are likely treated alike by the target. */
export const kindOf = (card: Card): string => `${card.type} ${card.status}`;

export const oneOfEachKind = (cards: readonly Card[]): readonly Card[] => oneOfEach(cards, kindOf);

/** The most cards that one check reads one by one. */
const most = 200;

/** The whole list. A target without a card leaves a check untested. */
export async function allCards({ api, untested }: Check, version: Version): Promise<readonly Card[]> {
  const cards = await version.calls(api).list();
  return cards.length > 0 ? cards : untested(`a card on the ${version.name} list of the user`);
}

/** Enough cards for going through them one by one: every kind is among them. */
export async function someCards(check: Check, version: Version): Promise<readonly Card[]> {
  return sample(await allCards(check, version), most, check.seed, kindOf);
}
