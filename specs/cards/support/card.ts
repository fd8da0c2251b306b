// The cards of the target as checks meet them, in both versions.
import type { Claimed } from '../../../contract/claims.ts';
import { cardStatusValues, cardTypeValues, legacyCardStatusValues } from '../../../contract/generated/api-types.ts';
import type { Exchange } from '../../../exchange/exchange.ts';
import { expect } from '../../../harness/assert/expect.ts';
import { oneOfEach, sample } from '../../../harness/assert/sample.ts';
import type { Check } from '../../../harness/declare/check.ts';
import { demandedMfa, isFields, jsonOf, statusOf, succeeded, within } from '../../../subject/answers.ts';
import type { Api, CardFilter } from '../../../subject/api.ts';
import type { Call } from '../../../subject/calls.ts';

/** In either version. */
export type Card = Claimed<'Card'> & Claimed<'LegacyCardDetail'>;

interface CardCalls {
  list(filter?: CardFilter, call?: Call): Promise<readonly Card[]>;
}

/** What tells one version from the other. */
export interface Version {
  readonly name: 'v1' | 'v2';
  readonly list: 'listCards' | 'listCardsV1';
  readonly read: 'readCard' | 'readCardV1';
  readonly statuses: readonly string[];
  calls(api: Api): CardCalls;
  /** The UUID, by which both versions know the card, to be compared. */
  uuidOf(card: Card): string;
  /** The UUID as the target writes it, to be asked for: a target may read no other spelling than its own. */
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

/** How a card took what was asked of it. */
export interface Answered {
  readonly card: Card;
  readonly exchange: Exchange;
}

/**
 * Which cards of a wallet were kept from a user for their status or type alone. He may be served his own cards only, and a holder may lack
 * what an operation needs: so cards of several holders have to be served, or one of the same, and no card of that status or type.
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

/** What the main user did with some cards, he may do with those whose flags say so. They are looked at once more, as they may have fallen. */
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

/** As many single cards as one check looks at. */
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
