// Tells an answer that differs now and then from a change: where later answers are like earlier ones again, nothing was changed.
import type { OperationId } from '../../../contract/operations.ts';
import type { Exchange } from '../../../exchange/exchange.ts';
import type { Mismatch } from '../../../harness/assert/comparisons.ts';
import { type Fields, isFields, jsonOf } from '../../../subject/answers.ts';
import { isOver } from '../../payments/support/payment.ts';
import { type Comparable, differenceOf } from './comparable.ts';

export interface Answer {
  readonly exchange: Exchange;
  readonly said: Comparable;
}

export const absent = 'no entry';

/** Compares one of several answers to the same read with those before and after it. A change that stays may be somebody else's. */
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

/** What stays as it is while a thing is at rest, and a target may yet make anew for each read, such as a version that counts the reads. */
const lasting: Readonly<Partial<Record<OperationId, readonly string[]>>> = {
  readCard: ['version', 'updatedAt'],
  readCardV1: ['updatedAtMs'],
  readPayment: ['version', 'updatedAtUnix', 'updatedAt', 'completedAtUnix', 'completedAt'],
  readWebhook: ['url', 'events', 'createdAt', 'updatedAt', 'publicJwk'],
};

/** A member that each of many reads finds changed: a change by somebody else, or a key that is replaced, leaves most of them alike. */
export function changesByReading(operation: OperationId, all: readonly Answer[]): Mismatch {
  const bodies = all.map(({ exchange }) => jsonOf(exchange)).filter(isFields);
  const isAtRest = operation !== 'readPayment' || bodies.every((fields) => isOver({ fields }));
  if (!isAtRest || all.length < enoughReads) return undefined;
  const changing = (lasting[operation] ?? []).find((name) => new Set(bodies.map(textOf(name))).size === all.length);
  return changing === undefined
    ? undefined
    : { expected: `one ${changing} in reads with no change between them`, got: `another one in each of ${all.length}` };
}

/** A key by its modulus, as what stands beside it may say when it was asked for. */
const textOf =
  (name: string) =>
  (fields: Fields): string => {
    const value = fields[name];
    return JSON.stringify(Array.isArray(value) ? value.toSorted() : isFields(value) ? value.n : value) ?? absent;
  };
