// A body that is not the JSON that is due.
import type { RequirementId } from '../generated/sentences.ts';
import type { WireResponse } from '../wire.ts';
import { describeOtherBody } from './answers.ts';
import type { Body } from './body.ts';
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
  notes.check(broken, 'body', wanted, describeOtherBody(response));
}
