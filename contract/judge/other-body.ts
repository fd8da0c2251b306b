// A body that is not the JSON that is due.
import type { RequirementId } from '../generated/sentences.ts';
import type { WireResponse } from '../wire.ts';
import { describeBody } from './answers.ts';
import { type Body, mediaTypeOf } from './body.ts';
import type { Notes } from './finding.ts';
import { rule } from './rules.ts';

/** Broken JSON breaks what its type says; anything else, and nothing at all, breaks what is due in its place. */
export function judgeOtherBody(
  response: WireResponse,
  { kind }: Body,
  due: RequirementId,
  expected: string,
  notes: Notes,
): void {
  const [broken, wanted] = kind === 'broken' ? [rule.parses, 'JSON, as its type says'] : [due, expected];
  notes.check(broken, 'body', wanted, described(response));
}

function described(response: WireResponse): string {
  if (response.body.byteLength === 0) return 'no body';
  return `${mediaTypeOf(response) ?? 'a body of no type'} that is no JSON${describeBody(response)}`;
}
