// Looks at both card lists: what is on them, and which cards are worth asking about.
import type { OperationId } from '../../contract/operations.ts';
import { inWords, isFields } from '../answers.ts';
import { UnexpectedAnswer } from '../api.ts';
import type { Knowledge } from '../names.ts';
import { type Answer, type Asking, type Item, idOf } from './asking.ts';

export type CardList = Extract<OperationId, 'listCards' | 'listCardsV1'>;

interface Cards {
  readonly list: CardList;
  /** The whole list, over all its pages. */
  readonly all: readonly Item[];
  /** What one request brings: the list, or its first page. */
  readonly usual: readonly Item[];
}

/** The question which of these names the target uses for a parameter of the list. */
export interface ListQuestion extends Cards {
  readonly names: readonly string[];
  readonly unknownParameters: 'ignored' | 'refused' | undefined;
}

export type Listed =
  | ({ readonly kind: 'listed' } & Cards)
  | { readonly kind: 'missing'; readonly knowledge: { readonly kind: 'undecided'; readonly because: string } };

export async function lookAt(asking: Asking, list: CardList): Promise<Listed> {
  const first = await asking.ask(list);
  if (first.kind !== 'items') return { kind: 'missing', knowledge: missing(first) };
  try {
    const all = await asking.api.list(list);
    return { kind: 'listed', list, all, usual: first.items };
  } catch (error) {
    if (!(error instanceof UnexpectedAnswer)) throw error;
    return { kind: 'missing', knowledge: { kind: 'undecided', because: error.message } };
  }
}

export const missing = (answer: Answer): Extract<Knowledge<never>, { kind: 'undecided' }> => ({
  kind: 'undecided',
  because: `the list did not come: ${inWords(answer.exchange)}`,
});

/**
 * Ids of cards, beginning with those that a target shows most of: first those whose limits may be read, then active and blocked ones.
 * UUIDs where the cards have them, unless `id` is wanted.
 */
export function promising(cards: readonly Item[], by: 'uuid' | 'id' = 'uuid'): readonly string[] {
  const rank = (card: Item) =>
    (['ACTIVE', 'BLOCKED'].indexOf(String(card.status)) + 1 || 9) + (hasLimits(card) ? 0 : 10);
  return [...cards].sort((one, other) => rank(one) - rank(other)).map((card) => String(card[by] ?? idOf(card)));
}

/** True as well where the permissions of the card do not say. */
export const hasLimits = ({ permissions }: Item): boolean =>
  !isFields(permissions) || permissions.canGetLimits !== false;

/** What tests need to know of a card to choose one; none of it is secret. */
export interface SeenCard {
  readonly id: string;
  readonly status: string;
  readonly type: string;
  readonly walletId: string;
}

export function seenCards(listed: Listed): Knowledge<readonly SeenCard[]> {
  if (listed.kind === 'missing') return listed.knowledge;
  const value = listed.all.map((card) => ({
    id: idOf(card),
    status: String(card.status),
    type: String(card.type),
    walletId: String(card.walletId),
  }));
  return { kind: 'found', value, because: `${value.length} cards are on the list` };
}

export function seenWallets(listed: Listed): Knowledge<readonly string[]> {
  if (listed.kind === 'missing') return listed.knowledge;
  const value = [...new Set(listed.all.map((card) => card.walletId).filter((id) => typeof id === 'string'))];
  return value.length > 0
    ? { kind: 'found', value, because: 'cards on the list belong to them' }
    : { kind: 'undecided', because: 'no card names a wallet' };
}
