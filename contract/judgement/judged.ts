// Which requirements the judge checks in passing, so that they need no check of their own.
import { contract } from '../document.ts';
import type { RequirementId } from '../requirement-ids.ts';
import { practice } from './headers.ts';
import { rule, standardShape } from './rules.ts';

export const judged: ReadonlySet<RequirementId> = new Set([
  ...marksIn(contract),
  ...Object.values(rule),
  ...Object.values(standardShape),
  ...Object.values(practice),
]);

function marksIn(node: unknown): RequirementId[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) =>
    key === 'x-requirement' ? [value as RequirementId] : marksIn(value),
  );
}
