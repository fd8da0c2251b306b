// Tells an answer that differs now and then from a change: where later answers are like earlier ones again, nothing was changed.
import type { OperationId } from '../../../contract/operations.ts';
import type { Exchange } from '../../../exchange/exchange.ts';
import type { Mismatch } from '../../../harness/assert/comparisons.ts';
import { isFields, jsonOf } from '../../../subject/answers.ts';
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

/** A version that each of many reads of a card, or of a payment that is over, finds changed counts the reads. */
export function countsReads(operation: OperationId, all: readonly Answer[]): Mismatch {
  const bodies = all.map(({ exchange }) => jsonOf(exchange)).filter(isFields);
  const isAtRest =
    operation === 'readCard' || (operation === 'readPayment' && bodies.every((fields) => isOver({ fields })));
  const versions = new Set(bodies.map(({ version }) => version));
  if (!isAtRest || all.length < enoughReads || versions.size < all.length) return undefined;
  return {
    expected: 'one version in reads with no change between them',
    got: `${versions.size} in ${all.length} reads`,
  };
}
