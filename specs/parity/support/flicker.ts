// Tells an answer that differs now and then from a change: where later answers are like earlier ones again, nothing was changed.
import type { Exchange } from '../../../exchange/exchange.ts';
import type { Mismatch } from '../../../harness/assert/comparisons.ts';
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
