// A body that is not JSON where JSON is due.
import type { RequirementId } from '../generated/sentences.ts';
import type { WireResponse } from '../wire.ts';
import { describeBody } from './answers.ts';
import { type Body, mediaTypeOf } from './body.ts';
import type { Notes } from './finding.ts';
import { rule } from './rules.ts';

/** Broken JSON departs from its content type. Any other body, or none, departs from the requirement that is due here. */
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
