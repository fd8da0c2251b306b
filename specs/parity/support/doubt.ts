// Tells a fault that comes and goes from a change: what is as before afterwards was not changed.
import type { Exchange } from '../../../exchange/exchange.ts';
import type { Mismatch } from '../../../harness/assert/comparisons.ts';
import { type Comparable, differenceOf } from './comparable.ts';

export interface Answer {
  readonly exchange: Exchange;
  readonly said: Comparable;
}

const absent = 'no entry';

/** Compares one of several answers to the same read with those before and after it. Whoever else uses the target may change a thing for good. */
export function doubted({ said }: Answer, all: readonly Answer[]): Mismatch {
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
