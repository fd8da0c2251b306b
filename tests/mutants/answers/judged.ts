// The first stage: what the judge alone notices of a mutant in answers that were kept.
import { judge } from '../../../contract/judge/judge.ts';
import type { Openings } from '../../../contract/openings.ts';
import { type Evidence, exchangeOf, type Heard } from '../evidence.ts';
import { type Fate, fainter, plainer, seenBy, unseen } from '../fate.ts';
import { type AnswerMutant, Mutation, type Values } from './answers.ts';
import { answerFor } from './fields.ts';

export interface Kept extends Pick<Evidence, 'kept' | 'settings'> {
  readonly values: Values;
  readonly openings: Openings;
}

/** Undefined where no kept answer can have this defect. */
export function judged(mutant: AnswerMutant, { kept, settings, values, openings }: Kept): Fate | undefined {
  const { field, kind, scope } = mutant;
  const fates = kept
    .filter(
      ({ call, answer }) =>
        field.operation === call.operation && field.answer === answerFor(call.operation, answer.status),
    )
    .flatMap((heard): readonly Fate[] => {
      const mutation = new Mutation([{ field, kind, scope }], values);
      const answer = mutation.changed(heard.call, heard.answer);
      return mutation.struck.size > 0 ? [verdictOn(heard, answer, settings.target as string, openings)] : [];
    });
  // A defect in all answers is noticed if one of them shows it. A defect in some must be noticed in each of them.
  return fates.length === 0 ? undefined : fates.reduce(scope === 'all' ? plainer : fainter);
}

function verdictOn(heard: Heard, answer: Heard['answer'], target: string, openings: Openings): Fate {
  const findings = (given: Heard['answer']) =>
    judge(exchangeOf(heard, target, given), openings).findings.map(({ requirement }) => requirement);
  const before = new Set(findings(heard.answer));
  return findings(answer)
    .filter((id) => !before.has(id))
    .map(seenBy)
    .reduce(plainer, unseen);
}
