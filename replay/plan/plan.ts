// The plan of a replay: what was understood of a recording, and what will be done with it. It is small whatever the size of the
// recording, so that a person can read and change it before it is carried out.
import type { UserName } from '../../subject/profile/profile.ts';

/** `as recorded`: the credentials were wrong in the recording, and wrong ones go out. */
export type ActsAs = UserName | 'as recorded' | 'nobody';

export interface PlannedUser {
  /** What the recording calls the user, or the stand-in of the credentials. */
  readonly recorded: string;
  readonly actsAs: ActsAs;
  readonly because: string;
  readonly exchanges: number;
  /** The user whose name goes out with a wrong password; absent where nothing tells whose the wrong credentials were. */
  readonly under?: UserName;
  /** Users with the same number see what the others change; absent for a user who shares no circle. */
  readonly circle?: number;
}

export interface Link {
  /** `createBeneficiary /data/id`: the operation and the field of its answer. */
  readonly from: string;
  /** `readBeneficiary path id`: the operation and the place in its request. */
  readonly to: string;
  readonly uses: number;
  /** False: the value is sent as it was recorded. */
  readonly follow: boolean;
}

export const shardings = ['session', 'user', 'circle'] as const;
type ShardBy = (typeof shardings)[number];

export interface FieldRule {
  readonly operation: string;
  readonly field: string;
  readonly because?: string;
}

export interface Plan {
  readonly recording: {
    readonly exchanges: number;
    readonly unusable: number;
    readonly from?: string;
    readonly to?: string;
    /** The number of keys with which its stand-ins were made; under each key a user has another name. Absent for one key. */
    readonly keys?: number;
  };
  /** Addresses in front of `/v1` at which the API was reached; requests to others are not sent. */
  readonly bases: readonly string[];
  readonly users: readonly PlannedUser[];
  readonly sessions: {
    readonly count: number;
    readonly inherited: number;
    /** References to a value that another session's answer brought. */
    readonly shared: number;
  };
  /** What a shard is made of: whole sessions, all sessions of a user where sessions refer to each other, all users of a circle. */
  readonly shardBy: ShardBy;
  readonly operations: Readonly<Record<string, number>>;
  readonly links: readonly Link[];
  /** Recorded values that are something else on the candidate, such as a fixture's id. */
  readonly values: Readonly<Record<string, string | number>>;
  /** Fields that the candidate may name in its own way. */
  readonly named: readonly FieldRule[];
  /** Fields that are not compared. */
  readonly ignored: readonly FieldRule[];
}
