// Judges in recorded traffic what the judge of one exchange cannot see, and a certification checks by asking: whether a filter that
// the profile names left cards of another value out, and whether a caller without credentials got a 401.
import type { Finding } from '../../contract/judge/judge.ts';
import { type OperationId, operationById } from '../../contract/operations.ts';
import { header } from '../../contract/wire.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { demandedMfa, jsonOf } from '../../subject/answers.ts';
import { known, type Names } from '../../subject/names.ts';

type FilterName = 'statusFilter' | 'typeFilter' | 'statusFilterV1' | 'typeFilterV1';

/** The values that a filter accepts; with any other the answer need not be a list. */
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
 * A 403 to a request without credentials. Many captures have all credentials removed, so a missing one proves something only in a
 * capture that has some.
 */
export class Unauthenticated {
  #sawCredentials = false;
  #waiting: Forbidden[] = [];

  /** The exchanges that are now known to have been sent without credentials; each is returned once. */
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
