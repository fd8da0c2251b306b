// Reads a thing by the two ids that it may have, and compares the answers.
import { idIn } from '../../../generators/ids.ts';
import type { Mismatch } from '../../../harness/assert/comparisons.ts';
import type { Check } from '../../../harness/declare/check.ts';
import { succeeded, within } from '../../../subject/answers.ts';
import type { Call } from '../../../subject/calls.ts';
import { comparable } from './comparable.ts';
import { type Answer, unlikeOthers } from './flicker.ts';
import { switched } from './reads.ts';

export const sameByEither =
  'a payment, a beneficiary, a v1 card and its limits read the same by their number and by their UUID';

/** The second is undefined where it is not known. */
export type Ids = readonly [one: string, other: string | undefined];

/** What a thing says of its own ids. */
export const idsIn = (thing: unknown): { readonly number: string | undefined; readonly uuid: string | undefined } => ({
  number: idIn(within(thing, 'id')),
  uuid: idIn(within(thing, 'uuid')),
});

/** What may hold a link to the address that was called: an object whose members are not shown, and the address of a file. */
const mayNameTheCall = ['delivery', 'url'];

/** By the first id, by the other, and by the first again. */
type ByEither = readonly [Answer, Answer, Answer];

/** Undefined where the target answers one of the ids alone, as it may. */
export async function answersByEither(
  check: Check,
  operation: 'readPayment' | 'readBeneficiary' | 'readCardV1' | 'readCardLimitsV1',
  [one, other]: Ids,
  asked: Call = {},
): Promise<ByEither | undefined> {
  if (other === undefined) return undefined;
  const answers: Answer[] = [];
  for (const id of [one, other, one]) {
    const exchange = await check.api.call(operation, { ...asked, path: { id } });
    const said = succeeded(exchange)
      ? comparable(operation, exchange, [...switched(check), ...mayNameTheCall])
      : undefined;
    if (said === undefined) return undefined;
    answers.push({ exchange, said });
  }
  return answers as unknown as ByEither;
}

/** What differs under the other id only. What differs afterwards under the first as well has changed meanwhile. */
export const otherThanByFirst = (answers: ByEither): Mismatch => unlikeOthers(answers[1], answers);
