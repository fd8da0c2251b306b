// How a run was asked for: the command hands its options to the test processes through the environment.
import type { Depth } from '../load/depth.ts';
import type { Discovery } from '../subject/discovery/discover.ts';
import type { Deviation } from '../subject/profile/profile.ts';
import type { Build } from '../subject/stated/build.ts';
import type { Choices } from '../subject/stated/choices.ts';
import type { Spent } from './changes/spending.ts';

/**
 * The file below `specs/` whose checks are done while no other check is. The runner sorts files by name, so that this one comes first.
 */
export const quietFile = 'alone';

/** By the runner's name for a file of checks. */
export const isQuietFile = (name: string): boolean => /^(.*)\.spec\.[jt]s$/.exec(name)?.[1] === quietFile;

/** The parts of an earlier verdict with which this run's is compared. */
export interface Earlier {
  /** Its path as it was given. */
  readonly file: string;
  readonly status: string;
  readonly startedAt: string;
  /** What identifies its run, in words. */
  readonly facts: Readonly<Record<string, string>>;
  /** What it says of each requirement. */
  readonly marks: Readonly<Record<string, string>>;
}

/** What decides the exit code: all that fails, or what is new since an earlier verdict. */
export const gates = ['all', 'new'] as const;

export type Gate = (typeof gates)[number];

/** Which exchanges the evidence keeps when the run is over: `failures` are those that the report refers to. */
export const keepings = ['all', 'failures', 'none'] as const;

export type Keeping = (typeof keepings)[number];

/** How checks are done side by side at a target that is far away. */
interface Lanes {
  readonly processes: number;
  /** The most checks at a time in each process. */
  readonly each: number;
  /** Milliseconds that the target takes to answer under low load. */
  readonly distance: number;
}

/** The cards that were found are left out: each process lists them afresh. */
export type Found = Pick<Discovery, 'names' | 'spentDrafts'>;

export interface Settings {
  /** Address of the target; absent when the embedded reference service is tested. */
  readonly target?: string;
  /** The target is the embedded reference service, started for this run alone. */
  readonly embedded?: true;
  /** Port at which the deliveries of the embedded service arrive, in place of the profile's. */
  readonly receiver?: number;
  /** Path of the profile; absent when the environment alone describes the target. */
  readonly profile?: string;
  /** The build of the target; absent while it is not known. */
  readonly build?: Build;
  /** The signer of the certificate, in words; absent when it will not be signed. */
  readonly signedBy?: string;
  readonly out: string;
  readonly seed: number;
  readonly depth: Depth;
  /** Also finds out whose a limit is, which `deep` does in any case. */
  readonly runbook?: true;
  /** Send nothing that changes anything. */
  readonly safe: boolean;
  /** Folder of a team's own specs, which are run when ours are done. */
  readonly specs?: string;
  /** End the run at the first broken must. */
  readonly failFast?: true;
  /** Requirements and areas asked for; empty for everything. */
  readonly only: readonly string[];
  readonly workers?: number;
  /** At most so many checks at a time. */
  readonly concurrency?: number;
  /** Absent where each test process does one check after another. */
  readonly lanes?: Lanes;
  /** Checks are done in lanes; the processes of the test runner only report their results. */
  readonly ahead?: true;
  readonly shard?: string;
  /** What of the profile's allowance this shard may use. */
  readonly share?: Readonly<Record<Spent, number>>;
  /** Path of the file that names accepted deviations, besides those of the profile. */
  readonly accept?: string;
  /** The accepted deviations of that file and of the profile, read before the first check. */
  readonly accepted?: readonly Deviation[];
  /** Absent when all are kept. */
  readonly kept?: Exclude<Keeping, 'all'>;
  readonly since?: Earlier;
  readonly gate?: Gate;
  /** What was found out about the target before the first check. */
  readonly found?: Found;
  /** What discovery and the profile say about things that the specification leaves open. */
  readonly choices?: Choices;
  /** Base64; equal secrets get equal pseudonyms in all processes of a run. */
  readonly pseudonymKey?: string;
  /** The run shows nothing, neither while it goes on nor at its end. */
  readonly prints?: 'nothing';
  /** The process of the command that started the run; absent where the runner was started by itself. */
  readonly starter?: number;
  /** The command has seen that the target can be reached and logged in to. */
  readonly prepared: boolean;
}

/** Milliseconds. Specs bound their work by the depth; this limit is for checks that hang. */
export const longestCheck = ({ depth }: Settings): number => (depth === 'deep' ? Number.POSITIVE_INFINITY : 5 * 60_000);

/** Milliseconds, so that a check that hangs does not block another one. */
export const longestWaitForOthers = 90_000;

/** The settings of plain `npx playwright test`. */
const usual: Settings = {
  out: 'assay-report',
  seed: 1,
  depth: 'standard',
  safe: false,
  only: [],
  prepared: false,
};

export function settingsFrom(env: Readonly<Record<string, string | undefined>>): Settings {
  const { ASSAY_RUN: run, ASSAY_TARGET: target, ASSAY_PROFILE: profile, ASSAY_OUT: out } = env;
  // Without a target the embedded reference service would be tested, and pass.
  for (const [name, value] of Object.entries({ ASSAY_TARGET: target, ASSAY_PROFILE: profile, ASSAY_OUT: out })) {
    if (value === '') throw new Error(`${name} is empty; give it a value, or unset it`);
  }
  return {
    ...usual,
    ...(target && { target }),
    ...(profile && { profile }),
    ...(out && { out }),
    ...(run && (JSON.parse(run) as Partial<Settings>)),
  };
}

/** Whether a command began a run; the runner is also started only to list the tests. */
export const hasBegun = (env: Readonly<Record<string, string | undefined>>): boolean => env.ASSAY_RUN !== undefined;

/** The environment that `settingsFrom` reads as these settings. A profile may refer to the address of the target. */
export const environmentOf = (settings: Settings): Readonly<Record<string, string>> => ({
  ASSAY_RUN: JSON.stringify(settings),
  ...(settings.target && { ASSAY_TARGET: settings.target }),
  ...(settings.profile && { ASSAY_PROFILE: settings.profile }),
});
