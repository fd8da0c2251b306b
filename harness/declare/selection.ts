// Which checks a run declares when only some requirements were asked for.
import { judged } from '../../contract/judge/judged.ts';
import {
  findRequirement,
  type Requirement,
  type RequirementId,
  requirementById,
  select,
} from '../../contract/requirements.ts';

/**
 * The checks of the requirements asked for. A requirement that only the judge checks needs traffic: asked for by its id, it selects the
 * checks that call its operations; asked for with its area, it is judged by what the checks of the area send.
 */
export function isSelected(id: RequirementId, only: readonly string[]): boolean {
  if (only.length === 0) return true;
  if (select(only).chosen.some((requirement) => requirement.id === id)) return true;
  const own = requirementById(id).operations;
  return only
    .map((name) => findRequirement(name.toUpperCase()))
    .filter((requirement): requirement is Requirement => requirement !== undefined && judged.has(requirement.id))
    .some(({ operations }) => operations === '*' || own === '*' || own.some((one) => operations.includes(one)));
}

/**
 * The requirements whose tests the runner chose by itself (by a title, a file or a line in an editor), as for `only`; empty where it
 * chose every requirement that has a check.
 */
export function narrowedTo(planned: readonly RequirementId[]): readonly RequirementId[] {
  const ids = new Set(planned);
  return select([]).chosen.every(({ id }) => ids.has(id) || judged.has(id)) ? [] : [...ids];
}
