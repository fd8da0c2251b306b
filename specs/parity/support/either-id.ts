// Reads a thing by the two ids that it may have, and compares the answers.
import { meaningful } from '../../../contract/presence.ts';
import type { Exchange } from '../../../exchange/exchange.ts';
import { idIn } from '../../../generators/ids.ts';
import type { Mismatch } from '../../../harness/assert/comparisons.ts';
import type { Check } from '../../../harness/declare/check.ts';
import { succeeded, within } from '../../../subject/answers.ts';
import type { Call } from '../../../subject/calls.ts';
import { comparable } from './comparable.ts';
import { isDenied } from './expanded.ts';
import { type Answer, unlikeOthers } from './flicker.ts';
import { switched } from './reads.ts';

export const sameByEither =
  'a payment, a beneficiary, a v1 card and its limits read the same by their number and by their UUID';

/** The second is undefined where it is not known. */
export type Ids = readonly [one: string, other: string | undefined];

/** The ids that a thing shows of itself. A number of 0 means that it has none yet. */
export const idsIn = (thing: unknown): { readonly number: string | undefined; readonly uuid: string | undefined } => ({
  number: idIn(meaningful(within(thing, 'id'))),
  uuid: idIn(meaningful(within(thing, 'uuid'))),
});

/** Members that may contain the address that was called: an object of unspecified members, and the address of a file. */
const mayNameTheCall = ['delivery', 'url'];

/** By the first id, by the other, and by the first again. */
type ByEither = readonly [Answer, Answer, Answer];

/** An id that finds nothing, while the other one finds the thing. */
export interface Lost {
  readonly id: string;
  readonly other: string;
  readonly exchange: Exchange;
}

interface Either {
  readonly answers?: ByEither;
  readonly lost?: Lost;
}

export type AnyRead = 'readPayment' | 'readBeneficiary' | 'readCardV1' | 'readCardLimitsV1';

/** Answers where both ids find the thing, because a target may know things by only one of them. */
export async function answersByEither(
  check: Check,
  operation: AnyRead,
  [one, other]: Ids,
  asked: Call = {},
): Promise<Either> {
  if (other === undefined) return {};
  const read = (id: string) => check.api.call(operation, { ...asked, path: { id } });
  const first = await read(one);
  if (!succeeded(first) && !isDenied(first)) return {};
  const second = await read(other);
  if (isDenied(first)) return succeeded(second) ? { lost: { id: one, other, exchange: first } } : {};
  if (!succeeded(second)) return isDenied(second) ? { lost: { id: other, other: one, exchange: second } } : {};
  const answers: Answer[] = [];
  for (const exchange of [first, second, await read(one)]) {
    const said = succeeded(exchange)
      ? comparable(operation, exchange, [...switched(check), ...mayNameTheCall])
      : undefined;
    if (said === undefined) return {};
    answers.push({ exchange, said });
  }
  return { answers: answers as unknown as ByEither };
}

/** What differs under the other id only. What then differs under the first id as well has changed meanwhile. */
export const otherThanByFirst = (answers: ByEither): Mismatch => unlikeOthers(answers[1], answers);
