// The result of one mutant in the table.

import type { AnswerMutant } from '../answers/answers.ts';
import { type Fate, isSeen, type Sight } from '../fate.ts';
import type { RequestMutant } from '../wrong-requests.ts';

export interface Row {
  readonly operation: string;
  /** The documented answer, such as `2XX`, or `request`. */
  readonly part: string;
  /** A field of the answer, or the constraint of a request. */
  readonly place: string;
  readonly kind: string;
  /** Where the defect was: in all answers, in those about one thing, or in all requests. */
  readonly scope: string;
  readonly sight: Sight;
  readonly by?: string;
}

export const rowsAttachment = 'rows';

export const answerRow = ([{ field, kind, scope }, fate]: readonly [AnswerMutant, Fate]): Row => ({
  operation: field.operation,
  part: field.answer,
  place: field.at,
  kind,
  scope,
  ...fate,
});

export const requestRow = ([{ operation, does, what }, fate]: readonly [RequestMutant, Fate]): Row => ({
  operation,
  part: 'request',
  place: what,
  kind: does,
  scope: 'all',
  ...fate,
});

export const survived = (row: Row): boolean => !isSeen(row);
