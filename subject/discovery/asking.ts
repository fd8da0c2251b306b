// Asks the target harmless questions on behalf of discovery, and sorts the answers.
import type { OperationId } from '../../contract/operations.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { inWords, isFields, jsonOf, statusOf, succeeded } from '../answers.ts';
import type { Api, Call } from '../api.ts';
import type { Pairs } from '../lists.ts';

export type Item = Readonly<Record<string, unknown>>;

export type Answer =
  | { readonly kind: 'items'; readonly items: readonly Item[]; readonly exchange: Exchange }
  | { readonly kind: 'item'; readonly item: Item; readonly exchange: Exchange }
  /** 4xx. */
  | { readonly kind: 'refused'; readonly status: number; readonly exchange: Exchange }
  | { readonly kind: 'other'; readonly because: string; readonly exchange: Exchange };

export interface Asking {
  readonly api: Api;
  ask(id: OperationId, query?: Pairs, call?: Call): Promise<Answer>;
}

export function createAsking(api: Api): Asking {
  return {
    api,
    async ask(id, query = [], call = {}) {
      return answerOf(await api.call(id, { ...call, query }));
    },
  };
}

function answerOf(exchange: Exchange): Answer {
  const status = statusOf(exchange) ?? 0;
  if (status >= 400 && status < 500) return { kind: 'refused', status, exchange };
  const json = succeeded(exchange) ? jsonOf(exchange) : undefined;
  if (Array.isArray(json)) return { kind: 'items', items: json.filter(isFields), exchange };
  if (isFields(json)) return { kind: 'item', item: json, exchange };
  return { kind: 'other', because: inWords(exchange), exchange };
}

/** The refusal is about the request itself, not about credentials or a rate limit. */
export const isForItsValue = (answer: Answer): answer is Extract<Answer, { readonly kind: 'refused' }> =>
  answer.kind === 'refused' && ![401, 403, 429].includes(answer.status);

/** A name and a value that no target can know. */
export const nonsenseName = 'assayNoSuchParameter';
export const nonsenseValue = 'assayNoSuchValue';

export const idOf = (item: Item): string => String(item.id ?? item.uuid);
export const idsOf = (items: readonly Item[]): readonly string[] => items.map(idOf);

export const sameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && new Set([...one, ...other]).size === new Set(one).size;

export const sameOrder = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((id, index) => id === other[index]);
