// Calls a function as if from another place: the runner takes for a test's location the line that calls `test`, which would be one
// line of ours for all of them.
import { Script } from 'node:vm';
import type { Place } from './place.ts';

/** The call is on the second line of the script, so that it can be put at any column. */
export function calledFrom<Given extends readonly unknown[]>(
  place: Place | undefined,
  work: (...given: Given) => void,
  ...given: Given
): void {
  if (place === undefined) {
    work(...given);
    return;
  }
  const { url, line, column } = place;
  const text = `(work, given) =>\n${' '.repeat(column - 1)}work(...given)`;
  const caller = new Script(text, { filename: url, lineOffset: line - 2 }).runInThisContext() as (
    work: (...given: Given) => void,
    given: Given,
  ) => void;
  caller(work, given);
}
