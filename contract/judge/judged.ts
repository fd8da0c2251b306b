// The requirements that the judge checks in every exchange, so that they need no check of their own.
import { dereferenced } from '../document.ts';
import type { RequirementId } from '../generated/sentences.ts';
import { operations } from '../operations.ts';
import { practice } from './aspects/headers.ts';
import { ofLists } from './aspects/lists.ts';
import { rule, standardShape } from './rules.ts';

export const judged: ReadonlySet<RequirementId> = new Set([
  ...[...operations.values()].flatMap(({ responses }) => marksIn(responses)),
  ...Object.values(rule),
  ...Object.values(standardShape),
  ...Object.values(practice),
]);

/** The requirements that the judge checks in every exchange, and that specs check in further ways. */
export const judgedAsWell: readonly RequirementId[] = ['PAY-05', 'PAY-25', 'PAY-54', 'PAR-21'];

/** What the judge decides in recorded traffic: all of its own requirements, and some that specs check where a run sends the requests. */
export const judgedInTraffic: ReadonlySet<RequirementId> = new Set([...judged, ...judgedAsWell, ...ofLists]);

/** The marks of answers only, because the judge checks no request: a mark on a part of a request says what a spec checks. */
function marksIn(node: unknown, visited = new Set<unknown>()): RequirementId[] {
  if (typeof node !== 'object' || node === null || visited.has(node)) return [];
  visited.add(node);
  const marks = Object.entries(node).flatMap(([key, value]) =>
    key === 'x-requirement' ? [value as RequirementId] : marksIn(value, visited),
  );
  return [...marks, ...marksIn(dereferenced(node), visited)];
}
