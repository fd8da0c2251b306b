// What a check is given.
import type { OperationId } from '../../contract/operations.ts';
import type { Depth } from '../../load/depth.ts';
import type { FoundLimit } from '../../load/found-limit.ts';
import type { Growth } from '../../load/pictures/growth.ts';
import type { Api } from '../../subject/api.ts';
import type { Profile } from '../../subject/profile/profile.ts';
import type { Spent } from '../changes/spending.ts';
import type { Fixtures } from '../prepare/fixtures.ts';

export interface Retrying {
  /** A failed attempt uses up what the work needs, such as drafts. */
  readonly usesUp?: boolean;
}

export interface Check {
  /** Calls the target; every exchange is judged and recorded as it passes. */
  readonly api: Api;
  readonly profile: Profile;
  readonly fixtures: Fixtures;
  readonly seed: number;
  readonly depth: Depth;
  /** The run is for a runbook, so it also finds out whose a limit is, which no verdict needs. */
  readonly forRunbook: boolean;
  /** How many cases a property tries at the depth asked for. */
  readonly runs: number;
  /**
   * A key for results that checks share because they are costly: the same object for these checks, and a new one when a check is done a
   * second time.
   */
  readonly occasion: object;
  /** Marks a failure from here on as one that timing or other clients may have caused: the check is then done again, alone. */
  doubt(): void;
  /** Does the work again when an assertion in it fails, because somebody else may have changed the target meanwhile. */
  retried(work: () => Promise<void>, how?: Retrying): Promise<void>;
  /** Claims one of what the profile allows to be changed; ends the check when that is used up. */
  spend(what: Spent): void;
  /** Writes down what the target does where the specification leaves it open. */
  observe(saw: string): void;
  /** Hands the limit of an operation to the reports, which tell it and draw it. */
  limit(found: FoundLimit): void;
  /** Hands a latency to the reports, which draw it. */
  latency(measured: Growth): void;
  /** When an operation was last called in this run, by the clock of exchanges; undefined when nobody has called it. */
  lastCall(id: OperationId): Promise<number | undefined>;
  /** Ends the check: what it needs is not there. */
  untested(missing: string): never;
}
