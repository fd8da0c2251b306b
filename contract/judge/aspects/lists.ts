// The card lists: whether a filter kept only fitting cards, and whether a sorted list is in order.
import { cardStatusValues, cardTypeValues, legacyCardStatusValues } from '../../generated/api-types.ts';
import type { RequirementId } from '../../generated/sentences.ts';
import type { CardList, ListParameters } from '../../openings.ts';
import type { Answer } from '../finding.ts';

type Sort = 'id' | '-id';

interface Rules {
  readonly filters: readonly Filter[];
  readonly sorted: RequirementId;
}

interface Filter {
  readonly member: 'status' | 'type';
  readonly requirement: RequirementId;
  /** With any other value the answer need not be a list. */
  readonly values: readonly string[];
}

const rules: Readonly<Record<CardList, Rules>> = {
  listCards: {
    filters: [
      { member: 'status', requirement: 'CARD-14', values: cardStatusValues },
      { member: 'type', requirement: 'CARD-15', values: cardTypeValues },
    ],
    sorted: 'CARD-18',
  },
  listCardsV1: {
    filters: [
      { member: 'status', requirement: 'LEG-19', values: legacyCardStatusValues },
      { member: 'type', requirement: 'LEG-19', values: cardTypeValues },
    ],
    sorted: 'LEG-22',
  },
};

export const ofLists: readonly RequirementId[] = Object.values(rules).flatMap(({ filters, sorted }) => [
  ...filters.map(({ requirement }) => requirement),
  sorted,
]);

/** Judges only parameters with known names. Cards that a filter wrongly left out do not show without the whole list. */
export function judgeList({ request, response, body, operation, openings, notes }: Answer): void {
  const { id } = operation;
  if ((id !== 'listCards' && id !== 'listCardsV1') || response.status !== 200) return;
  const names = openings.lists?.[id];
  if (names === undefined || body.kind !== 'json' || !Array.isArray(body.value)) return;
  const cards: readonly unknown[] = body.value;
  for (const { member, requirement, values } of rules[id].filters) {
    const value = asked(request.url, names[member]);
    if (value === undefined || !values.includes(value)) continue;
    const others = cards.filter((card) => isOther(memberOf(card, member), value));
    const got = others.length > 0 ? `${others.length} of ${cards.length} with another ${member}` : undefined;
    notes.check(requirement, 'body', `cards with the ${member} ${value} alone`, got);
  }
  const sort = asked(request.url, names.sort);
  if (!isSort(sort)) return;
  const index = outOfOrder(id, sort, cards);
  const [before, after] = [cards[index - 1], cards[index]].map((card) => String(memberOf(card, 'id')));
  const got = index === -1 ? undefined : `${before} before ${after}`;
  notes.check(rules[id].sorted, 'body', `cards with ${sort === 'id' ? 'ascending' : 'descending'} ids`, got);
}

const isSort = (value: string | undefined): value is Sort => value === 'id' || value === '-id';

/** The value of a parameter that occurs once. */
function asked(url: string, name: ListParameters[keyof ListParameters]): string | undefined {
  if (name === undefined || !URL.canParse(url)) return undefined;
  const [value, ...more] = new URL(url).searchParams.getAll(name);
  return more.length === 0 ? value : undefined;
}

const memberOf = (card: unknown, name: string): unknown =>
  typeof card === 'object' && card !== null ? (card as Readonly<Record<string, unknown>>)[name] : undefined;

const isOther = (found: unknown, value: string): boolean => typeof found === 'string' && found !== value;

/** The index of the first card whose id should come before the previous card's id; -1 if there is none. */
export function outOfOrder(list: CardList, sort: Sort, cards: readonly unknown[]): number {
  const ids = cards.map((card) => memberOf(card, 'id'));
  const direction = sort === 'id' ? 1 : -1;
  return ids.findIndex((id, place) => place > 0 && compareIds[list](ids[place - 1], id) * direction > 0);
}

const lower = (value: unknown): string => String(value).toLowerCase();

const byText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** Below 0 where the first one comes first: UUIDs as text in lower case, the ids of v1 as numbers. */
const compareIds: Readonly<Record<CardList, (one: unknown, other: unknown) => number>> = {
  listCards: (one, other) => byText(lower(one), lower(other)),
  listCardsV1: (one, other) => Number(one) - Number(other),
};
