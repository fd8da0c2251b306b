// What recorded traffic shows beside the judge of one exchange, which checks of a certification look at by asking: whether a filter of
// the profile kept what it should, and whether somebody without credentials was told so.
import type { Finding } from '../../contract/judge/judge.ts';
import { type OperationId, operationById } from '../../contract/operations.ts';
import { header } from '../../contract/wire.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { demandedMfa, jsonOf } from '../../subject/answers.ts';
import { known, type Names } from '../../subject/names.ts';

type FilterName = 'statusFilter' | 'typeFilter' | 'statusFilterV1' | 'typeFilterV1';

/** The values that a filter takes; of any other the answer is no list. */
const values: Readonly<Record<'status' | 'type', readonly string[]>> = {
  status: ['ACTIVE', 'BLOCKED', 'CLOSED', 'ORDERED', 'DISPATCHED', 'PROCESS'],
  type: ['ChipAndPin', 'Virtual', 'Disposable'],
};

const filters: Readonly<
  Partial<Record<OperationId, readonly (readonly [FilterName, member: 'status' | 'type', Finding['requirement']])[]>>
> = {
  listCards: [
    ['statusFilter', 'status', 'CARD-14'],
    ['typeFilter', 'type', 'CARD-15'],
  ],
  listCardsV1: [
    ['statusFilterV1', 'status', 'LEG-19'],
    ['typeFilterV1', 'type', 'LEG-19'],
  ],
};

/** Cards in a filtered list that the filter should have kept out. */
export function unfiltered(operation: OperationId, { request, outcome }: Exchange, names: Names): readonly Finding[] {
  const list =
    outcome.kind === 'answered' && outcome.response.status === 200 ? jsonOf({ request, outcome }) : undefined;
  if (!Array.isArray(list)) return [];
  const asked = new URL(request.url).searchParams;
  return (filters[operation] ?? []).flatMap(([name, member, requirement]) => {
    const [value, ...more] = asked.getAll(known(names[name]) ?? '');
    if (value === undefined || more.length > 0 || !values[member].includes(value)) return [];
    const others = list.filter((card: Readonly<Record<string, unknown>>) => isOther(card?.[member], value));
    const got = `${others.length} of ${list.length} with another ${member}`;
    return others.length === 0
      ? []
      : [{ requirement, at: 'body', expected: `cards with the ${member} ${value} alone`, got }];
  });
}

const isOther = (found: unknown, value: string): boolean => typeof found === 'string' && found !== value;

/**
 * A 403 to a request without credentials. Many captures have their credentials taken out, so that only one in which others have them
 * shows who had none.
 */
export class Unauthenticated {
  #sawCredentials = false;
  #waiting: Forbidden[] = [];

  /** Those that are known by now to have been sent without, each once. */
  enter(operation: OperationId, exchange: Exchange): readonly Forbidden[] {
    if (operationById(operation).security !== 'bearer') return [];
    const has = header(exchange.request.headers, 'authorization') !== undefined;
    this.#sawCredentials ||= has;
    const isForbidden = exchange.outcome.kind === 'answered' && exchange.outcome.response.status === 403;
    if (!has && isForbidden && demandedMfa(exchange) === undefined && this.#waiting.length < mostWaiting)
      this.#waiting.push({ operation, exchange });
    if (!this.#sawCredentials) return [];
    const known = this.#waiting;
    this.#waiting = [];
    return known;
  }
}

interface Forbidden {
  readonly operation: OperationId;
  readonly exchange: Exchange;
}

const mostWaiting = 100;

export const forbiddenForNobody: Finding = {
  requirement: 'AUTH-01',
  at: 'status',
  expected: '401, as nobody is known who could be forbidden it',
  got: '403',
};
