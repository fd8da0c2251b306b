// What a spec file declares when it is loaded, and where it is noted.
//
// A file declares its checks when it is loaded, so the register must be given before: by Playwright's configuration, by the proof, or
// by the search for where a requirement is checked.
import { type RequirementId, requirementById } from '../../contract/requirements.ts';
import type { Check } from './check.ts';
import type { Place } from './place.ts';

export type CheckBody = (check: Check) => Promise<void>;

export interface Declaration {
  readonly id: RequirementId;
  readonly aspect?: string;
  /** The file that declares it, as in specs/cards/filters.spec.ts. */
  readonly file: string;
  /** Where in that file; absent where the check is declared outside the specs. */
  readonly place?: Place;
  readonly body: CheckBody;
}

/** The title by which a person, and the runner, know the check. */
export const titleOf = ({ id, aspect }: Pick<Declaration, 'id' | 'aspect'>): string =>
  `${id} ${requirementById(id).says}${aspect ? ` (${aspect})` : ''}`;

export interface Register {
  check(declared: Declaration): void;
  /** The checks of this file disturb each other. */
  oneAfterAnother(): void;
}

let current: Register | undefined;

/** All that is declared from now on is noted there. */
export function declareTo(to: Register): void {
  current = to;
}

export function register(): Register {
  if (current === undefined) throw new Error('a check was declared while nobody listened: it would never be done');
  return current;
}
