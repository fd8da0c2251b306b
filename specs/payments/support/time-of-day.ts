// Compares the instants of a payment or a card with the clocks at the time of its change.

import { meaningful } from '../../../contract/presence.ts';
import { header } from '../../../contract/wire.ts';
import type { Exchange } from '../../../exchange/exchange.ts';
import type { Mismatch } from '../../../harness/assert/comparisons.ts';
import type { Fields } from '../../../subject/answers.ts';
import type { ReadPayment } from './payment.ts';

const minute = 60_000;
const quarter = 15 * minute;
const hour = 60 * minute;
const tolerance = 10 * minute;

/** The greatest offset of a time zone. A server that differs more has a time of its own, as sandboxes may. */
const furthestZone = 15 * hour;

/** Undefined where the Date header differs from our clock, because it is not known which of them payments use. */
function dateOf({ outcome, times }: Exchange): number | undefined {
  if (outcome.kind !== 'answered') return undefined;
  const date = Date.parse(header(outcome.response.headers, 'date') ?? '');
  return Math.abs(date - times.startedAt - times.ended) <= tolerance ? date : undefined;
}

const isFarFrom = (away: number): boolean => away > tolerance && away <= furthestZone;

/** Whether it may be the beginning of a day in some time zone, so that it tells no time of day. */
const isDay = (instant: number): boolean => instant % quarter === 0;

export const isCreatedThen =
  (creation: Exchange) =>
  ({ fields }: ReadPayment): Mismatch => {
    const [date, created] = [dateOf(creation), instantOf(fields, 'createdAt')];
    if (date === undefined || created === undefined || isDay(created)) return undefined;
    if (!isFarFrom(Math.abs(created - date))) return undefined;
    return {
      expected: `a createdAt near ${written(date)}, the Date of the answer that made it`,
      got: written(created),
    };
  };

/** Once it was cancelled or signed. */
export function isChangedThen(before: ReadPayment, after: ReadPayment): Mismatch {
  const isCompleted = after.fields.status === 'completed';
  return (['updatedAt', ...(isCompleted ? ['completedAt'] : [])] as const)
    .map((name) => isMovedThen(name, [before.exchange, after.exchange], [before.fields, after.fields]))
    .find((mismatch) => mismatch !== undefined);
}

/** An instant that a change has moved lies between the readings before and after it. */
export function isMovedThen(
  name: string,
  [before, after]: readonly [Exchange, Exchange],
  [were, are]: readonly [Fields, Fields],
): Mismatch {
  const [first, last] = [dateOf(before), dateOf(after)];
  const [was, is] = [instantOf(were, name), instantOf(are, name)];
  if (first === undefined || last === undefined || is === undefined || is === was) return undefined;
  if (isDay(is) || !isFarFrom(Math.max(first - is, is - last))) return undefined;
  return { expected: `an ${name} between ${written(first)} and ${written(last)}`, got: written(is) };
}

/** In milliseconds; a card tells its seconds under the name that milliseconds have in a payment. */
function instantOf(fields: Fields, name: string): number | undefined {
  const [told, seconds] = [Number(meaningful(fields[name])), Number(meaningful(fields[`${name}Unix`]))];
  const instant = [told < 1e11 ? told * 1000 : told, seconds * 1000].find((time) => !Number.isNaN(time));
  return instant;
}

const written = (instant: number): string => new Date(instant).toISOString();
