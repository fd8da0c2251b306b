// The verdict of a run as data: by requirement, and over all.
import type { Level, RequirementId } from '../../contract/requirements.ts';
import type { Met } from '../../exchange/traffic/by-reason.ts';
import type { Spent } from '../../harness/changes/spending.ts';
import type { ReportedFinding } from '../../harness/record.ts';
import type { Gate, Keeping } from '../../harness/settings.ts';
import type { LimitSummary } from '../../load/found-limit.ts';
import type { Deviation } from '../../subject/profile/profile.ts';
import type { Build } from '../../subject/stated/build.ts';
import type { Choices } from '../../subject/stated/choices.ts';
import type { OwnSpecs } from '../own/result.ts';
import type { Disturbance } from './disturbance.ts';

export type RequirementVerdict = 'pass' | 'fail' | 'advice' | 'observed' | 'untested' | 'error';

/** `accepted`: every must that did not pass is accepted by name. */
export type Status = 'passed' | 'accepted' | 'failed' | 'undecided';

export interface RequirementResult {
  readonly id: string;
  readonly level: Level;
  readonly verdict: RequirementVerdict;
  readonly says: string;
  readonly where: string;
  /** Why the verdict is not a plain pass. */
  readonly reason?: string;
  /** What can be done so that it is tested; present when it was not. */
  readonly remedy?: string;
  /** Present when this verdict, on a must, is accepted by name. */
  readonly accepted?: Acceptance;
  readonly counts: {
    /** How many tests declare it. */
    readonly tests: number;
    /** On how many exchanges the judge checked it. */
    readonly checks: number;
    readonly findings: number;
  };
  readonly findings: readonly ReportedFinding[];
  readonly observations: readonly string[];
  /** Ids of exchanges in the evidence. */
  readonly evidence: readonly string[];
}

export type Acceptance = Pick<Deviation, 'reason' | 'owner' | 'until'>;

/** A shard that `assay merge` joined into the verdict. */
interface JoinedShard {
  readonly shard: string;
  readonly startedAt: string;
  readonly seconds: number;
}

/** What identifies a run and lets it be repeated. */
export interface RunFacts {
  readonly assay: string;
  readonly target: string;
  /** Which build of the target was tested, and how that is known; absent where it is not known. */
  readonly build?: Build;
  /** The profile's path, as seen from where the run was started. */
  readonly profile?: string;
  /** Where its report was written, relative to where the run was started; absent for the usual place. */
  readonly folder?: string;
  /** Digests of the contract's document, the requirements and the profile: `sha256:…`. */
  readonly digests: { readonly contract: string; readonly requirements: string; readonly profile: string };
  /** How the target decided what the specification leaves open, as the run assumed; absent where it was not found out. */
  readonly choices?: Choices;
  readonly seed: number;
  readonly depth: string;
  readonly safe: boolean;
  /** The requirements named by --only, or chosen in plain Playwright; empty for all. */
  readonly only: readonly string[];
  /** Which exchanges the evidence still has; absent when it has all. */
  readonly kept?: Exclude<Keeping, 'all'>;
  readonly shard?: string;
  /** The shards that it was joined from; absent when it was not. */
  readonly shards?: readonly JoinedShard[];
  /** ISO 8601. */
  readonly startedAt: string;
  readonly seconds: number;
  /** How often the target was asked to make something that stays there, by the profile's key for it. */
  readonly spent?: Readonly<Partial<Record<Spent, number>>>;
  /** How many of the profile's drafts come before those that this run signed, and are left to sign; absent when none was signed. */
  readonly draftsLeft?: number;
  /** What else went on at the machine that sent the requests; absent where nothing was sent. */
  readonly disturbance?: Disturbance;
}

/** The contents of recorded traffic, and how much of it was judged. */
export interface TrafficSeen {
  readonly files: readonly string[];
  readonly judged: number;
  /** Requests without an answer of the server: nothing to judge. */
  readonly unanswered: number;
  /** Exchanges that call no operation of the contract, or another server. */
  readonly elsewhere: number;
  /** Entries and files that could not be used, by reason, each with its first place. */
  readonly unusable: readonly Met[];
  /**
   * Parts of exchanges that were left out because they say nothing about the server, counted as `unusable` is; absent where there
   * are none.
   */
  readonly omitted?: readonly Met[];
  readonly operations: readonly {
    readonly id: string;
    readonly exchanges: number;
    /** How often each status was met; `none` where the connection broke off. */
    readonly statuses: Readonly<Record<string, number>>;
  }[];
  /** Operations of the contract that the traffic never calls. */
  readonly operationsUnmet: readonly string[];
  /** Requirements that a single exchange could show, and none of these did. */
  readonly requirementsUnmet: readonly string[];
}

/** A verdict on a requirement; `accepted` in place of one that is accepted by name. */
export type Mark = RequirementVerdict | 'accepted';

/** The kinds of change, the worst first. */
export const changeKinds = [
  'newly failing',
  'no longer decided',
  'still failing',
  'newly passing',
  'new',
  'gone',
  'changed otherwise',
] as const;

export type ChangeKind = (typeof changeKinds)[number];

export interface Change {
  readonly id: string;
  readonly kind: ChangeKind;
  /** Absent for a requirement that the earlier verdict does not have. */
  readonly before?: Mark;
  /** Absent for one that the later verdict does not have. */
  readonly now?: Mark;
}

/** A fact that identifies a run and is not the same for two of them. */
export interface DifferingFact {
  readonly name: string;
  readonly one: string;
  readonly other: string;
}

/** What changed from an earlier verdict. */
export interface Comparison {
  readonly earlier: { readonly file: string; readonly status: Status; readonly startedAt: string };
  /**
   * Decided by new changes alone: `failed` when something newly fails, `undecided` when something is no longer decided, else
   * `passed`.
   */
  readonly status: Exclude<Status, 'accepted'>;
  /** Facts that differ between the two runs: each may be the cause of a change. */
  readonly circumstances: readonly DifferingFact[];
  /** Requirements of which the verdict changed, and those that still fail. */
  readonly changes: readonly Change[];
}

export interface Verdict extends RunFacts {
  readonly status: Status;
  /** Why the run is undecided, where the requirements do not show it. */
  readonly reason?: string;
  readonly exchanges: number;
  /** Requests that went out twice, because the target had closed their kept-alive connection. */
  readonly resent: number;
  readonly waits: number;
  readonly totals: Readonly<Record<RequirementVerdict, number>>;
  readonly requirements: readonly RequirementResult[];
  /** Present when recorded traffic was judged and nothing was sent. */
  readonly traffic?: TrafficSeen;
  /** Accepted deviations that the target no longer has: whoever keeps the list has to remove them. */
  readonly obsolete?: readonly RequirementId[];
  /** What was found out about rate limits; absent when none was probed. */
  readonly limits?: readonly LimitSummary[];
  /** Present when a team's own specs were run along; nothing else in the verdict counts them. */
  readonly own?: OwnSpecs;
  /** Present when an earlier verdict was given to compare with. */
  readonly since?: Comparison & { readonly gate: Gate };
}
