// What a replay found, as plain data: replay.json.

import type { DifferenceKind, NewStatus, Rejection } from '../compare/difference.ts';
import type { Exhibit } from '../exhibit/exhibit.ts';
import type { Load } from '../load/answered.ts';
import type { Plan } from '../plan/plan.ts';
import type { Lag } from '../run/lag.ts';
import type { Account } from './account.ts';
import type { Cause } from './consequences.ts';
import type { Pace } from './latency.ts';

export type ReplayStatus = 'passed' | 'failed' | 'undecided';

/** An exchange, compared and judged. */
export interface Outcomes {
  /** Nothing differs. */
  readonly equivalent: number;
  /** Something differs, but is allowed: an order that is open, a noisy field, a difference that the policy allows. */
  readonly excused: number;
  readonly different: number;
  /** Something differs, and follows from another exchange that did not go as recorded. */
  readonly following: number;
  /** The recording has no answer to compare with. */
  readonly incomparable: number;
  /** How many of those compared were compared by status and headers alone, because the recording has no whole body. */
  readonly withoutBody: number;
}

export interface Judgements {
  readonly changedButConforms: number;
  readonly changedAndViolates: number;
  /** Nothing differs, and the contract is broken as it was before. */
  readonly sameButViolates: number;
  /** The recorded answer itself breaks a must. */
  readonly recordingViolates: number;
}

export interface Example {
  /** Of the recorded exchange. */
  readonly id: string;
  readonly request: string;
  readonly at: string;
  readonly recorded: string;
  readonly got: string;
  /** Both exchanges; absent where the result would become too large with them. */
  readonly exchanges?: Exhibit;
}

export interface Excuse {
  readonly by: 'contract' | 'noise' | 'policy' | 'consequence';
  readonly because: string;
}

/** All differences of one kind in one field of one operation. */
export interface DifferenceGroup {
  readonly operation: string;
  readonly field: string;
  readonly kind: DifferenceKind;
  readonly count: number;
  /** How many answers of the operation were compared. */
  readonly of: number;
  /** How many of the answers with it break a must that the recorded answer keeps. */
  readonly violating: number;
  /** How many of them break a must as the recorded answer does. */
  readonly violatingBefore: number;
  /** How many of them break no must, and do not take advice that the recorded answer takes. */
  readonly advised: number;
  readonly excuse?: Excuse;
  /** Which server refuses what the other accepts, where that is the difference; of its messages, the first. */
  readonly rejection?: Rejection;
  /** Of `--loops`, the one in which it was first met; absent for the first. */
  readonly loop?: number;
  /** The status of the candidate, where it is another one and neither server refuses; of its messages, the first. */
  readonly newStatus?: NewStatus;
  /** What these differences follow from. */
  readonly follows?: Cause;
  readonly example: Example;
}

export interface ViolationGroup {
  readonly requirement: string;
  readonly level: 'must' | 'advice';
  readonly operation: string;
  readonly at: string;
  readonly expected: string;
  readonly got: string;
  readonly count: number;
  /** How many of these answers broke it in the recording as well. */
  readonly alsoRecorded: number;
  /** The first of these answers beside the recorded one; absent where the result would become too large with them. */
  readonly exchanges?: Exhibit;
}

export interface RateLimited {
  /** Answers with 429 where the recording has something else. */
  readonly met: number;
  /** Those that come of sending faster than was recorded, or than the declared limit; under load, those of limited operations. */
  readonly explained: number;
}

interface Timing {
  readonly speed: number | 'asap';
  readonly seconds: number;
  readonly perSecond: number;
  readonly lag?: Lag;
}

export interface ReplayResult {
  readonly assay: string;
  readonly kind: 'replay';
  readonly status: ReplayStatus;
  /** Why it is undecided or failed, in a sentence each. */
  readonly because: readonly string[];
  readonly target: string;
  readonly recordings: readonly string[];
  readonly startedAt: string;
  /** Of the plan that was carried out; the shards of one run have the same. */
  readonly planDigest: string;
  /** Only structure, types and statuses were compared, because the candidate has other data; absent where values were compared too. */
  readonly compared?: 'shape';
  readonly plan: Pick<Plan, 'recording' | 'users' | 'sessions' | 'shardBy'>;
  readonly shard?: { readonly index: number; readonly count: number };
  readonly account: Account;
  readonly outcomes: Outcomes;
  readonly judgements: Judgements;
  readonly differences: readonly DifferenceGroup[];
  readonly violations: readonly ViolationGroup[];
  readonly rateLimits: RateLimited;
  /** Present where the recording was played as load, so that statuses alone were compared. */
  readonly load?: Load;
  readonly timing: Timing;
  readonly latency: Pace;
}
