// The verdict on single requirements while a run goes on: what each of its tests changed, by the same rules as at the end.
import type { Requirement } from '../../contract/requirements.ts';
import type { Deviation } from '../../subject/profile/profile.ts';
import { acceptedWhere } from './decide.ts';
import { type Evidence, resultOf } from './result.ts';
import type { RequirementResult } from './verdict.ts';

export interface Changed {
  /** The requirements that the record says something about. */
  readonly results: readonly RequirementResult[];
  /** The musts among them that are newly broken; accepted ones are not included. */
  readonly broken: readonly RequirementResult[];
}

export class SoFar {
  readonly #asked: ReadonlyMap<string, Requirement>;
  readonly #deviations: readonly Deviation[];
  readonly #records = new Map<string, Evidence[]>();
  readonly #broken = new Set<string>();

  constructor(asked: readonly Requirement[], deviations: readonly Deviation[] = []) {
    this.#asked = new Map(asked.map((requirement) => [requirement.id, requirement]));
    this.#deviations = deviations;
  }

  add(record: Evidence): Changed {
    const results = [...idsIn(record)].flatMap((id) => {
      const requirement = this.#asked.get(id);
      if (requirement === undefined) return [];
      const records = [...(this.#records.get(id) ?? []), record];
      this.#records.set(id, records);
      return [acceptedWhere(this.#deviations, resultOf(requirement, records))];
    });
    const broken = results.filter(
      ({ id, verdict, accepted }) => verdict === 'fail' && accepted === undefined && !this.#broken.has(id),
    );
    for (const { id } of broken) this.#broken.add(id);
    return { results, broken };
  }
}

const idsIn = ({ requirement, findings, observations }: Evidence): ReadonlySet<string> =>
  new Set([...(requirement ? [requirement] : []), ...[...findings, ...observations].map((said) => said.requirement)]);
