// Which checks a run declares when only some requirements were asked for.
import { judged } from '../../contract/judgement/judged.ts';
import { type RequirementId, requirementById, select } from '../../contract/requirements.ts';

/**
 * The checks of the requirements asked for. What the judge checks in passing needs passing traffic, so asking for that
 * also declares the checks that call its operations.
 */
export function isSelected(id: RequirementId, only: readonly string[]): boolean {
  if (only.length === 0) return true;
  const { chosen } = select(only);
  if (chosen.some((requirement) => requirement.id === id)) return true;
  const own = requirementById(id).operations;
  return chosen
    .filter((requirement) => judged.has(requirement.id))
    .some(({ operations }) => operations === '*' || own === '*' || own.some((one) => operations.includes(one)));
}
