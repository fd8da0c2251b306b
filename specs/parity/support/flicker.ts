// Distinguishes an answer that differs now and then from a change: when later answers equal earlier ones again, nothing was changed.
import type { OperationId } from '../../../contract/operations.ts';
import type { Exchange } from '../../../exchange/exchange.ts';
import type { Mismatch } from '../../../harness/assert/comparisons.ts';
import type { Check } from '../../../harness/declare/check.ts';
import { type Fields, isFields, jsonOf, within } from '../../../subject/answers.ts';
import { isOver } from '../../payments/support/payment.ts';
import { type Comparable, differenceOf } from './comparable.ts';

export interface Answer {
  readonly exchange: Exchange;
  readonly said: Comparable;
}

export const absent = 'no entry';

/** Compares one of several answers to the same read with those before and after it. A change that stays may be one of another client. */
export function unlikeOthers({ said }: Answer, all: readonly Answer[]): Mismatch {
  const place = all.findIndex((answer) => answer.said === said);
  const keys = new Set(all.flatMap((answer) => [...answer.said.keys()]));
  for (const key of keys) {
    const texts = all.map((answer) => answer.said.get(key) ?? absent);
    const here = texts[place] as string;
    const after = new Set(texts.slice(place + 1));
    const lasting = texts.slice(0, place).find((text) => text !== here && after.has(text));
    if (lasting === undefined) continue;
    return {
      expected: 'what the same read answered before it and after it',
      got: `${differenceOf(lasting, here)} (${key}) between two answers that are alike`,
    };
  }
  return undefined;
}

const enoughReads = 5;

/** Members that should stay the same but that a target may make anew for each read, such as a version that counts the reads. */
const lasting: Readonly<Partial<Record<OperationId, readonly string[]>>> = {
  readCard: ['version', 'updatedAt'],
  readCardV1: ['updatedAtMs'],
  readPayment: ['version', 'updatedAtUnix', 'updatedAt', 'completedAtUnix', 'completedAt'],
  readWebhook: ['url', 'events', 'createdAt', 'updatedAt', 'publicJwk'],
};

/** A member that differs in each of many reads. After a change by another client, or of a key, most reads would still be equal. */
export function changesByReading(check: Check, operation: OperationId, all: readonly Answer[]): Mismatch {
  const bodies = all.map(({ exchange }) => jsonOf(exchange)).filter(isFields);
  const isAtRest = operation !== 'readPayment' || bodies.every((fields) => isOver({ fields }));
  if (!isAtRest || all.length < enoughReads) return undefined;
  const names = (lasting[operation] ?? []).filter((name) => new Set(bodies.map(textOf(name))).size === all.length);
  const isOfReads = (name: string) => operation !== 'readPayment' && isMomentOfReads(name, all);
  const stamped = names.filter(isOfReads);
  if (stamped.length > 0) check.observe(`${operation} gives the moment of each read for ${stamped.join(', ')}`);
  const changing = names.find((name) => !stamped.includes(name));
  return changing === undefined
    ? undefined
    : { expected: `one ${changing} in reads with no change between them`, got: `another one in each of ${all.length}` };
}

const clocksApart = 60_000;
/** Milliseconds that rounding takes or adds. */
const rounding = 2;
const leastMilliseconds = 100_000_000_000;

/**
 * An object that is made for each read may have the time of the read as its last change, which is not forbidden. Then each value lies
 * between the sending of its request and the end of its answer, by one clock, which may differ from ours.
 */
function isMomentOfReads(name: string, all: readonly Answer[]): boolean {
  const apart = all.map(({ exchange }) => {
    const value = within(jsonOf(exchange), name);
    if (!name.startsWith('updatedAt') || typeof value !== 'number') return { least: Infinity, most: -Infinity };
    const isFine = value >= leastMilliseconds;
    const [first, last] = isFine ? [value, value + 1] : [value * 1000, value * 1000 + 999];
    const { startedAt, sent, ended } = exchange.times;
    return { least: first - startedAt - ended - rounding, most: last - startedAt - sent + rounding };
  });
  const least = Math.max(-clocksApart, ...apart.map((one) => one.least));
  const most = Math.min(clocksApart, ...apart.map((one) => one.most));
  return least <= most;
}

/** A key is identified by its modulus, because its other members may depend on the time of the read. */
const textOf =
  (name: string) =>
  (fields: Fields): string => {
    const value = fields[name];
    return JSON.stringify(Array.isArray(value) ? value.toSorted() : isFields(value) ? value.n : value) ?? absent;
  };
