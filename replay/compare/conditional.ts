// Compares the answers to a conditional request: a 304 and the content that it says is unchanged are one answer.
//
// A server may answer a conditional request in full (RFC 9110, section 13.2.1), depending on its caches and tags. So the content
// that the client has in the end is compared.
import type { Outcome, WireResponse } from '../../contract/wire.ts';
import { compareAnswers, type Read, readBody } from './answers.ts';
import type { Comparison } from './bodies.ts';
import type { Difference } from './difference.ts';
import type { Field } from './fields/field.ts';

interface Recorded {
  readonly response: WireResponse;
  readonly body: Read;
  /** The answer that a 304 refers to; undefined for any other answer, and where that answer was never seen. */
  readonly unmodified: WireResponse | undefined;
}

interface Got {
  readonly outcome: Outcome;
  readonly body: Read | undefined;
  readonly unmodified: WireResponse | undefined;
}

const lawful = 'a 304 and the unchanged content are the same answer to a conditional request';
const unseen =
  'the recording lacks the answer that its 304 refers to, and a conditional request may be answered in full';

export const compareConditional = (recorded: Recorded, got: Got, field: Field, how: Comparison): Difference[] => {
  const { outcome } = got;
  const asTheyAre = () => compareAnswers(recorded.response, recorded.body, outcome, got.body, field, how);
  if (outcome.kind === 'failed') return asTheyAre();
  const [then, now] = [recorded.response.status, outcome.response.status];
  if (then === now || ![then, now].every((status) => status === 200 || status === 304)) return asTheyAre();
  const status = { kind: 'status', field: 'status', at: 'status', recorded: then, got: now } as const;
  // A 304 is wrong when the client was never given the content that it refers to.
  if (now === 304 && got.unmodified === undefined) return [status];
  if (then === 304 && recorded.unmodified === undefined) return [{ ...status, lawful: unseen }];
  const [one, other] = [recorded.unmodified ?? recorded.response, got.unmodified ?? outcome.response];
  const [oneBody, otherBody] = [readBody(one), readBody(other)];
  const content = compareAnswers(one, oneBody, { kind: 'answered', response: other }, otherBody, field, how);
  return [{ ...status, lawful }, ...content];
};
