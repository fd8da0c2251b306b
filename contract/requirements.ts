// The catalogue of requirements: one statement of the specification each, under a permanent id.
import { documentAt } from './document-at.ts';
import type { RequirementId, Sentences } from './generated/sentences.ts';
import type { OperationId } from './operations.ts';

/** `must` is stated; `advice` is implied or good practice; `open` is observed, never failed. */
export type Level = 'must' | 'advice' | 'open';

export interface Requirement {
  readonly id: RequirementId;
  readonly level: Level;
  /** The statement in our words, one sentence. */
  readonly says: string;
  /** What exactly is compared, tolerances, and what is not blamed, a sentence each. */
  readonly details?: readonly string[];
  /** Chapter and place in the specification. */
  readonly where: string;
  /** The operations it concerns; `*` means every one. */
  readonly operations: readonly OperationId[] | '*';
}

export const requirementsPlace = new URL('./requirements.yaml', import.meta.url);

export const requirements = documentAt(requirementsPlace) as readonly Requirement[];

const byId: ReadonlyMap<string, Requirement> = new Map(requirements.map((entry) => [entry.id, entry]));

export const findRequirement = (id: string): Requirement | undefined => byId.get(id);

export function requirementById(id: RequirementId): Requirement {
  const requirement = byId.get(id);
  if (requirement === undefined) throw new Error(`no requirement ${id} in the catalogue`);
  return requirement;
}

/** The details of a requirement in a verdict; empty if the verdict comes from a version with another sentence. */
export function detailsOf({ id, says }: Pick<Requirement, 'says'> & { readonly id: string }): readonly string[] {
  const requirement = findRequirement(id);
  return requirement?.says === says ? (requirement.details ?? []) : [];
}

/** The letters before the number: `CARD` of `CARD-14`. */
export const areaOf = (id: string): string => id.replace(/-\d+$/, '');
export type { RequirementId, Sentences };

/** The requirements that ids and areas name; all of them when none is named. Undefined names are returned apart. */
export function select(names: readonly string[]): { chosen: readonly Requirement[]; unknown: readonly string[] } {
  const matches = (name: string) => (requirement: Requirement) =>
    requirement.id === name.toUpperCase() || areaOf(requirement.id) === name.toUpperCase();
  return {
    chosen:
      names.length === 0 ? requirements : requirements.filter((entry) => names.some((name) => matches(name)(entry))),
    unknown: names.filter((name) => !requirements.some(matches(name))),
  };
}
